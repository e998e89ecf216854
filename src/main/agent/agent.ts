import type { DiagnosisEvent, DiagnosisStep, RemovedClaim, SimilarCase, StopReason } from '../domain/diagnosis.ts';
import type { Evidence } from '../domain/evidence.ts';
import type { Masked } from '../domain/masked.ts';
import type { KnownFacts } from '../tools/tool.ts';

/** What a diagnosis hands to the agent. Everything is masked. */
export interface AgentInput {
  readonly facts: KnownFacts;
  /** What recall found for this machine, above the cut, best first. */
  readonly cases: readonly SimilarCase[];
  /** Cases of another make or model; never part of the answer. */
  readonly otherModels: readonly SimilarCase[];
  /** How long the recall took, ms. It is the first step. */
  readonly recallMs: number;
  /** `clock.monotonicMs()` at the start of the diagnosis: the budget and the first sentence are measured from it. */
  readonly startedMs: number;
  readonly seed?: number;
}

export interface AgentResult {
  readonly answer: Masked;
  readonly stopped: StopReason;
  /** What the answer cites, in the order in which it does. */
  readonly evidence: readonly Evidence[];
  readonly steps: readonly DiagnosisStep[];
  readonly grounding: { readonly checked: number; readonly removed: readonly RemovedClaim[] };
  readonly usage: { readonly tokensIn: number; readonly tokensOut: number; readonly tokensCached: number; readonly rounds: number };
  readonly msToFirstSentence: number;
  /** Milliseconds of each stage, for the bench. */
  readonly stages: Readonly<Record<'route' | 'tools' | 'choose' | 'advice', number>>;
}

/** Answers a question from what recall found and what the tools tell. Aborting the signal throws `cancelled`. */
export interface Agent {
  answer(input: AgentInput, signal: AbortSignal): AsyncGenerator<DiagnosisEvent, AgentResult>;
  /** Loads or evaluates the states of the system prompts of a language. */
  warm(language: KnownFacts['language'], signal?: AbortSignal): Promise<void>;
}
