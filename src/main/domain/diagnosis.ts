import type { Evidence } from './evidence.ts';
import type { Language } from './language.ts';
import type { Masked, MaskedCount } from './masked.ts';
import type { Standing, UnitStatus, StoredPhoto } from './memory-unit.ts';
import type { FieldName, PhotoInput, PhotoReading } from './photo.ts';

export interface DiagnosisInput {
  readonly photos: readonly PhotoInput[];
  /** Empty with a photo: the default question is asked. At most 4,000 characters. */
  readonly question: string;
  /** Language of the answer; default: that of the question. */
  readonly language?: Language;
  /** Make and model or asset, when the user says it. */
  readonly equipment?: string;
  /** What the user put right on a photo: which photo, which of its fields. */
  readonly corrections?: readonly { readonly photo: number; readonly field: number; readonly name: FieldName; readonly value: string }[];
  /** Makes a run repeatable. */
  readonly seed?: number;
}

export const matchReasons = ['same-code', 'look-alike-code', 'same-part', 'same-model', 'same-asset', 'words', 'meaning', 'photo'] as const;
export type MatchReason = (typeof matchReasons)[number];

/** A case that recall found, with all that a reader needs to weigh it. */
export interface SimilarCase extends Evidence {
  readonly kind: 'case';
  readonly resolution: Masked;
  readonly matchedBy: readonly MatchReason[];
  readonly equipment: Masked;
  readonly asset: Masked;
  readonly codes: readonly string[];
  readonly standing: Standing;
  readonly status: UnitStatus;
  readonly credibility: number;
  readonly madeAt: string;
  readonly source: { readonly system: string; readonly id: Masked };
  readonly photos: readonly StoredPhoto[];
}

export type StopReason = 'final' | 'steps' | 'budget' | 'cancelled' | 'no-evidence';

export interface DiagnosisStep {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly ms: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** True when the tool's result came from the cache. */
  readonly cached: boolean;
}

/** What the grounding check took out of the answer. */
export interface RemovedClaim {
  /** The figure, code or citation; for the audit its kind alone is kept. */
  readonly value: Masked;
  readonly reason: 'figure-not-in-evidence' | 'citation-not-retrieved' | 'unsafe-workaround';
}

export interface DiagnosisUsage {
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Tokens of prompts that came from a kept state; part of `tokensIn`. */
  readonly tokensCached: number;
  /** Calls of a language model. */
  readonly rounds: number;
  readonly msToSimilarCases: number;
  readonly msToFirstSentence: number;
  readonly ms: number;
  readonly peakRssBytes: number;
}

export interface Diagnosis {
  readonly answer: Masked;
  readonly language: Language;
  readonly stopped: StopReason;
  /** What the answer cites, in the order in which it does. */
  readonly evidence: readonly Evidence[];
  readonly similarCases: readonly SimilarCase[];
  readonly photos: readonly PhotoReading[];
  readonly steps: readonly DiagnosisStep[];
  readonly grounding: { readonly checked: number; readonly removed: readonly RemovedClaim[] };
  readonly masked: readonly MaskedCount[];
  readonly usage: DiagnosisUsage;
}

/** What a diagnosis says while it runs, in this order. Everything in it is masked. */
export type DiagnosisEvent =
  | {
      readonly type: 'photo-read';
      readonly index: number;
      readonly photo: PhotoReading;
      readonly masked: readonly MaskedCount[];
      readonly ms: number;
    }
  | {
      readonly type: 'similar-cases';
      readonly cases: readonly SimilarCase[];
      /** Cases of another make or model, apart. */ readonly otherModels: readonly SimilarCase[];
      readonly ms: number;
    }
  | { readonly type: 'route-selected'; readonly route: 'retrieval-only' | 'router' | 'reasoner' | 'small-talk'; readonly ms: number }
  | { readonly type: 'tools-kept'; readonly step: number; readonly tools: readonly string[] }
  | { readonly type: 'tool-called'; readonly step: number; readonly tool: string; readonly args: Readonly<Record<string, unknown>> }
  | {
      readonly type: 'tool-returned';
      readonly step: number;
      readonly found: boolean;
      readonly summary: Masked;
      readonly evidence: readonly Evidence[];
      readonly detail: DiagnosisStep;
    }
  /** A whole sentence that passed the check; sentences come in reading order and are joined as they are. */
  | {
      readonly type: 'text-delta';
      readonly text: Masked;
      /** What the sentence is; an ordinary one when left out. */ readonly part?: 'safety' | 'warning' | 'left-out';
    }
  | { readonly type: 'answer-checked'; readonly checked: number; readonly removed: readonly RemovedClaim[] }
  | { readonly type: 'budget-warned'; readonly used: number; readonly budget: number; readonly unit: 'tokens' | 'seconds' }
  /** Always the last one of a run that was not cancelled and did not fail. */
  | { readonly type: 'done'; readonly diagnosis: Diagnosis };
