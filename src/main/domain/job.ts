import type { Diagnosis } from './diagnosis.ts';
import type { Masked } from './masked.ts';

export const outcomes = ['this-fixed-it', 'something-else', 'different-fault', 'not-yet'] as const;
export type Outcome = (typeof outcomes)[number];

/** A diagnosis that stays open until its outcome is known. All of it is masked. */
export interface Job {
  readonly id: string;
  readonly openedAt: string;
  readonly question: Masked;
  readonly equipment: Masked;
  readonly outcome: Outcome | 'open';
  /** The case that the outcome wrote, as stored; null while there is none. */
  readonly caseId: string | null;
  /** False when the outcome was merged into a case that was there before: taking it back leaves that one alone. */
  readonly caseIsNew: boolean;
  /** The proposed fix that was counted as used, so that taking the outcome back uncounts it. */
  readonly usedFix?: string | undefined;
  readonly diagnosis: Diagnosis;
}

export type JobSummary = Omit<Job, 'diagnosis'> & { readonly answer: Masked };

export function summariseJob(job: Job): JobSummary {
  const { diagnosis, ...rest } = job;
  return { ...rest, answer: diagnosis.answer };
}
