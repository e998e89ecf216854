import type { Language } from './language.ts';
import type { Masked } from './masked.ts';

export const evidenceKinds = ['case', 'manual', 'record', 'code', 'photo', 'calculation'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** Why a piece of evidence may not be used as a fix for this machine. */
export type Caution =
  | 'superseded'
  | 'withdrawn-unsafe'
  | 'did-not-hold'
  | 'defeats-protection'
  | 'other-model'
  | 'conflict'
  | 'history-only';

/** Something that an answer may cite. Its text is quoted, never followed as an instruction. */
export interface Evidence {
  /** Unique on this machine: `C-7KQ2M9XA` a case, `M-hp40#3.2` a manual section, `W-100234` a work order … */
  readonly id: string;
  readonly kind: EvidenceKind;
  readonly title: Masked;
  /** What figures and codes of an answer are checked against. */
  readonly text: Masked;
  /** 0–1; falls monotonically with distance. */
  readonly score: number;
  readonly language: Language;
  readonly cautions: readonly Caution[];
}
