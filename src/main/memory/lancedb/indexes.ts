import { Index, type Table } from '@lancedb/lancedb';

/** Below this exact search is fast enough (measured: 100,000 rows of 512 float32 take 160 ms by dot product). */
export const vectorIndexFrom = 20_000;

const keyword = () =>
  Index.fts({
    // Splits Chinese without a dictionary; the type of the option does not know it.
    baseTokenizer: 'icu' as 'simple',
    withPosition: false,
    lowercase: true,
    stem: false,
    removeStopWords: false,
    asciiFolding: true,
  });

const scalarIndexes: readonly { readonly column: string; readonly make: () => Index }[] = [
  { column: 'search_text', make: keyword },
  { column: 'codes', make: () => Index.labelList() },
  { column: 'source_keys', make: () => Index.labelList() },
  { column: 'id', make: () => Index.btree() },
];

/** Makes the keyword and look-up indexes that are missing: a purge that was killed leaves none. */
export async function ensureIndexes(table: Table): Promise<void> {
  const present = new Set((await table.listIndices()).flatMap((index) => index.columns));
  for (const { column, make } of scalarIndexes) {
    if (!present.has(column)) await table.createIndex(column, { config: make(), replace: true });
  }
}

export async function dropIndexes(table: Table): Promise<void> {
  for (const index of await table.listIndices()) await table.dropIndex(index.name);
}

/**
 * IVF-flat over a vector column once it pays: about sqrt(rows) lists, at most 256, 4,096 rows a list at least
 * in training. Returns whether an index stands now.
 */
export async function ensureVectorIndex(table: Table, column: 'text_vector' | 'image_vector', rows: number): Promise<boolean> {
  const present = (await table.listIndices()).some((index) => index.columns.includes(column));
  if (rows < vectorIndexFrom) return present;
  if (!present) {
    const lists = Math.min(256, Math.round(Math.sqrt(rows)));
    await table.createIndex(column, {
      config: Index.ivfFlat({ distanceType: 'dot', numPartitions: lists, maxIterations: 15, sampleRate: 64 }),
    });
  }
  return true;
}
