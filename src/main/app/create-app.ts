import { join, resolve } from 'node:path';
import { createToolCache } from '../agent/tool-cache.ts';
import type { ModelStore } from '../catalog/model-store.ts';
import { probeNativeParts } from '../catalog/probe-native.ts';
import { openStandardCatalog } from '../catalog/standard-catalog.ts';
import { detectLanguage } from '../domain/language.ts';
import { AppError } from '../domain/errors.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { silentLogger, type Logger } from '../platform/logger.ts';
import { resolvePaths } from '../platform/paths.ts';
import { createLogger } from '../platform/pino-logger.ts';
import { loadInstallationSecret } from '../privacy/installation-secret.ts';
import { countsByKind } from '../privacy/mask-reading.ts';
import type { Masker } from '../privacy/masked.ts';
import { createMasker } from '../privacy/masker.ts';
import type { App } from './app.ts';
import { dataFolderExists } from './check-data-folder.ts';
import { OpenParts } from './lazy.ts';
import type { DiagnosisParts } from './open-diagnosis.ts';
import { openEngines, type EngineOverrides } from './open-engines.ts';
import { openStores } from './open-stores.ts';
import { prepareCase } from './prepare-case.ts';
import { runDiagnosis } from './run-diagnosis.ts';
import { openSample, sampleDir } from './sample-workspace.ts';
import { searchMemory } from './search-memory.ts';
import { describeSettings, SettingsFile } from './settings-file.ts';
import type { Settings } from './settings.ts';
import { shareEgressGuard } from './shared-egress-guard.ts';
import { createWindow, type AppWindow } from './window.ts';

export interface AppConfig {
  /** Default: the user's own data folder, or `FIXLORE_DATA_DIR`. */
  readonly dataDir?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly clock?: Clock;
  /** Default: a file in the data folder; nothing when only reading. */
  readonly logger?: Logger;
  /** Takes no lock, makes no folder and writes nothing; what would write is refused. */
  readonly readOnly?: boolean;
  /** Bad values in the settings file count as not set, so that they can be put right. */
  readonly repairSettings?: boolean;
}

/** Ready-made parts instead of the real ones, for tests. */
export interface AppOverrides extends EngineOverrides {
  readonly models?: ModelStore;
  /** The folder with the sample workspace. */
  readonly sampleDir?: string;
}

/**
 * The composition root: the only place that wires, and the only one that knows which library does what. Nothing heavy
 * is opened before it is asked for. Errors: `bad-input` for settings or a data folder that is a file.
 */
export async function createApp(config: AppConfig = {}, overrides: AppOverrides = {}): Promise<App> {
  const env = config.env ?? process.env;
  const clock = config.clock ?? systemClock;
  const readOnly = config.readOnly ?? false;
  const paths = resolvePaths(config.dataDir === undefined ? undefined : resolve(config.dataDir), env);
  const exists = await dataFolderExists(paths.data);
  const settingsFile = new SettingsFile(paths.settingsFile, { clock, readOnly });
  const loaded = await settingsFile.load({ lenient: config.repairSettings ?? false });
  let settings: Settings = loaded.settings;

  const guard = shareEgressGuard();
  const parts = new OpenParts();
  parts.add(() => guard[Symbol.dispose]());
  const secret = parts.lazy(() => loadInstallationSecret(paths.secretFile));
  // One masker for all rooms; a new word on the user's list counts from the next text on.
  let inner: Masker | undefined;
  const masker: Masker = {
    mask: (text) => {
      if (inner === undefined) throw new Error('The masker was used before it was ready.');
      return inner.mask(text);
    },
  };
  const readyMasker = async (): Promise<void> => {
    inner ??= createMasker({ secret: await secret.get(), ownWords: settings.ownWords });
  };

  const models = parts.lazy(async () => overrides.models ?? (await openStandardCatalog({ modelsDir: paths.models, env })));
  const closing = new AbortController();
  const engines = openEngines(parts, { models, closing: closing.signal, settings: () => settings, kvStateDir: paths.kvStates, overrides });
  const toolCache = createToolCache({ nowMs: () => clock.monotonicMs() });
  const stores = openStores(parts, { paths, clock, engines, masker, readyMasker, secret, readOnly, onWrite: toolCache.clear });
  const logger = parts.lazy(async (): Promise<Logger> => {
    if (config.logger) return config.logger;
    if (readOnly) return silentLogger;
    await readyMasker();
    return createLogger({ dir: paths.logs, masker, level: 'info' });
  });

  let diagnosis: { readonly settings: Settings; readonly opening: Promise<DiagnosisParts> } | undefined;
  /** Wired anew when a setting was changed; the engines and stores stay as they are. */
  const diagnosing = (): Promise<DiagnosisParts> => {
    if (diagnosis?.settings !== settings) {
      const opening = (async () => {
        await Promise.all([readyMasker(), stores.writing.get()]);
        // Loaded late: a list of cases needs neither tools nor prompts.
        const { openDiagnosis } = await import('./open-diagnosis.ts');
        return openDiagnosis({ engines, stores, masker, settings, clock, logger: await logger.get(), toolCache });
      })();
      diagnosis = { settings, opening };
      opening.catch(() => {
        diagnosis = undefined;
      });
    }
    return diagnosis.opening;
  };

  const refuseReadOnly = (): void => {
    if (readOnly) throw new AppError('internal', 'This part of Fixlore was opened for reading alone. Start it again without that.');
  };
  const nothingStored = { units: 0, byStatus: { active: 0, archived: 0, obsolete: 0 }, bytes: 0, textEmbedder: null, imageEmbedder: null };
  // Reading alone never makes a folder: a memory that is not there yet is an empty one.
  const isThere = async (folder: string): Promise<boolean> => !readOnly || (exists && (await dataFolderExists(folder)));

  const app: Omit<App, 'window' | typeof Symbol.asyncDispose> = {
    warnings: loaded.warnings,
    folders: { data: paths.data, cache: paths.cache, config: paths.config },

    async *diagnose(input, signal = new AbortController().signal) {
      refuseReadOnly();
      yield* runDiagnosis({ input, signal, lock: stores.lock, diagnosing, engines });
    },

    async warm(signal) {
      const language = settings.language === 'auto' ? 'en' : settings.language;
      await diagnosing()
        .then(({ agent }) => agent.warm(language, signal))
        .catch(() => undefined);
    },

    memory: {
      async add(input, signal = new AbortController().signal) {
        refuseReadOnly();
        await Promise.all([readyMasker(), stores.lock.get()]);
        const { input: unit, masked } = await prepareCase(input, engines, masker, signal);
        const { writer } = await stores.writing.get();
        const added = await writer.remember(unit);
        const log = await stores.audit.get();
        await log.append({
          action: added.outcome === 'refused' ? 'memory-refused' : 'memory-write',
          ids: added.id === '' ? [] : [added.id],
          kinds: masked.map(({ kind }) => kind),
          counts: { photos: unit.photos.length, masked: masked.reduce((sum, { count }) => sum + count, 0), ...countsByKind(masked) },
        });
        return { ...added, masked };
      },
      async list(query = {}) {
        return (await isThere(paths.memory)) ? (await stores.memory.get()).list(query) : { units: [], total: 0 };
      },
      async search(text, options = {}) {
        if (!(await isThere(paths.memory))) return { cases: [], otherModels: [] };
        await readyMasker();
        return searchMemory(text, options, { store: await stores.memory.get(), engines, settings, clock, masker });
      },
      async show(id) {
        const [unit] = (await isThere(paths.memory)) ? await (await stores.memory.get()).get([id]) : [];
        if (unit === undefined) throw new AppError('not-found', `There is no case ${id.slice(0, 40)}. "memory list" shows what there is.`);
        return unit;
      },
      async purge(ids) {
        refuseReadOnly();
        await stores.lock.get();
        const known = new Set((await (await stores.memory.get()).get(ids)).map((unit) => unit.id));
        const unknown = ids.filter((id) => !known.has(id));
        if (unknown.length > 0)
          throw new AppError(
            'not-found',
            `There is no case ${unknown.map((id) => id.slice(0, 40)).join(', ')}; nothing was erased. "memory list" shows what there is.`,
          );
        return (await stores.writing.get()).purge(ids);
      },
      async stats() {
        return (await isThere(paths.memory)) ? (await stores.memory.get()).stats() : nothingStored;
      },
    },

    knowledge: {
      async importMarkdown(file) {
        refuseReadOnly();
        await stores.lock.get();
        const document = await (await stores.knowledge.get()).importMarkdown(file);
        toolCache.clear();
        await (
          await stores.audit.get()
        ).append({ action: 'knowledge-import', ids: [document.id], counts: { passages: document.passages } });
        return document;
      },
      async documents() {
        return (await isThere(paths.knowledge)) ? (await stores.knowledge.get()).documents() : [];
      },
      async search(text, options = {}) {
        if (!(await isThere(paths.knowledge))) return [];
        await readyMasker();
        const question = masker.mask(text).text;
        return (await stores.knowledge.get()).search(
          { text: question, codes: [], equipment: [], language: detectLanguage(text) },
          options.limit ?? 5,
        );
      },
    },

    records: {
      async importWorkOrders(file) {
        refuseReadOnly();
        await stores.lock.get();
        const report = await (await stores.records.get()).importWorkOrders(file);
        toolCache.clear();
        await (
          await stores.audit.get()
        ).append({ action: 'records-import', counts: { imported: report.imported, rejected: report.rejected.length } });
        return report;
      },
    },

    models: {
      list: async () => (await models.get()).list(),
      async fetch(id, options = {}) {
        const store = await models.get();
        const wanted = id === undefined ? (await store.list()).filter((model) => model.state !== 'ready').map((model) => model.id) : [id];
        await guard.allow(async () => {
          for (const model of wanted) await store.fetch(model, options);
        });
      },
      verify: async (id, signal) => (await models.get()).verify(id, signal),
      importFrom: async (dir, options) => (await models.get()).importFrom(resolve(dir), options),
      nativeParts: () => probeNativeParts(),
    },

    settings: {
      get: () => settings,
      async set(patch) {
        refuseReadOnly();
        await stores.lock.get();
        settings = await settingsFile.change(patch);
        inner = undefined;
        if (secret.opened) await readyMasker();
        return settings;
      },
      describe: () => describeSettings(settings),
    },

    audit: {
      async read({ offset = 0, limit = 100 } = {}) {
        return (await isThere(paths.audit)) ? (await stores.audit.get()).read({ offset, limit }) : [];
      },
      async verify() {
        return (await isThere(paths.audit)) ? (await stores.audit.get()).verify() : { entries: 0, firstBroken: null };
      },
    },

    async openSampleWorkspace(onProgress = () => undefined, signal = new AbortController().signal) {
      refuseReadOnly();
      await stores.lock.get();
      return openSample(
        overrides.sampleDir ?? sampleDir,
        join(paths.data, 'sample-workspace.json'),
        {
          addCase: app.memory.add,
          importMarkdown: app.knowledge.importMarkdown,
          importWorkOrders: app.records.importWorkOrders,
          embedders: [engines.textIdentity.id, engines.imageIdentity.id],
          countCases: async () => (await app.memory.stats()).units,
        },
        onProgress,
        signal,
      );
    },

    network: { report: () => guard.report() },

    async noteFault(error) {
      const log = await logger.get();
      await readyMasker();
      log.error(masker.mask(error instanceof Error ? (error.stack ?? error.message) : String(error)).text);
    },
  };
  let window: AppWindow | undefined;
  return {
    ...app,
    get window() {
      refuseReadOnly();
      return (window ??= createWindow({ app, open: parts, engines, stores, masker, readyMasker, settings: () => settings, clock, paths }));
    },
    [Symbol.asyncDispose]: () => {
      closing.abort();
      return parts[Symbol.asyncDispose]();
    },
  };
}
