import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CaseMapping } from '../domain/case-table.ts';
import { AppError } from '../domain/errors.ts';
import type { MemoryUnit, UnitStatus } from '../domain/memory-unit.ts';
import type { TextEmbedder } from '../inference/text-embedder.ts';
import { guessMapping, readCaseTable, readDate, writeCaseTable } from '../memory/case-table.ts';
import { editUnit } from '../memory/edit-unit.ts';
import type { ListQuery, MemoryStore } from '../memory/memory-store.ts';
import type { PendingPurge, PendingPurges } from '../memory/pending-purges.ts';
import type { MemoryWriter } from '../memory/remember.ts';
import type { Masker } from '../privacy/masked.ts';
import type { CaseAdded, CaseInput } from './app.ts';
import {
  createCaseSearch,
  toFilter,
  type CasesAndMore,
  type CaseSearchParts,
  type FilterGiven,
  type SearchGiven,
} from './window-case-search.ts';

export interface MemoryWindowParts extends Pick<CaseSearchParts, 'search' | 'searchByPhoto'> {
  readonly store: MemoryStore;
  /** Takes the lock when it is first used. */
  readonly writer: Pick<MemoryWriter, 'exclusive'>;
  readonly textEmbedder: () => Promise<TextEmbedder>;
  readonly masker: Masker;
  readonly purges: PendingPurges;
  readonly photosDir: string;
  readonly thumbnailsDir: string;
  readonly graceDays: () => number;
  readonly add: (input: CaseInput, signal: AbortSignal) => Promise<CaseAdded>;
  /** Erases at once and proves it; jobs that show the cases go too. */
  readonly purgeNow: (ids: readonly string[]) => Promise<unknown>;
  readonly audit: (entry: { action: string; ids?: readonly string[]; counts?: Readonly<Record<string, number>> }) => Promise<unknown>;
}

export interface ListGiven extends FilterGiven {
  readonly sort: NonNullable<ListQuery['sort']>;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface CsvResult {
  readonly stored: number;
  readonly merged: number;
  readonly replaced: number;
  readonly rejected: readonly { readonly row: number; readonly reason: string }[];
}

export type CsvEvent =
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | { readonly type: 'done'; readonly result: CsvResult };

/** What the user types to purge, in either language of the window. */
const purgeWords = new Set(['purge', '清除']);

/** The audit names single cases; of a sweep over the whole memory it keeps the number. */
const idsOf = (ids: readonly string[]): { ids?: readonly string[] } => (ids.length <= 200 ? { ids } : {});

/** Bytes of the files of a folder; 0 when it is not there yet. */
async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  let bytes = 0;
  for (const name of names) bytes += (await stat(join(folder, name)).catch(() => null))?.size ?? 0;
  return bytes;
}

export type MemoryWindow = ReturnType<typeof createMemoryWindow>;

/** Browsing and pruning as the window does it. */
export function createMemoryWindow(parts: MemoryWindowParts) {
  const { store, writer } = parts;

  const hiddenIds = async (): Promise<ReadonlySet<string>> => new Set((await parts.purges.list()).flatMap((purge) => purge.ids));

  const search = createCaseSearch({ store, masker: parts.masker, hiddenIds, search: parts.search, searchByPhoto: parts.searchByPhoto });

  /** Cases within the days of grace of a purge are out of sight; only another purge reaches them. */
  async function known(ids: readonly string[], options: { hiddenToo?: boolean } = {}): Promise<MemoryUnit[]> {
    const hidden = options.hiddenToo === true ? new Set<string>() : await hiddenIds();
    const units = (await store.get([...new Set(ids)])).filter((unit) => !hidden.has(unit.id));
    if (units.length === 0) throw new AppError('not-found', 'None of these cases is on this machine any more. Load the list anew.');
    return units;
  }

  async function sizeOf(units: readonly MemoryUnit[]): Promise<{ photos: number; bytes: number }> {
    const files = [...new Set(units.flatMap((unit) => unit.photos.map((photo) => photo.file)))];
    let bytes = 0;
    for (const file of files)
      for (const folder of [parts.photosDir, parts.thumbnailsDir]) bytes += (await stat(join(folder, file)).catch(() => null))?.size ?? 0;
    // What a row takes on disk beside its photos: its texts and two vectors of float32.
    bytes += units.reduce((sum, unit) => sum + Buffer.byteLength(JSON.stringify(unit)) + 2 * 384 * 4, 0);
    return { photos: files.length, bytes };
  }

  async function setStatus(ids: readonly string[], status: UnitStatus, action: string): Promise<{ changed: number }> {
    const units = await known(ids);
    await writer.exclusive(() =>
      store.patch(
        units.map((unit) => unit.id),
        { status },
      ),
    );
    await parts.audit({ action, ...idsOf(units.map((unit) => unit.id)), counts: { units: units.length } });
    return { changed: units.length };
  }

  /** Erases, and takes purges off the list of which nothing is left to wait for. */
  async function carryOut(ids: readonly string[]): Promise<void> {
    await parts.purgeNow(ids);
    const gone = new Set(ids);
    for (const purge of await parts.purges.list()) if (purge.ids.every((id) => gone.has(id))) await parts.purges.settle(purge.id);
  }

  return {
    async list(given: ListGiven): Promise<{ units: MemoryUnit[]; total: number }> {
      // Units of a purge within its days of grace lie in the archive, out of sight.
      return store.list({ ...toFilter(given), without: [...(await hiddenIds())] });
    },

    search: (given: SearchGiven): Promise<CasesAndMore> => search(given),

    ids: async (given: FilterGiven): Promise<string[]> => store.listIds({ ...toFilter(given), without: [...(await hiddenIds())] }),

    async get(id: string): Promise<MemoryUnit> {
      const [unit] = (await hiddenIds()).has(id) ? [] : await store.get([id]);
      if (!unit) throw new AppError('not-found', `There is no case ${id} on this machine.`);
      return unit;
    },

    async photo(file: string, size: 'full' | 'thumbnail'): Promise<Uint8Array> {
      const folders = size === 'thumbnail' ? [parts.thumbnailsDir, parts.photosDir] : [parts.photosDir];
      for (const folder of folders) {
        const bytes = await readFile(join(folder, file)).catch(() => null);
        if (bytes) return bytes;
      }
      throw new AppError('not-found', 'That photo is not on this machine any more.');
    },

    async edit(id: string, change: Readonly<Record<string, string | number | undefined>>): Promise<MemoryUnit> {
      const masked = Object.fromEntries(
        Object.entries(change)
          .filter(([, value]) => value !== undefined)
          .map(([key, value]) => [key, typeof value === 'string' && key !== 'standing' ? parts.masker.mask(value).text : value]),
      );
      const textEmbedder = await parts.textEmbedder();
      return writer.exclusive(async () => {
        const [before] = (await hiddenIds()).has(id) ? [] : await store.getEmbedded([id]);
        if (!before) throw new AppError('not-found', `There is no case ${id} on this machine.`);
        const after = await editUnit(before, masked, textEmbedder);
        await store.upsert([after]);
        await parts.audit({ action: 'memory-edit', ids: [id], counts: { fields: Object.keys(masked).length } });
        return after.unit;
      });
    },

    archive: (ids: readonly string[]) => setStatus(ids, 'archived', 'memory-archive'),
    restore: (ids: readonly string[]) => setStatus(ids, 'active', 'memory-restore'),

    async purgePreview(ids: readonly string[]) {
      const units = await known(ids, { hiddenToo: true });
      return { units: units.length, ...(await sizeOf(units)), graceDays: parts.graceDays() };
    },

    async purge(ids: readonly string[], word: string, now: boolean): Promise<{ purge: PendingPurge | null; gone: boolean }> {
      if (!purgeWords.has(word.trim().toLowerCase()))
        throw new AppError('bad-input', 'Type the word “purge” (or “清除”) to confirm. Nothing was purged.');
      const units = await known(ids, { hiddenToo: true });
      const wanted = units.map((unit) => unit.id);
      if (now || parts.graceDays() === 0) {
        await carryOut(wanted);
        return { purge: null, gone: true };
      }
      const before = Object.fromEntries(units.map((unit) => [unit.id, unit.status]));
      const waiting = await hiddenIds();
      const fresh = wanted.filter((id) => !waiting.has(id));
      if (fresh.length === 0)
        throw new AppError('bad-input', 'These cases wait for their purge already. Purge them at once, or take it back.');
      const size = await sizeOf(units.filter((unit) => !waiting.has(unit.id)));
      const purge = await writer.exclusive(async () => {
        const planned = await parts.purges.add(
          fresh,
          Object.fromEntries(fresh.map((id) => [id, before[id] ?? 'active'])),
          size,
          parts.graceDays(),
        );
        await store.patch(fresh, { status: 'archived' });
        return planned;
      });
      await parts.audit({ action: 'purge-planned', ...idsOf(fresh), counts: { units: fresh.length } });
      return { purge, gone: false };
    },

    purges: () => parts.purges.list(),

    async takeBackPurge(id: string): Promise<{ restored: number }> {
      const purge = await writer.exclusive(async () => {
        const planned = await parts.purges.get(id);
        for (const status of ['active', 'archived', 'obsolete'] as const) {
          const ids = planned.ids.filter((unit) => planned.before[unit] === status);
          if (ids.length > 0) await store.patch(ids, { status });
        }
        return parts.purges.settle(id);
      });
      await parts.audit({ action: 'purge-taken-back', ...idsOf(purge.ids), counts: { units: purge.ids.length } });
      return { restored: purge.ids.length };
    },

    /** Carries out the purges whose days of grace are over; called at the start and every hour. */
    async finishDuePurges(): Promise<number> {
      const due = await parts.purges.due();
      for (const purge of due) {
        await parts.purgeNow(purge.ids);
        await parts.purges.settle(purge.id);
      }
      // A crash between the plan and the hiding leaves cases in sight.
      const inSight = (await store.get([...(await hiddenIds())])).filter((unit) => unit.status !== 'archived').map((unit) => unit.id);
      if (inSight.length > 0) await writer.exclusive(() => store.patch(inSight, { status: 'archived' }));
      return due.length;
    },

    async facets(): Promise<{ equipment: readonly string[]; sources: readonly string[] }> {
      return { equipment: await store.equipmentNames(), sources: await store.sourceSystems() };
    },

    /** Bytes on disk of the table and of the photos; the growth is how many cases there were by the end of each month. */
    async size(): Promise<{ units: number; bytes: number; photoBytes: number; growth: { month: string; units: number }[] }> {
      const [stats, months] = [await store.stats(), await store.growth()];
      let sum = 0;
      const growth = months.map(({ month, units }) => ({ month, units: (sum += units) }));
      return {
        units: stats.units,
        bytes: stats.bytes,
        photoBytes: (await bytesIn(parts.photosDir)) + (await bytesIn(parts.thumbnailsDir)),
        growth,
      };
    },

    csvPreview(bytes: Uint8Array) {
      const table = readCaseTable(bytes);
      return {
        columns: table.columns,
        rows: table.rows.slice(0, 8).map((row) => table.columns.map((name) => row[name] ?? '')),
        totalRows: table.rows.length,
        mapping: guessMapping(table.columns),
      };
    },

    async *csvImport(bytes: Uint8Array, mapping: CaseMapping, signal: AbortSignal): AsyncGenerator<CsvEvent> {
      const table = readCaseTable(bytes);
      for (const column of Object.values(mapping))
        if (!table.columns.includes(column))
          throw new AppError('bad-input', `The table has no column “${column.slice(0, 60)}”. Choose one of its own columns.`);
      if (!mapping.text && !mapping.title) throw new AppError('bad-input', 'Say which column holds the description of the fault.');
      const result = { stored: 0, merged: 0, replaced: 0, rejected: [] as { row: number; reason: string }[] };
      for (const [index, row] of table.rows.entries()) {
        signal.throwIfAborted();
        const reason = await importRow(row, mapping, signal, result).catch((error: unknown) => {
          if (signal.aborted || (error instanceof AppError && error.code !== 'bad-input')) throw error;
          return error instanceof Error ? error.message : 'This row cannot be read.';
        });
        if (reason !== null) result.rejected.push({ row: table.lines[index] ?? index + 2, reason });
        if (index % 10 === 9) yield { type: 'progress', done: index + 1, total: table.rows.length };
      }
      await parts.audit({
        action: 'memory-import',
        counts: { stored: result.stored, merged: result.merged, replaced: result.replaced, rejected: result.rejected.length },
      });
      yield { type: 'done', result };
    },

    async export(ids: readonly string[], format: 'csv' | 'json'): Promise<string> {
      const units = await known(ids);
      await parts.audit({ action: 'memory-export', counts: { units: units.length } });
      return format === 'csv' ? `\uFEFF${writeCaseTable(units)}` : JSON.stringify(units, null, 2);
    },
  };

  async function importRow(
    row: Readonly<Record<string, string>>,
    mapping: CaseMapping,
    signal: AbortSignal,
    result: { stored: number; merged: number; replaced: number },
  ): Promise<string | null> {
    const cell = (field: keyof CaseMapping): string => (mapping[field] === undefined ? '' : (row[mapping[field]] ?? '').trim());
    const text = cell('text') || cell('title');
    if (text === '') return 'There is no description in this row.';
    const date = cell('madeAt');
    const madeAt = date === '' ? undefined : readDate(date);
    if (madeAt === null) return `“${date.slice(0, 40)}” is no date. Write it like 2024-03-15.`;
    const source = cell('source');
    const added = await parts.add(
      {
        text,
        ...(cell('title') ? { title: cell('title') } : {}),
        resolution: cell('resolution'),
        equipment: cell('equipment'),
        asset: cell('asset'),
        workOrder: cell('workOrder'),
        ...(cell('codes')
          ? {
              codes: cell('codes')
                .split(/[\s,;，；、]+/)
                .filter(Boolean),
            }
          : {}),
        ...(source ? { source: { system: 'csv', id: source } } : {}),
        ...(madeAt ? { madeAt } : {}),
        // A ticket without a fix is history, not a solution.
        ...(cell('resolution') === '' ? { standing: 'history' as const } : {}),
        origin: 'import',
      },
      signal,
    );
    if (added.outcome === 'refused')
      return added.reason === 'purged' ? 'It was purged here before and is not brought back.' : 'It says nothing that could help later.';
    if (added.outcome === 'merged') result.merged += 1;
    else if (added.outcome === 'replaced') result.replaced += 1;
    else result.stored += 1;
    return null;
  }
}
