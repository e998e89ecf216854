import { join } from 'node:path';
import { plainEvent } from './plain-event.ts';
import { openAuditLog, type AuditLog } from '../audit/audit-log.ts';
import { openKnowledge, type KnowledgeIndex } from '../knowledge/knowledge-index.ts';
import { JobBook } from '../diagnosis/job-book.ts';
import type { MemoryStore } from '../memory/memory-store.ts';
import { watchWrites } from '../memory/watch-writes.ts';
import { PendingPurges } from '../memory/pending-purges.ts';
import { createPurge, type Purge } from '../memory/purge.ts';
import { createMemoryWriter, type MemoryWriter } from '../memory/remember.ts';
import { openTombstones } from '../memory/tombstones.ts';
import type { Clock } from '../platform/clock.ts';
import { acquireLock } from '../platform/file-lock.ts';
import type { Paths } from '../platform/paths.ts';
import { openWriteJournal } from '../platform/write-journal.ts';
import type { Masker } from '../privacy/masked.ts';
import { openRecords, type RecordStore } from '../records/record-store.ts';
import { checkDataFolder } from './check-data-folder.ts';
import type { Lazy, OpenParts } from './lazy.ts';
import { loadNative } from './load-native.ts';
import type { Engines } from './open-engines.ts';

export interface WriterParts {
  readonly writer: MemoryWriter;
  readonly purge: Purge;
}

/** What lies in the data folder, each part opened when it is first needed. */
export interface Stores {
  /** Makes this process the only writer of the data folder. Errors: `locked`, `read-only`, `disk-full`, `no-permission`. */
  readonly lock: Lazy<AsyncDisposable>;
  readonly memory: Lazy<MemoryStore>;
  /** Takes the lock, and finishes first what an earlier run still owed. */
  readonly writing: Lazy<WriterParts>;
  readonly audit: Lazy<AuditLog>;
  readonly jobs: JobBook;
  readonly purges: PendingPurges;
  readonly knowledge: Lazy<KnowledgeIndex>;
  readonly records: Lazy<RecordStore>;
}

export interface StoreOptions {
  /** Called after each write to the memory. */
  readonly onWrite: () => void;
  readonly paths: Paths;
  readonly clock: Clock;
  readonly engines: Engines;
  readonly masker: Masker;
  /** To be awaited before anything is masked. */
  readonly readyMasker: () => Promise<void>;
  readonly secret: Lazy<Uint8Array>;
  readonly readOnly: boolean;
}

export function openStores(parts: OpenParts, options: StoreOptions): Stores {
  const { paths, clock, engines, masker, readyMasker, readOnly } = options;

  const lock = parts.lazy(async () => {
    await checkDataFolder(paths.data);
    return acquireLock(paths.lockFile);
  });
  const jobs = new JobBook(paths.jobs, clock);
  const audit = parts.lazy(async () => openAuditLog(paths.audit, clock, { key: await options.secret.get(), readOnly }));
  const memory = parts.lazy(async () => {
    const { openLanceMemoryStore } = await loadNative(
      () => import('../memory/lancedb/lancedb-memory-store.ts'),
      'The part that keeps the memory (LanceDB)',
    );
    const store = await openLanceMemoryStore({
      dir: paths.memory,
      textEmbedder: engines.textIdentity,
      imageEmbedder: engines.imageIdentity,
    });
    return watchWrites(store, options.onWrite);
  });
  const writing = parts.lazy(async () => {
    await lock.get();
    const journal = await openWriteJournal(paths.journal);
    parts.add(() => journal[Symbol.asyncDispose]());
    const [store, log, textEmbedder] = [await memory.get(), await audit.get(), await engines.textEmbedder.get()];
    const tombstones = openTombstones(join(paths.memory, 'purged.json'), await options.secret.get());
    const cuts = await engines.cuts.get();
    const writer = createMemoryWriter({
      store,
      journal,
      textEmbedder,
      imageEmbedderId: engines.imageIdentity.id,
      photosDir: paths.photos,
      thumbnailsDir: paths.thumbnails,
      cuts,
      clock,
      tombstones,
    });
    const erase = createPurge({
      store,
      journal,
      photosDir: paths.photos,
      thumbnailsDir: paths.thumbnails,
      tombstones,
      exclusive: writer.exclusive,
      audit: { append: (entry) => log.append(plainEvent(entry)) },
    });
    await erase.resume();
    await writer.replay();
    parts.add(() => writer.drain());
    // What a job shows of a case goes with the case.
    const purge: Purge = Object.assign(
      async (ids: readonly string[]) => {
        await jobs.forgetCases(new Set(ids));
        return erase(ids);
      },
      { resume: erase.resume },
    );
    return { writer, purge };
  });
  return {
    lock,
    jobs,
    purges: new PendingPurges(paths.purgesFile, clock),
    audit,
    memory,
    writing,
    knowledge: parts.lazy(async () => {
      await readyMasker();
      return openKnowledge({ dir: paths.knowledge, textEmbedder: await engines.textEmbedder.get(), masker });
    }),
    records: parts.lazy(async () => {
      await readyMasker();
      return openRecords({ dir: paths.records, masker });
    }),
  };
}
