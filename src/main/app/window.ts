import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import type { AuditEntry } from '../audit/audit-log.ts';
import { AppError } from '../domain/errors.ts';
import { piiKinds, type MaskedCount, type PiiKind } from '../domain/masked.ts';
import { unitStatuses } from '../domain/memory-unit.ts';
import { PhotoDesk } from '../diagnosis/photo-desk.ts';
import type { Clock } from '../platform/clock.ts';
import type { Paths } from '../platform/paths.ts';
import { maskReading } from '../privacy/mask-reading.ts';
import type { Masker } from '../privacy/masked.ts';
import { redactPhoto } from '../privacy/redact-photo.ts';
import type { App } from './app.ts';
import { findKnownAsset } from './known-asset.ts';
import type { OpenParts } from './lazy.ts';
import type { Engines } from './open-engines.ts';
import type { Stores } from './open-stores.ts';
import { plainEvent } from './plain-event.ts';
import { preparePhoto } from './prepare-case.ts';
import { searchByPhoto } from './search-by-photo.ts';
import type { Settings } from './settings.ts';
import { createDiagnoseWindow, type DiagnoseWindow } from './window-diagnose.ts';
import { createMemoryWindow, type MemoryWindow } from './window-memory.ts';

export interface WindowStatus {
  readonly version: string;
  readonly desktop: boolean;
  readonly units: number;
  readonly sample: boolean;
  readonly missingModels: readonly string[];
  readonly connections: number;
  readonly refusedAttempts: number;
  readonly since: string;
}

/** The app as a window uses it, whatever carries the calls. Each part is opened when it is first needed. */
export interface AppWindow {
  diagnose(): Promise<DiagnoseWindow>;
  memory(): Promise<MemoryWindow>;
  /** Cheap enough to be asked every few seconds; needs no model. `desktop`: the system's own dialogs can be opened. */
  status(desktop: boolean): Promise<WindowStatus>;
  /** Tried once in processes of their own; later calls get the same answer. */
  nativeParts(): Promise<readonly { readonly library: string; readonly ok: boolean; readonly message: string }[]>;
  /** How much was masked by kind in the last 30 days, from the audit log. */
  recentlyMasked(): Promise<{ masked: readonly MaskedCount[]; since: string }>;
  /** Newest first; with `id` only what happened to that case. */
  auditPage(offset: number, limit: number, id?: string): Promise<{ entries: readonly AuditEntry[]; total: number }>;
  /** When this process opened the app, ISO 8601. */
  readonly since: string;
}

export interface WindowParts {
  /** What every host has, without its window. */
  readonly app: Omit<App, 'window' | typeof Symbol.asyncDispose>;
  readonly open: OpenParts;
  readonly engines: Engines;
  readonly stores: Stores;
  readonly masker: Masker;
  readonly readyMasker: () => Promise<void>;
  readonly settings: () => Settings;
  readonly clock: Clock;
  readonly paths: Paths;
}

const recentDays = 30;
const hourMs = 3_600_000;

export function createWindow(parts: WindowParts): AppWindow {
  const { app, open, engines, stores, masker, readyMasker, settings, clock, paths } = parts;
  const since = clock.now().toISOString();
  // The lock is taken by what writes, and no earlier.
  const writer = {
    exclusive: async <T>(work: () => Promise<T>): Promise<T> => (await stores.writing.get()).writer.exclusive(work),
    remember: async (input: Parameters<Awaited<ReturnType<Stores['writing']['get']>>['writer']['remember']>[0]) =>
      (await stores.writing.get()).writer.remember(input),
  };
  const audit = async (entry: Parameters<typeof plainEvent>[0]): Promise<unknown> => {
    await stores.lock.get();
    return (await stores.audit.get()).append(plainEvent(entry));
  };
  const purgeNow = async (ids: readonly string[]): Promise<unknown> => (await stores.writing.get()).purge(ids);

  const diagnose = open.lazy(async () => {
    await readyMasker();
    const [store, codec] = await Promise.all([stores.memory.get(), engines.codec.get()]);
    const desk = new PhotoDesk({
      read: engines.readPhoto,
      readCodes: async (image) => (await import('../perception/read-codes.ts')).readCodes(image),
      maskReading: (reading) => maskReading(reading, masker),
      findPersonal: (image, reading) => redactPhoto(image, reading, masker, codec).painted,
      masker,
      language: () => settings().language,
      knownAsset: async (code) => findKnownAsset(code, { memory: store, records: await stores.records.get() }),
    });
    return createDiagnoseWindow({
      desk,
      jobs: stores.jobs,
      masker,
      clock,
      store,
      writer,
      lock: () => stores.lock.get(),
      diagnose: app.diagnose,
      preparePhoto: async (photo, signal) => (await preparePhoto(photo, engines, masker, signal)).photo,
      erase: purgeNow,
      audit,
    });
  });

  const memory = open.lazy(async () => {
    await readyMasker();
    const store = await stores.memory.get();
    const window = createMemoryWindow({
      store,
      writer,
      textEmbedder: () => engines.textEmbedder.get(),
      masker,
      purges: stores.purges,
      photosDir: paths.photos,
      thumbnailsDir: paths.thumbnails,
      graceDays: () => settings().purgeGraceDays,
      add: app.memory.add,
      search: app.memory.search,
      searchByPhoto: (bytes, text, limit, signal) =>
        searchByPhoto({ bytes, text, limit, signal }, { store, engines, settings: settings(), clock, masker }),
      purgeNow,
      audit,
    });
    const finishPurges = async (): Promise<void> => {
      await window.finishDuePurges().catch((error: unknown) => {
        // Another process that holds the folder will do it.
        if (!(error instanceof AppError && error.code === 'locked')) return app.noteFault(error).catch(() => undefined);
        return undefined;
      });
    };
    await finishPurges();
    const timer = setInterval(() => void finishPurges(), hourMs);
    timer.unref();
    open.add(() => clearInterval(timer));
    return window;
  });

  async function countUnits(): Promise<number> {
    try {
      const hidden = (await stores.purges.list()).flatMap((purge) => purge.ids);
      return (await (await stores.memory.get()).list({ status: unitStatuses, without: hidden, limit: 0 })).total;
    } catch (error) {
      // The page that says what is missing must open all the same.
      if (error instanceof AppError && error.code === 'native-part-missing') return 0;
      throw error;
    }
  }

  let probed: Promise<readonly { library: string; ok: boolean; message: string }[]> | undefined;

  return {
    since,
    diagnose: () => diagnose.get(),
    memory: () => memory.get(),

    async status(desktop) {
      const [units, models, sample] = await Promise.all([
        countUnits(),
        app.models.list(),
        stat(join(paths.data, 'sample-workspace.json')).then(
          () => true,
          () => false,
        ),
      ]);
      const { connections, refused } = app.network.report();
      return {
        version: packageJson.version,
        desktop,
        units,
        sample,
        missingModels: models.filter(({ state }) => state === 'missing' || state === 'damaged').map(({ id }) => id),
        connections,
        refusedAttempts: refused,
        since,
      };
    },

    nativeParts() {
      probed ??= app.models.nativeParts().then((results) => results.map(({ library, ok, message }) => ({ library, ok, message })));
      return probed;
    },

    async recentlyMasked() {
      const from = new Date(clock.now().getTime() - recentDays * 24 * hourMs).toISOString();
      const sums = new Map<PiiKind, number>();
      for (const entry of await app.audit.read({ limit: Infinity })) {
        if (entry.time < from) continue;
        for (const kind of new Set(entry.kinds ?? [])) {
          if (!isPiiKind(kind)) continue;
          // Entries that name a kind without its number stand for one.
          sums.set(kind, (sums.get(kind) ?? 0) + (entry.counts?.[kind] ?? 1));
        }
      }
      return { masked: [...sums].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count), since: from };
    },

    async auditPage(offset, limit, id) {
      const all = await app.audit.read({ limit: Infinity });
      const entries = id === undefined ? all : all.filter((entry) => entry.ids?.includes(id));
      return {
        entries: entries
          .toReversed()
          .slice(offset, offset + limit)
          .map(({ seq, time, action, ids, kinds, counts, prev, hash }) => ({ seq, time, action, ids, kinds, counts, prev, hash })),
        total: entries.length,
      };
    },
  };
}

function isPiiKind(kind: string): kind is PiiKind {
  return (piiKinds as readonly string[]).includes(kind);
}
