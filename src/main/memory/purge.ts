import { AppError } from '../domain/errors.ts';
import type { Masked } from '../domain/masked.ts';
import type { MemoryUnit } from '../domain/memory-unit.ts';
import type { WriteJournal } from '../platform/write-journal.ts';
import type { MemoryStore, PurgeReport } from './memory-store.ts';
import { dropPhotos } from './photo-files.ts';
import type { Tombstones } from './tombstones.ts';

export interface PurgeOptions {
  readonly store: MemoryStore;
  readonly journal: WriteJournal;
  readonly photosDir: string;
  readonly thumbnailsDir: string;
  readonly tombstones: Tombstones;
  /** Keeps writes away meanwhile; the writer's `exclusive`. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  readonly audit?: {
    append(entry: { action: 'purge'; ids: readonly string[]; counts: Readonly<Record<string, number>> }): Promise<unknown>;
  };
}

export interface Purge {
  /** Erases units and all that belongs to them; unknown ids are ignored. Errors: those of the store; `internal` when something is left. */
  (ids: readonly string[]): Promise<PurgeReport>;
  /** Finishes what a crash interrupted; call it at the start, before writes are replayed. */
  resume(): Promise<void>;
}

/**
 * Real deletion: rows, vectors, indexes, old table versions, journal, photos and thumbnails that no other unit uses.
 * The intention is journaled first, and a keyed tombstone keeps an import from bringing the source back.
 */
export function createPurge(options: PurgeOptions): Purge {
  const { store, journal } = options;

  async function carryOut(entry: number, ids: readonly string[], photos: readonly string[]): Promise<PurgeReport> {
    const gone = new Set(ids);
    await journal.erase((record) => record.type === 'write' && gone.has(record.unit.unit.id));
    const report = await store.purge(ids);
    const orphans = [...new Set([...report.orphanedPhotos, ...(await unused(store, photos, journal))])];
    await dropPhotos([options.photosDir, options.thumbnailsDir], orphans);
    if (!report.verified) {
      // The intention stays in the journal: the next start tries again.
      throw new AppError(
        'internal',
        'The cases are deleted, but traces of them may still be on disk. Close other programs that use the data folder and start Fixlore again; it finishes the purge then.',
        { data: { ids: [...ids] } },
      );
    }
    await options.audit?.append({ action: 'purge', ids: [...ids], counts: { units: report.units, photos: orphans.length } });
    await journal.settle(entry);
    // Whatever was settled before may still stand in the file.
    await journal.erase(() => false);
    return { ...report, orphanedPhotos: orphans };
  }

  const purge = (ids: readonly string[]) =>
    options.exclusive(async () => {
      const units = await store.get(ids);
      const waiting = journal
        .pending()
        .flatMap(({ record }) => (record.type === 'write' && ids.includes(record.unit.unit.id) ? [record.unit.unit] : []));
      const all = [...units, ...waiting];
      if (all.length === 0) return { units: 0, orphanedPhotos: [], verified: true };
      const photos = [...new Set(all.flatMap((unit) => unit.photos.map((photo) => photo.file)))];
      await options.tombstones.add(all.flatMap((unit) => [unit.source, ...unit.mergedSources] satisfies { system: string; id: Masked }[]));
      const entry = await journal.append({ type: 'purge', ids: [...ids], photos });
      await forgetConflicts(store, units, new Set(ids));
      return carryOut(entry, ids, photos);
    });

  return Object.assign(purge, {
    resume: () =>
      options.exclusive(async () => {
        for (const { id, record } of journal.pending()) if (record.type === 'purge') await carryOut(id, record.ids, record.photos);
      }),
  });
}

/** Takes the ids that go out of the marks of those that stay. */
async function forgetConflicts(store: MemoryStore, units: readonly MemoryUnit[], gone: ReadonlySet<string>): Promise<void> {
  const partners = await store.getEmbedded([...new Set(units.flatMap((unit) => unit.conflictsWith))].filter((id) => !gone.has(id)));
  await store.upsert(
    partners.map((partner) => ({
      ...partner,
      unit: { ...partner.unit, conflictsWith: partner.unit.conflictsWith.filter((id) => !gone.has(id)) },
    })),
  );
}

/** Photos of a purge that no stored and no waiting unit uses; after a crash the rows that named them may be gone already. */
async function unused(store: MemoryStore, photos: readonly string[], journal: WriteJournal): Promise<string[]> {
  const left = new Set(photos);
  if (left.size === 0) return [];
  for (const { record } of journal.pending())
    if (record.type === 'write') for (const photo of record.unit.unit.photos) left.delete(photo.file);
  for (const file of await store.photosInUse([...left])) left.delete(file);
  return [...left];
}
