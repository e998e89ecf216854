import { chmod } from 'node:fs/promises';
import { connect, makeArrowTable, type Connection, type Table, type VectorQuery } from '@lancedb/lancedb';
import { AppError } from '../../domain/errors.ts';
import type { Masked } from '../../domain/masked.ts';
import type { EmbeddedUnit, MemoryUnit, UnitStatus } from '../../domain/memory-unit.ts';
import { unitStatuses } from '../../domain/memory-unit.ts';
import { toFileError } from '../../platform/file-errors.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import { fromStore } from '../../privacy/masked.ts';
import type { ListQuery, MemoryStore, PurgeReport, ScoredUnit, StoreStats, UnitFilter, UnitPatch } from '../memory-store.ts';
import { foldKeywords } from '../search-text.ts';
import { sourceKey } from '../source-key.ts';
import { countMonths, newestOfEachAsset } from '../unit-sums.ts';
import { bytesUnder, eraseRows, readAllText } from './erase.ts';
import { EmbedderGuard, type EmbedderIdentity } from './embedder-guard.ts';
import { filterSql, hasAny, inList, patchSql, quote } from './filter-sql.ts';
import { ensureIndexes, ensureVectorIndex, vectorIndexFrom } from './indexes.ts';
import { migrate, readSchemaVersion, refuseNewer, writeSchemaVersion } from './migrate.ts';
import { openTable } from './open-table.ts';
import { ReadWriteGate } from './read-write-gate.ts';
import { photoFiles, toEmbedded, toRow, toUnit, type Row } from './rows.ts';
import { schemaVersion, unitColumns, unitSchema } from './schema.ts';

export interface LanceMemoryOptions {
  /** Made when it is missing. */
  readonly dir: string;
  readonly textEmbedder: EmbedderIdentity;
  readonly imageEmbedder: EmbedderIdentity;
}

const sortColumns = {
  madeAt: 'made_at',
  lastUsedAt: 'last_used_at',
  importance: 'importance',
  useCount: 'use_count',
  equipment: 'equipment',
  title: 'title',
} as const;

/** Opens the memory of a folder, or makes it. The caller holds the data folder's lock. Errors: see `MemoryStore`, and `bad-input` for a memory of a newer Fixlore. */
export async function openLanceMemoryStore(options: LanceMemoryOptions): Promise<MemoryStore> {
  try {
    const found = await readSchemaVersion(options.dir);
    if (found !== null) refuseNewer(found, schemaVersion);
    await makeFolder(options.dir, 'the memory folder');
    await chmod(options.dir, 0o700).catch(() => undefined);
    if (found === null) await writeSchemaVersion(options.dir, schemaVersion);
    const connection = await connect(options.dir);
    const table = await openTable(connection, options.textEmbedder, options.imageEmbedder);
    if (found !== null && found < schemaVersion) await migrate(options.dir, table, found, schemaVersion);
    await ensureIndexes(table);
    const store = new LanceMemoryStore(connection, table, options);
    await store.notice();
    return store;
  } catch (error) {
    throw toFileError(error, 'the memory folder');
  }
}

class LanceMemoryStore implements MemoryStore {
  readonly #connection: Connection;
  readonly #table: Table;
  readonly #options: LanceMemoryOptions;
  readonly #gate = new ReadWriteGate();
  readonly #embedders: EmbedderGuard;
  #equipment: readonly string[] | null = null;
  #assets: readonly { readonly asset: Masked; readonly equipment: Masked; readonly madeAt: string }[] | null = null;
  #indexed = { text: false, image: false };
  /** Rows that the keyword index does not hold yet. */
  #unindexed = true;

  constructor(connection: Connection, table: Table, options: LanceMemoryOptions) {
    this.#connection = connection;
    this.#table = table;
    this.#options = options;
    this.#embedders = new EmbedderGuard(options.textEmbedder, options.imageEmbedder);
  }

  /** Reads from the table which indexes stand and whose vectors it holds. */
  async notice(): Promise<void> {
    const columns = (await this.#table.listIndices()).flatMap((index) => index.columns);
    this.#indexed = { text: columns.includes('text_vector'), image: columns.includes('image_vector') };
    await this.#embedders.notice(this.#table);
  }

  #read<T>(work: () => Promise<T>): Promise<T> {
    return this.#gate.read(work).catch((error: unknown) => {
      throw toFileError(error, 'the memory folder');
    });
  }

  #write<T>(work: () => Promise<T>): Promise<T> {
    return this.#gate
      .write(work)
      .catch((error: unknown) => {
        throw toFileError(error, 'the memory folder');
      })
      .finally(() => {
        this.#equipment = null;
        this.#assets = null;
        this.#unindexed = true;
      });
  }

  async upsert(units: readonly EmbeddedUnit[]): Promise<void> {
    if (units.length === 0) return;
    this.#embedders.check();
    for (const unit of units) this.#embedders.checkUnit(unit);
    const { textEmbedder, imageEmbedder } = this.#options;
    // The last one of an id wins, as with single writes.
    const rows = [...new Map(units.map((unit) => [unit.unit.id, toRow(unit, imageEmbedder.dimensions)])).values()];
    await this.#write(async () => {
      const data = makeArrowTable(rows, { schema: unitSchema(textEmbedder.dimensions, imageEmbedder.dimensions) });
      await this.#table.mergeInsert('id').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(data);
    });
  }

  async #rows(where: string, columns: readonly string[], limit?: number): Promise<Row[]> {
    let query = this.#table
      .query()
      .where(where)
      .select([...columns]);
    if (limit !== undefined) query = query.limit(limit);
    return (await query.toArray()) as Row[];
  }

  async get(ids: readonly string[]): Promise<MemoryUnit[]> {
    if (ids.length === 0) return [];
    return this.#read(async () => (await this.#rows(inList('id', ids), unitColumns)).map(toUnit));
  }

  async getEmbedded(ids: readonly string[]): Promise<EmbeddedUnit[]> {
    if (ids.length === 0) return [];
    const columns = [...unitColumns, 'text_vector', 'text_embedder', 'has_image', 'image_vector', 'image_embedder'];
    return this.#read(async () => (await this.#rows(inList('id', ids), columns)).map(toEmbedded));
  }

  async findBySource(system: string, id: string): Promise<MemoryUnit | null> {
    return this.#read(async () => {
      const rows = await this.#rows(hasAny('source_keys', [sourceKey(system, id)]), unitColumns, 1);
      return rows[0] === undefined ? null : toUnit(rows[0]);
    });
  }

  async list(query: ListQuery): Promise<{ units: MemoryUnit[]; total: number }> {
    const where = filterSql(query);
    const limit = Math.min(Math.max(query.limit ?? 50, 0), 500);
    return this.#read(async () => {
      const total = await this.#table.countRows(where);
      if (limit === 0) return { units: [], total };
      const rows = (await this.#table
        .query()
        .where(where)
        .select([...unitColumns])
        .orderBy([
          { columnName: sortColumns[query.sort ?? 'madeAt'], ascending: !(query.descending ?? true) },
          // So that pages never overlap.
          { columnName: 'id', ascending: true },
        ])
        .offset(query.offset ?? 0)
        .limit(limit)
        .toArray()) as Row[];
      return { units: rows.map(toUnit), total };
    });
  }

  async listIds(filter: UnitFilter): Promise<string[]> {
    return this.#read(async () => (await this.#rows(filterSql(filter), ['id'])).map((row) => String(row['id'])));
  }

  async searchText(text: string, limit: number, filter: UnitFilter): Promise<ScoredUnit[]> {
    this.#embedders.check();
    const words = foldKeywords(text).trim();
    if (words === '') return [];
    await this.#refreshKeywords();
    return this.#read(async () => {
      const rows = (await this.#table
        .query()
        .fullTextSearch(words, { columns: ['search_text'] })
        .where(filterSql(filter))
        .select([...unitColumns, '_score'])
        .limit(limit)
        .toArray()) as Row[];
      return rows.map((row) => ({ unit: toUnit(row), score: Number(row['_score']) })).sort((a, b) => b.score - a.score);
    });
  }

  /**
   * Rows outside the index are searched too, but LanceDB counts a word that a row holds twice as two rows: in a small memory
   * its weight falls below zero and the row is not found at all. So the index takes them in before the next search,
   * unless they are less than a twentieth: then the miscount does no harm, and taking them in would cost seconds in a large memory.
   */
  async #refreshKeywords(): Promise<void> {
    if (!this.#unindexed) return;
    const behind = await this.#read(async () =>
      (await this.#table.listIndices()).some(
        (index) => index.columns.includes('search_text') && (index.numUnindexedRows ?? 1) > (index.numIndexedRows ?? 0) / 20,
      ),
    );
    try {
      if (behind) await this.#write(() => this.#table.optimize());
      this.#unindexed = false;
    } catch (error) {
      // On a drive that cannot be written the search goes on with the index as it is.
      if (!(error instanceof AppError)) throw error;
    }
  }

  async #searchVector(
    column: 'text_vector' | 'image_vector',
    vector: Float32Array,
    limit: number,
    where: string,
    indexed: boolean,
  ): Promise<ScoredUnit[]> {
    return this.#read(async () => {
      let query = (this.#table.query().nearestTo(vector) as VectorQuery).column(column).distanceType('dot');
      // Measured by scripts/measure-recall.ts: all ten neighbours of the exact search at 20,000 rows.
      query = indexed ? query.nprobes(32) : query.bypassVectorIndex();
      const rows = (await query
        .where(where)
        .select([...unitColumns, '_distance'])
        .limit(limit)
        .toArray()) as Row[];
      // The one place where a distance becomes a similarity: LanceDB's dot distance is 1 - dot.
      return rows.map((row) => ({ unit: toUnit(row), score: 1 - Number(row['_distance']) })).sort((a, b) => b.score - a.score);
    });
  }

  async searchTextVector(vector: Float32Array, limit: number, filter: UnitFilter): Promise<ScoredUnit[]> {
    this.#embedders.check();
    this.#embedders.checkVector(vector, this.#options.textEmbedder);
    return this.#searchVector('text_vector', vector, limit, filterSql(filter), this.#indexed.text);
  }

  async searchImageVector(vector: Float32Array, limit: number, filter: UnitFilter): Promise<ScoredUnit[]> {
    this.#embedders.check();
    this.#embedders.checkVector(vector, this.#options.imageEmbedder);
    return this.#searchVector('image_vector', vector, limit, filterSql(filter, 'has_image'), this.#indexed.image);
  }

  async findByCodes(codes: readonly string[], limit: number, filter: UnitFilter): Promise<MemoryUnit[]> {
    if (codes.length === 0) return [];
    return this.#read(async () => (await this.#rows(filterSql(filter, hasAny('codes', codes)), unitColumns, limit)).map(toUnit));
  }

  async equipmentNames(): Promise<readonly Masked[]> {
    this.#equipment ??= await this.#read(async () => {
      const rows = await this.#rows(`status != 'archived' AND equipment != ''`, ['equipment']);
      return [...new Set(rows.map((row) => String(row['equipment'])))].sort();
    });
    return this.#equipment.map(fromStore);
  }

  async assets(): Promise<readonly { readonly asset: Masked; readonly equipment: Masked }[]> {
    this.#assets ??= await this.#read(async () =>
      (await this.#rows(`status != 'archived' AND asset != ''`, ['asset', 'equipment', 'made_at'])).map((row) => ({
        asset: fromStore(String(row['asset'])),
        equipment: fromStore(String(row['equipment'])),
        madeAt: String(row['made_at']),
      })),
    );
    return newestOfEachAsset(this.#assets);
  }

  async sourceSystems(): Promise<readonly string[]> {
    const rows = await this.#read(() => this.#rows('true', ['source_system']));
    return [...new Set(rows.map((row) => String(row['source_system'])))].sort();
  }

  async growth(): Promise<readonly { readonly month: string; readonly units: number }[]> {
    const rows = await this.#read(() => this.#rows('true', ['made_at']));
    return countMonths(rows.map((row) => String(row['made_at'])));
  }

  async #usedAmong(files: ReadonlySet<string>): Promise<string[]> {
    if (files.size === 0) return [];
    const rows = await this.#rows(`photos != '[]'`, ['photos']);
    return [...new Set(rows.flatMap(photoFiles))].filter((file) => files.has(file));
  }

  async photosInUse(files: readonly string[]): Promise<string[]> {
    return this.#read(() => this.#usedAmong(new Set(files)));
  }

  async patch(ids: readonly string[], change: UnitPatch): Promise<void> {
    const values = patchSql(change);
    if (ids.length === 0 || Object.keys(values).length === 0) return;
    await this.#write(() => this.#table.update({ where: inList('id', ids), valuesSql: values }));
  }

  async purge(ids: readonly string[]): Promise<PurgeReport> {
    if (ids.length === 0) return { units: 0, orphanedPhotos: [], verified: true };
    return this.#write(async () => {
      const goneRows = await this.#rows(inList('id', ids), ['photos']);
      const photos = new Set(goneRows.flatMap(photoFiles));
      const verified = await eraseRows(this.#connection, this.#table, this.#options.dir, ids);
      this.#indexed = { text: false, image: false };
      await this.notice();
      for (const file of await this.#usedAmong(photos)) photos.delete(file);
      return { units: goneRows.length, orphanedPhotos: [...photos], verified };
    });
  }

  async compact(): Promise<void> {
    await this.#write(async () => {
      await ensureIndexes(this.#table);
      await this.#table.optimize({ cleanupOlderThan: new Date(Date.now() - 60_000) });
      const rows = await this.#table.countRows();
      const images = rows < vectorIndexFrom ? 0 : await this.#table.countRows('has_image');
      this.#indexed = {
        text: await ensureVectorIndex(this.#table, 'text_vector', rows),
        image: await ensureVectorIndex(this.#table, 'image_vector', images),
      };
    });
  }

  async stats(): Promise<StoreStats> {
    return this.#read(async () => {
      const counts = await Promise.all(
        unitStatuses.map(async (status) => [status, await this.#table.countRows(`status = ${quote(status)}`)] as const),
      );
      const byStatus = Object.fromEntries(counts) as Record<UnitStatus, number>;
      const units = counts.reduce((sum, [, count]) => sum + count, 0);
      return {
        units,
        byStatus,
        bytes: await bytesUnder(this.#options.dir),
        textEmbedder: units === 0 ? null : this.#embedders.storedText(),
        imageEmbedder: (await this.#table.countRows('has_image')) === 0 ? null : this.#embedders.storedImage(),
      };
    });
  }

  async *readEverything(): AsyncGenerator<{ where: string; text: string }> {
    yield* readAllText(this.#connection, this.#options.dir);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#gate.write(async () => {
      this.#table.close();
      this.#connection.close();
    });
  }
}
