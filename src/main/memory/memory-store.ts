import type { Language } from '../domain/language.ts';
import type { Masked } from '../domain/masked.ts';
import type { EmbeddedUnit, MemoryUnit, UnitKind, UnitStatus } from '../domain/memory-unit.ts';

export interface UnitFilter {
  /** Default: active only. */
  readonly status?: readonly UnitStatus[];
  readonly kinds?: readonly UnitKind[];
  readonly equipment?: string;
  readonly asset?: string;
  /** Normalised; a unit passes when it carries any of them. */
  readonly codes?: readonly string[];
  readonly minImportance?: number;
  readonly sourceSystem?: string;
  /** ISO 8601, inclusive. */
  readonly madeFrom?: string;
  readonly madeTo?: string;
  /** Ids that stay out. */
  readonly without?: readonly string[];
}

export interface ListQuery extends UnitFilter {
  readonly sort?: 'madeAt' | 'lastUsedAt' | 'importance' | 'useCount' | 'equipment' | 'title';
  readonly descending?: boolean;
  readonly offset?: number;
  /** Default 50, at most 500. */
  readonly limit?: number;
}

export interface ScoredUnit {
  readonly unit: MemoryUnit;
  /** BM25 (unbounded) for keywords; cosine in -1…1 for vectors. */
  readonly score: number;
}

export interface StoreStats {
  readonly units: number;
  readonly byStatus: Readonly<Record<UnitStatus, number>>;
  /** Bytes on disk of the table, its indexes and old versions. */
  readonly bytes: number;
  readonly textEmbedder: string | null;
  readonly imageEmbedder: string | null;
}

export interface PurgeReport {
  readonly units: number;
  /** Names of photo files that no remaining unit uses. */
  readonly orphanedPhotos: readonly string[];
  /** True once every table version and index that remains was read and none holds the units. */
  readonly verified: boolean;
}

/** What may change without a new vector. */
export type UnitPatch = Partial<Pick<MemoryUnit, 'status' | 'standing' | 'lastUsedAt' | 'importance' | 'supersededBy'>> & {
  readonly addUse?: boolean;
};

/**
 * Where memory units live. One writer at a time (the caller holds the data folder's lock). Every write is one
 * atomic table version. Errors: `embedder-changed` when vectors of another embedder are written or searched with,
 * `disk-full`, `read-only`, `cancelled`.
 */
export interface MemoryStore extends AsyncDisposable {
  /** Inserts or replaces by `unit.id`. */
  upsert(units: readonly EmbeddedUnit[]): Promise<void>;
  get(ids: readonly string[]): Promise<MemoryUnit[]>;
  /** With vectors, for merging and re-embedding. */
  getEmbedded(ids: readonly string[]): Promise<EmbeddedUnit[]>;
  findBySource(system: string, id: string): Promise<MemoryUnit | null>;
  list(query: ListQuery): Promise<{ units: MemoryUnit[]; total: number }>;
  /** Ids of all units that pass, in no order; what "select all" needs. */
  listIds(filter: UnitFilter): Promise<string[]>;
  searchText(text: string, limit: number, filter: UnitFilter, language?: Language): Promise<ScoredUnit[]>;
  searchTextVector(vector: Float32Array, limit: number, filter: UnitFilter): Promise<ScoredUnit[]>;
  searchImageVector(vector: Float32Array, limit: number, filter: UnitFilter): Promise<ScoredUnit[]>;
  findByCodes(codes: readonly string[], limit: number, filter: UnitFilter): Promise<MemoryUnit[]>;
  /** Makes and models that stand on units that are not archived, each once, sorted. */
  equipmentNames(): Promise<readonly Masked[]>;
  /** Single machines that stand on units that are not archived, each once, with the make and model that the newest unit names. */
  assets(): Promise<readonly { readonly asset: Masked; readonly equipment: Masked }[]>;
  /** Where units come from, each system once, sorted. */
  sourceSystems(): Promise<readonly string[]>;
  /** Units by the month in which they were made (`2025-06`, UTC), oldest first; months without any are left out. */
  growth(): Promise<readonly { readonly month: string; readonly units: number }[]>;
  /** Those of the given photo files that a unit uses. */
  photosInUse(files: readonly string[]): Promise<string[]>;
  /** Changes columns other than vectors; unknown ids are ignored. */
  patch(ids: readonly string[], change: UnitPatch): Promise<void>;
  /** Real erasure: rows, vectors, indexes and old versions; verified by reading what remains. */
  purge(ids: readonly string[]): Promise<PurgeReport>;
  /** Folds small files together and refreshes indexes. */
  compact(): Promise<void>;
  stats(): Promise<StoreStats>;
  /** Every text that any remaining table version or index holds; for proofs of erasure. */
  readEverything(): AsyncIterable<{ readonly where: string; readonly text: string }>;
}
