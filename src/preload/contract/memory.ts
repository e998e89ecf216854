import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { caseFields, type CaseMapping } from '../../main/domain/case-table.ts';
import type { SimilarCase } from '../../main/domain/diagnosis.ts';
import { unitKinds, unitStatuses, standings, type MemoryUnit } from '../../main/domain/memory-unit.ts';
import { procedure, typed, unitId, unitIds, type Progress } from './common.ts';

export const memorySorts = ['madeAt', 'lastUsedAt', 'importance', 'useCount', 'equipment', 'title'] as const;

export const memoryFilterSchema = z.object({
  status: z.array(z.enum(unitStatuses)).optional(),
  kinds: z.array(z.enum(unitKinds)).optional(),
  equipment: z.string().max(80).optional(),
  code: z.string().max(60).optional(),
  minImportance: z.number().int().min(1).max(5).optional(),
  sourceSystem: z.string().max(80).optional(),
  madeFrom: z.iso.datetime().optional(),
  madeTo: z.iso.datetime().optional(),
});

/** What a search brings: likeness first, then whatever else holds every word. */
export interface FoundCases {
  readonly cases: readonly SimilarCase[];
  readonly otherModels: readonly SimilarCase[];
  /** Cases that hold every word that was asked for, or bear that id, beside those above. */
  readonly holding: readonly MemoryUnit[];
  /** Importance of the cases above, by id. */
  readonly importance: Readonly<Record<string, number>>;
}

/** Exactly what a purge takes away. */
export interface PurgePreview {
  readonly units: number;
  readonly photos: number;
  readonly bytes: number;
  readonly graceDays: number;
}

export interface PurgeState {
  readonly id: string;
  readonly at: string;
  /** When nothing of it will be left. */
  readonly dueAt: string;
  readonly units: number;
  readonly photos: number;
  readonly bytes: number;
}

export interface CsvPreview {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly totalRows: number;
  /** A guess: field of a case → column. */
  readonly mapping: CaseMapping;
}

export interface CsvImportResult {
  readonly stored: number;
  readonly merged: number;
  readonly replaced: number;
  readonly rejected: readonly { readonly row: number; readonly reason: string }[];
}

export const memoryContract = {
  list: procedure
    .input(
      memoryFilterSchema.extend({
        sort: z.enum(memorySorts).default('madeAt'),
        descending: z.boolean().default(true),
        offset: z.number().int().nonnegative().default(0),
        limit: z.number().int().min(1).max(500).default(100),
      }),
    )
    .output(typed<{ units: readonly MemoryUnit[]; total: number }>()),
  /** By words, or by what a dropped photo shows. */
  search: procedure
    .input(
      memoryFilterSchema.extend({
        text: z.string().max(4000).default(''),
        photo: z.instanceof(Blob).optional(),
        limit: z.number().int().min(1).max(100).default(20),
      }),
    )
    .output(typed<FoundCases>()),
  /** Ids of all cases that pass a filter, for "select all". */
  ids: procedure.input(memoryFilterSchema).output(z.object({ ids: z.array(z.string()) })),
  get: procedure.input(z.object({ id: unitId })).output(typed<MemoryUnit>()),
  /** A redacted photo or its thumbnail. */
  photo: procedure
    .input(z.object({ file: z.string().regex(/^[0-9a-f]{32}\.jpg$/), size: z.enum(['full', 'thumbnail']).default('full') }))
    .output(z.instanceof(Blob)),
  edit: procedure
    .input(
      z.object({
        id: unitId,
        change: z.object({
          title: z.string().trim().min(1).max(200).optional(),
          text: z.string().trim().min(1).max(20_000).optional(),
          resolution: z.string().max(20_000).optional(),
          equipment: z.string().max(80).optional(),
          asset: z.string().max(80).optional(),
          importance: z.number().int().min(1).max(5).optional(),
          standing: z.enum(standings).optional(),
        }),
      }),
    )
    .output(typed<MemoryUnit>()),
  archive: procedure.input(z.object({ ids: unitIds })).output(z.object({ changed: z.number() })),
  restore: procedure.input(z.object({ ids: unitIds })).output(z.object({ changed: z.number() })),
  purgePreview: procedure.input(z.object({ ids: unitIds })).output(typed<PurgePreview>()),
  /** Hides at once and erases when the days of grace are over, or at once with `now`. `word` is what the user typed. */
  purge: procedure
    .input(z.object({ ids: unitIds, word: z.string(), now: z.boolean().default(false) }))
    .output(typed<{ purge: PurgeState | null; gone: boolean }>()),
  purges: procedure.output(typed<{ purges: readonly PurgeState[] }>()),
  takeBackPurge: procedure.input(z.object({ id: z.string() })).output(z.object({ restored: z.number() })),
  facets: procedure.output(typed<{ equipment: readonly string[]; sources: readonly string[] }>()),
  size: procedure.output(
    typed<{ units: number; bytes: number; photoBytes: number; growth: readonly { readonly month: string; readonly units: number }[] }>(),
  ),
  csvPreview: procedure.input(z.object({ file: z.instanceof(Blob) })).output(typed<CsvPreview>()),
  csvImport: procedure
    .input(z.object({ file: z.instanceof(Blob), mapping: z.partialRecord(z.enum(caseFields), z.string()) }))
    .output(eventIterator(typed<{ type: 'progress'; progress: Progress } | { type: 'done'; result: CsvImportResult }>())),
  export: procedure.input(z.object({ ids: unitIds, format: z.enum(['csv', 'json']) })).output(z.instanceof(Blob)),
};
