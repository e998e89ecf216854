import { z } from 'zod';
import { photoRoles } from './photo.ts';
import { languages } from './language.ts';
import type { Masked } from './masked.ts';

export const unitKinds = ['domain-knowledge', 'solved-case', 'preference', 'tool-result', 'how-to-query'] as const;
export type UnitKind = (typeof unitKinds)[number];

export const unitStatuses = ['active', 'archived', 'obsolete'] as const;
export type UnitStatus = (typeof unitStatuses)[number];

/** How far a case is to be believed. Withdrawn ones are warnings, never fixes. */
export const standings = ['draft', 'confirmed', 'provisional', 'did-not-hold', 'withdrawn-unsafe', 'history'] as const;
export type Standing = (typeof standings)[number];

export const modalities = ['text', 'photo', 'text+photo', 'voice'] as const;

const maskedText = z.custom<Masked>((value) => typeof value === 'string', 'text expected');

/** A photo as stored: redacted, named by the hash of its redacted bytes. */
export const storedPhotoSchema = z.object({
  /** File name in the photo folder: `<sha256 of the redacted JPEG, 32 hex digits>.jpg`. */
  file: z.string().regex(/^[0-9a-f]{32}\.jpg$/),
  role: z.enum(photoRoles),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  description: maskedText,
});
export type StoredPhoto = z.infer<typeof storedPhotoSchema>;

/** One thing remembered. Times are ISO 8601 in UTC. */
export const memoryUnitSchema = z.object({
  /** `C-` and 8 characters of Crockford base32. Derived from the source where there is one, else random. */
  id: z.string().regex(/^C-[0-9A-HJKMNP-TV-Z]{8}$/),
  kind: z.enum(unitKinds),
  title: maskedText,
  /** Symptom and circumstances. */
  text: maskedText,
  /** What solved it; empty when nothing is known. */
  resolution: maskedText,
  photos: z.array(storedPhotoSchema),
  /** Make and model, `HP-40`; empty when unknown. */
  equipment: maskedText,
  /** Asset or serial number of the single machine; empty when unknown. */
  asset: maskedText,
  /** Normalised codes and part numbers (`normaliseCode`), for exact look-up. */
  codes: z.array(z.string()),
  workOrder: maskedText,
  source: z.object({ system: z.string(), id: maskedText }),
  /** Other sources that were merged into this unit. */
  mergedSources: z.array(z.object({ system: z.string(), id: maskedText })),
  modality: z.enum(modalities),
  language: z.enum(languages),
  madeAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  useCount: z.number().int().nonnegative(),
  importance: z.number().int().min(1).max(5),
  expiresAt: z.iso.datetime().nullable(),
  status: z.enum(unitStatuses),
  standing: z.enum(standings),
  /** 0–1: how much the source is trusted. */
  credibility: z.number().min(0).max(1),
  /** Id of the unit or document that replaces this one; null when none does. */
  supersededBy: z.string().nullable(),
  /** Ids of units that contradict this one for the same fault. */
  conflictsWith: z.array(z.string()),
});
export type MemoryUnit = z.infer<typeof memoryUnitSchema>;

/** A unit with its vectors, as the store keeps it. Vectors are L2-normalised float32. */
export interface EmbeddedUnit {
  readonly unit: MemoryUnit;
  readonly textVector: Float32Array;
  readonly textEmbedder: string;
  /** Null for a unit without a photo. */
  readonly imageVector: Float32Array | null;
  readonly imageEmbedder: string;
}
