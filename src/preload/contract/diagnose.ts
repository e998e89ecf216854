import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import type { DiagnosisEvent } from '../../main/domain/diagnosis.ts';
import { outcomes, type Job, type JobSummary } from '../../main/domain/job.ts';
import { languages } from '../../main/domain/language.ts';
import type { MaskedCount, PiiKind } from '../../main/domain/masked.ts';
import type { MemoryUnit } from '../../main/domain/memory-unit.ts';
import { fieldNames, photoRoles, type Box, type PhotoReading } from '../../main/domain/photo.ts';
import { procedure, typed, unitId } from './common.ts';

export type { Job, JobSummary };
export type { Outcome } from '../../main/domain/job.ts';

/** A QR or bar code on the photo; its text is masked like all other text. */
export interface ReadBarcode {
  readonly format: string;
  readonly text: string;
  readonly box: Box;
  /** The asset this machine knows under that code. */
  readonly asset: { readonly asset: string; readonly equipment: string } | null;
}

/** What the user sees of a photo before anything is asked. The photo itself stays in memory under its handle. */
export interface PhotoPreview {
  readonly handle: string;
  readonly role: (typeof photoRoles)[number];
  readonly reading: PhotoReading;
  readonly barcodes: readonly ReadBarcode[];
  /** Regions that will be painted over before the photo is kept. */
  readonly painted: readonly { readonly box: Box; readonly kind: PiiKind }[];
  readonly masked: readonly MaskedCount[];
  readonly suggestions: readonly string[];
}

export const correctionSchema = z.object({
  handle: z.string(),
  name: z.enum(fieldNames),
  /** Position of the field in the preview's `reading.fields`. */
  index: z.number().int().nonnegative(),
  value: z.string().trim().min(1, 'A corrected value cannot be empty.').max(60),
});

export const diagnoseContract = {
  /** Reads one photo without asking anything; nothing is written. */
  readPhoto: procedure
    .input(
      z.object({
        file: z.instanceof(Blob),
        role: z.enum(photoRoles).default('fault'),
        /** Of the suggested questions, unless the setting names one. */ language: z.enum(languages).optional(),
      }),
    )
    .output(typed<PhotoPreview>()),
  forgetPhoto: procedure.input(z.object({ handle: z.string() })).output(z.object({ forgotten: z.boolean() })),
  /** The streamed diagnosis. The first event of a job names it: `job-opened`. */
  ask: procedure
    .input(
      z.object({
        photos: z.array(z.object({ handle: z.string(), role: z.enum(photoRoles) })).max(8),
        question: z.string().max(4000, 'A question may have at most 4,000 characters.'),
        language: z.enum(languages).optional(),
        equipment: z.string().max(80).optional(),
        corrections: z.array(correctionSchema).max(50).default([]),
      }),
    )
    .output(eventIterator(typed<DiagnosisEvent | { readonly type: 'job-opened'; readonly jobId: string }>())),
  jobs: procedure
    .input(z.object({ offset: z.number().int().nonnegative().default(0), limit: z.number().int().min(1).max(100).default(20) }))
    .output(typed<{ jobs: readonly JobSummary[]; total: number }>()),
  job: procedure.input(z.object({ id: z.string() })).output(typed<Job>()),
  /** Writes the outcome back: a draft or provisional case, shown as it was stored. */
  outcome: procedure
    .input(
      z.object({
        jobId: z.string(),
        outcome: z.enum(outcomes),
        /** Which of the proposed fixes it was. */
        caseId: unitId.optional(),
        /** With which part, and what else was done. */
        part: z.string().max(60).optional(),
        note: z.string().max(2000).optional(),
      }),
    )
    .output(typed<{ job: JobSummary; stored: MemoryUnit | null }>()),
  undoOutcome: procedure.input(z.object({ jobId: z.string() })).output(typed<{ job: JobSummary }>()),
  /** Questions asked before, newest first. */
  history: procedure.output(z.object({ questions: z.array(z.string()) })),
};
