import type { EmbeddedUnit, MemoryUnit } from '../../domain/memory-unit.ts';
import { memoryUnitSchema } from '../../domain/memory-unit.ts';
import { fromStore } from '../../privacy/masked.ts';
import { searchTextOf } from '../search-text.ts';
import { sourceKeysOf } from '../source-key.ts';

/** A row as LanceDB takes and gives it. */
export type Row = Record<string, unknown>;

/** ISO 8601 in one form, so that times compare as text. */
function time(value: string): string {
  return new Date(value).toISOString();
}

export function toRow(embedded: EmbeddedUnit, imageDimensions: number): Row {
  const { unit } = embedded;
  return {
    id: unit.id,
    kind: unit.kind,
    title: unit.title,
    text: unit.text,
    resolution: unit.resolution,
    photos: JSON.stringify(unit.photos),
    equipment: unit.equipment,
    asset: unit.asset,
    codes: [...unit.codes],
    work_order: unit.workOrder,
    source_system: unit.source.system,
    source_id: unit.source.id,
    merged_sources: JSON.stringify(unit.mergedSources),
    source_keys: sourceKeysOf(unit),
    modality: unit.modality,
    language: unit.language,
    made_at: time(unit.madeAt),
    last_used_at: time(unit.lastUsedAt),
    use_count: unit.useCount,
    importance: unit.importance,
    expires_at: unit.expiresAt === null ? null : time(unit.expiresAt),
    status: unit.status,
    standing: unit.standing,
    credibility: unit.credibility,
    superseded_by: unit.supersededBy,
    conflicts_with: [...unit.conflictsWith],
    search_text: searchTextOf(unit),
    text_embedder: embedded.textEmbedder,
    text_vector: embedded.textVector,
    has_image: embedded.imageVector !== null,
    image_embedder: embedded.imageEmbedder,
    image_vector: embedded.imageVector ?? new Float32Array(imageDimensions),
  };
}

function list(value: unknown): string[] {
  return value === null || value === undefined ? [] : [...(value as Iterable<string>)];
}

function masked(value: unknown) {
  return fromStore(String(value ?? ''));
}

/** The unit of a row; everything in the table was masked before it was written. */
export function toUnit(row: Row): MemoryUnit {
  return memoryUnitSchema.parse({
    id: row['id'],
    kind: row['kind'],
    title: masked(row['title']),
    text: masked(row['text']),
    resolution: masked(row['resolution']),
    photos: JSON.parse(String(row['photos'])),
    equipment: masked(row['equipment']),
    asset: masked(row['asset']),
    codes: list(row['codes']),
    workOrder: masked(row['work_order']),
    source: { system: row['source_system'], id: masked(row['source_id']) },
    mergedSources: JSON.parse(String(row['merged_sources'])),
    modality: row['modality'],
    language: row['language'],
    madeAt: row['made_at'],
    lastUsedAt: row['last_used_at'],
    useCount: Number(row['use_count']),
    importance: Number(row['importance']),
    expiresAt: row['expires_at'] ?? null,
    status: row['status'],
    standing: row['standing'],
    credibility: Number(row['credibility']),
    supersededBy: row['superseded_by'] ?? null,
    conflictsWith: list(row['conflicts_with']),
  });
}

function toVector(value: unknown): Float32Array {
  const vector = value as { toArray?: () => Float32Array };
  return Float32Array.from(typeof vector.toArray === 'function' ? vector.toArray() : (value as Iterable<number>));
}

export function toEmbedded(row: Row): EmbeddedUnit {
  return {
    unit: toUnit(row),
    textVector: toVector(row['text_vector']),
    textEmbedder: String(row['text_embedder']),
    imageVector: row['has_image'] === true ? toVector(row['image_vector']) : null,
    imageEmbedder: String(row['image_embedder']),
  };
}

export function photoFiles(row: Row): string[] {
  return (JSON.parse(String(row['photos'])) as { file: string }[]).map((photo) => photo.file);
}
