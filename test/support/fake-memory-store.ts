import type { Masked } from '../../src/main/domain/masked.ts';
import { AppError } from '../../src/main/domain/errors.ts';
import { unitStatuses, type EmbeddedUnit, type MemoryUnit, type UnitStatus } from '../../src/main/domain/memory-unit.ts';
import type {
  ListQuery,
  MemoryStore,
  PurgeReport,
  ScoredUnit,
  StoreStats,
  UnitFilter,
  UnitPatch,
} from '../../src/main/memory/memory-store.ts';
import { searchTextOf } from '../../src/main/memory/search-text.ts';
import { countMonths, newestOfEachAsset } from '../../src/main/memory/unit-sums.ts';
import { wordsOf } from '../../src/main/memory/word-overlap.ts';

interface EmbedderIdentity {
  readonly id: string;
  readonly dimensions: number;
}

function passes(unit: MemoryUnit, filter: UnitFilter): boolean {
  const made = new Date(unit.madeAt).getTime();
  return (
    (filter.status ?? ['active']).includes(unit.status) &&
    (filter.kinds?.includes(unit.kind) ?? true) &&
    (filter.equipment === undefined || unit.equipment === filter.equipment) &&
    (filter.asset === undefined || unit.asset === filter.asset) &&
    (filter.codes === undefined || filter.codes.some((code) => unit.codes.includes(code))) &&
    (filter.minImportance === undefined || unit.importance >= filter.minImportance) &&
    (filter.sourceSystem === undefined || unit.source.system === filter.sourceSystem) &&
    (filter.madeFrom === undefined || made >= new Date(filter.madeFrom).getTime()) &&
    (filter.madeTo === undefined || made <= new Date(filter.madeTo).getTime()) &&
    !(filter.without?.includes(unit.id) ?? false)
  );
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

/** A whole memory in this process: BM25 (k1 1.2, b 0.75) over ICU words, exact cosine, all rules of the port. */
export function createFakeMemoryStore(textEmbedder: EmbedderIdentity, imageEmbedder: EmbedderIdentity): MemoryStore {
  const rows = new Map<string, EmbeddedUnit>();

  const requireEmbedders = () => {
    for (const row of rows.values()) {
      if (row.textEmbedder !== textEmbedder.id || (row.imageVector !== null && row.imageEmbedder !== imageEmbedder.id))
        throw new AppError('embedder-changed', 'The cases were stored with another model.');
    }
  };
  const requireLength = (vector: Float32Array, dimensions: number) => {
    if (vector.length !== dimensions) throw new AppError('embedder-changed', 'The vector does not fit this memory.');
  };
  const matching = (filter: UnitFilter) => [...rows.values()].filter((row) => passes(row.unit, filter));
  const best = (scored: ScoredUnit[], limit: number) => scored.sort((a, b) => b.score - a.score).slice(0, limit);

  return {
    async upsert(units) {
      requireEmbedders();
      for (const row of units) {
        if (row.textEmbedder !== textEmbedder.id || (row.imageVector !== null && row.imageEmbedder !== imageEmbedder.id))
          throw new AppError('embedder-changed', 'This memory takes vectors of its own models only.');
        requireLength(row.textVector, textEmbedder.dimensions);
        if (row.imageVector !== null) requireLength(row.imageVector, imageEmbedder.dimensions);
      }
      for (const row of units) rows.set(row.unit.id, structuredClone(row));
    },
    async get(ids) {
      return ids.flatMap((id) => rows.get(id)?.unit ?? []);
    },
    async getEmbedded(ids) {
      return ids.flatMap((id) => structuredClone(rows.get(id)) ?? []);
    },
    async findBySource(system, id) {
      return (
        [...rows.values()].find((row) =>
          [row.unit.source, ...row.unit.mergedSources].some((source) => source.system === system && source.id === id),
        )?.unit ?? null
      );
    },
    async list(query: ListQuery) {
      const key = query.sort ?? 'madeAt';
      const direction = (query.descending ?? true) ? -1 : 1;
      const all = matching(query)
        .map((row) => row.unit)
        .sort((a, b) => (a[key] < b[key] ? -direction : a[key] > b[key] ? direction : a.id < b.id ? -1 : 1));
      const offset = query.offset ?? 0;
      return { units: all.slice(offset, offset + Math.min(query.limit ?? 50, 500)), total: all.length };
    },
    async listIds(filter) {
      return matching(filter).map((row) => row.unit.id);
    },
    async searchText(text, limit, filter) {
      requireEmbedders();
      const documents = [...rows.values()].map((row) => ({ row, words: wordsOf(searchTextOf(row.unit)) }));
      const average = documents.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, documents.length);
      const asked = [...new Set(wordsOf(text))];
      const holders = new Map(asked.map((word) => [word, documents.filter(({ words }) => words.includes(word)).length]));
      const scored = documents.flatMap(({ row, words }) => {
        if (!passes(row.unit, filter)) return [];
        const score = asked.reduce((sum, word) => {
          const count = words.filter((other) => other === word).length;
          const holding = holders.get(word) ?? 0;
          const rarity = Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
          return sum + (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * words.length) / average));
        }, 0);
        return score > 0 ? [{ unit: row.unit, score }] : [];
      });
      return best(scored, limit);
    },
    async searchTextVector(vector, limit, filter) {
      requireEmbedders();
      requireLength(vector, textEmbedder.dimensions);
      return best(
        matching(filter).map((row) => ({ unit: row.unit, score: dot(vector, row.textVector) })),
        limit,
      );
    },
    async searchImageVector(vector, limit, filter) {
      requireEmbedders();
      requireLength(vector, imageEmbedder.dimensions);
      return best(
        matching(filter).flatMap((row) => (row.imageVector === null ? [] : [{ unit: row.unit, score: dot(vector, row.imageVector) }])),
        limit,
      );
    },
    async findByCodes(codes, limit, filter) {
      return matching(filter)
        .map((row) => row.unit)
        .filter((unit) => codes.some((code) => unit.codes.includes(code)))
        .slice(0, limit);
    },
    async equipmentNames() {
      const names = [...rows.values()]
        .filter((row) => row.unit.status !== 'archived' && row.unit.equipment !== '')
        .map((row) => row.unit.equipment);
      return [...new Set<Masked>(names)].sort();
    },
    async assets() {
      return newestOfEachAsset([...rows.values()].map((row) => row.unit).filter((unit) => unit.status !== 'archived' && unit.asset !== ''));
    },
    async sourceSystems() {
      return [...new Set([...rows.values()].map((row) => row.unit.source.system))].sort();
    },
    async growth() {
      return countMonths([...rows.values()].map((row) => row.unit.madeAt));
    },
    async photosInUse(files) {
      const used = new Set([...rows.values()].flatMap((row) => row.unit.photos.map((photo) => photo.file)));
      return files.filter((file) => used.has(file));
    },
    async patch(ids: readonly string[], change: UnitPatch) {
      const { addUse, ...values } = change;
      for (const id of ids) {
        const row = rows.get(id);
        if (row === undefined) continue;
        rows.set(id, { ...row, unit: { ...row.unit, ...values, useCount: row.unit.useCount + (addUse === true ? 1 : 0) } });
      }
    },
    async purge(ids): Promise<PurgeReport> {
      const gone = ids.flatMap((id) => rows.get(id)?.unit ?? []);
      for (const id of ids) rows.delete(id);
      const used = new Set([...rows.values()].flatMap((row) => row.unit.photos.map((photo) => photo.file)));
      const orphanedPhotos = [...new Set(gone.flatMap((unit) => unit.photos.map((photo) => photo.file)))].filter((file) => !used.has(file));
      return { units: gone.length, orphanedPhotos, verified: true };
    },
    async compact() {},
    async stats(): Promise<StoreStats> {
      const all = [...rows.values()];
      const byStatus = Object.fromEntries(
        unitStatuses.map((status) => [status, all.filter((row) => row.unit.status === status).length]),
      ) as Record<UnitStatus, number>;
      return {
        units: all.length,
        byStatus,
        bytes: JSON.stringify(all.map((row) => row.unit)).length,
        textEmbedder: all[0]?.textEmbedder ?? null,
        imageEmbedder: all.find((row) => row.imageVector !== null)?.imageEmbedder ?? null,
      };
    },
    async *readEverything() {
      for (const { unit } of rows.values()) yield { where: `unit ${unit.id}`, text: JSON.stringify(unit) };
    },
    async [Symbol.asyncDispose]() {
      rows.clear();
    },
  };
}
