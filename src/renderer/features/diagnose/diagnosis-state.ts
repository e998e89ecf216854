import type { Diagnosis, DiagnosisEvent, RemovedClaim, SimilarCase } from '../../../preload/contract/vocabulary.ts';
import type { Outcome } from '../../../preload/contract/index.ts';
import type { Evidence } from '../../../preload/contract/vocabulary.ts';
import type { Failure } from '../../api/client.ts';

export interface ShownStep {
  readonly step: number;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly kept: readonly string[];
  readonly result: {
    readonly found: boolean;
    readonly summary: string;
    readonly ms: number;
    readonly tokensIn: number;
    readonly tokensOut: number;
    readonly cached: boolean;
  } | null;
}

type Delta = Extract<DiagnosisEvent, { type: 'text-delta' }>;

/** What the page knows of a running or finished diagnosis. */
export interface DiagnosisState {
  readonly phase: 'idle' | 'reading' | 'thinking' | 'answering' | 'done' | 'stopped' | 'failed';
  readonly question: string;
  readonly jobId: string | null;
  readonly cases: readonly SimilarCase[] | null;
  readonly otherModels: readonly SimilarCase[];
  readonly msToCases: number;
  readonly steps: readonly ShownStep[];
  readonly kept: readonly string[];
  readonly sentences: readonly Delta[];
  readonly evidence: Readonly<Record<string, Evidence>>;
  readonly removed: readonly RemovedClaim[];
  readonly budget: { readonly used: number; readonly budget: number; readonly unit: string } | null;
  readonly diagnosis: Diagnosis | null;
  readonly failure: Failure | null;
  /** True for a job of before, whose photos are not on the desk any more. */
  readonly reopened: boolean;
  /** The outcome that a reopened job already has, and the case that it wrote. */
  readonly settled: { readonly outcome: Outcome; readonly caseId: string | null } | null;
}

export const idleDiagnosis: DiagnosisState = {
  phase: 'idle',
  question: '',
  jobId: null,
  cases: null,
  otherModels: [],
  msToCases: 0,
  steps: [],
  kept: [],
  sentences: [],
  evidence: {},
  removed: [],
  budget: null,
  diagnosis: null,
  failure: null,
  reopened: false,
  settled: null,
};

export type DiagnosisAction =
  | { readonly type: 'asked'; readonly question: string }
  | { readonly type: 'event'; readonly event: DiagnosisEvent | { readonly type: 'job-opened'; readonly jobId: string } }
  | { readonly type: 'failed'; readonly failure: Failure }
  | { readonly type: 'stopped' }
  | {
      readonly type: 'reopened';
      readonly jobId: string;
      readonly question: string;
      readonly diagnosis: Diagnosis;
      readonly outcome: Outcome | 'open';
      readonly caseId: string | null;
    }
  | { readonly type: 'cleared' };

function addEvidence(known: DiagnosisState['evidence'], more: readonly Evidence[]): DiagnosisState['evidence'] {
  return more.length === 0 ? known : { ...known, ...Object.fromEntries(more.map((item) => [item.id, item])) };
}

/** One event after the other, in reading order; nothing that is already shown changes its place. */
export function reduceDiagnosis(state: DiagnosisState, action: DiagnosisAction): DiagnosisState {
  switch (action.type) {
    case 'asked':
      return { ...idleDiagnosis, phase: 'reading', question: action.question };
    case 'failed':
      return { ...state, phase: 'failed', failure: action.failure };
    case 'stopped':
      return { ...state, phase: 'stopped' };
    case 'cleared':
      return idleDiagnosis;
    case 'reopened': {
      const { diagnosis } = action;
      return {
        ...idleDiagnosis,
        phase: 'done',
        question: action.question,
        jobId: action.jobId,
        cases: diagnosis.similarCases,
        msToCases: diagnosis.usage.msToSimilarCases,
        evidence: addEvidence(addEvidence({}, diagnosis.evidence), diagnosis.similarCases),
        sentences: [{ type: 'text-delta', text: diagnosis.answer }],
        steps: diagnosis.steps.map((step, index) => ({
          step: index + 1,
          tool: step.tool,
          args: step.args,
          kept: [],
          result: { found: true, summary: '', ms: step.ms, tokensIn: step.tokensIn, tokensOut: step.tokensOut, cached: step.cached },
        })),
        removed: diagnosis.grounding.removed,
        diagnosis,
        reopened: true,
        settled: action.outcome === 'open' ? null : { outcome: action.outcome, caseId: action.caseId },
      };
    }
    case 'event':
      return reduceEvent(state, action.event);
  }
}

function reduceEvent(
  state: DiagnosisState,
  event: DiagnosisEvent | { readonly type: 'job-opened'; readonly jobId: string },
): DiagnosisState {
  switch (event.type) {
    case 'job-opened':
      return { ...state, jobId: event.jobId };
    case 'photo-read':
    case 'route-selected':
      return state;
    case 'similar-cases':
      return {
        ...state,
        phase: 'thinking',
        cases: event.cases,
        otherModels: event.otherModels,
        msToCases: event.ms,
        evidence: addEvidence(state.evidence, [...event.cases, ...event.otherModels]),
      };
    case 'tools-kept':
      return { ...state, kept: event.tools };
    case 'tool-called':
      return {
        ...state,
        steps: [...state.steps, { step: event.step, tool: event.tool, args: event.args, kept: state.kept, result: null }],
      };
    case 'tool-returned': {
      const { ms, tokensIn, tokensOut, cached } = event.detail;
      const result = { found: event.found, summary: event.summary, ms, tokensIn, tokensOut, cached };
      const called = state.steps.some((step) => step.step === event.step && step.tool === event.detail.tool);
      const steps = called
        ? state.steps.map((step) => (step.step === event.step && step.tool === event.detail.tool ? { ...step, result } : step))
        : [...state.steps, { step: event.step, tool: event.detail.tool, args: event.detail.args, kept: state.kept, result }];
      return { ...state, steps, evidence: addEvidence(state.evidence, event.evidence) };
    }
    case 'text-delta':
      return { ...state, phase: 'answering', sentences: [...state.sentences, event] };
    case 'answer-checked':
      return { ...state, removed: event.removed };
    case 'budget-warned':
      return { ...state, budget: event };
    case 'done':
      return {
        ...state,
        phase: 'done',
        diagnosis: event.diagnosis,
        evidence: addEvidence(addEvidence({}, event.diagnosis.evidence), Object.values(state.evidence)),
      };
  }
}

export function isRunning(state: DiagnosisState): boolean {
  return state.phase === 'reading' || state.phase === 'thinking' || state.phase === 'answering';
}
