import { implement, ORPCError } from '@orpc/server';
import type { App } from '../app/app.ts';
import type { AppWindow } from '../app/window.ts';
import { AppError, isCancellation } from '../domain/errors.ts';
import { contract } from '../../preload/contract/index.ts';
import { streamProgress } from './stream-progress.ts';
import { toRpcError } from './to-rpc-error.ts';

export interface HostAbilities {
  /** The system's own dialog, where the host has one. */
  readonly pickFolder?: () => Promise<string | null>;
}

async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer());
}

/** Something of ours that broke; what the user or the caller did is none. */
function isFault(error: unknown): boolean {
  return !(error instanceof AppError) && !(error instanceof ORPCError) && !isCancellation(error);
}

const never = new AbortController().signal;

/** The contract on top of the app; the same for every host. */
export function createRouter(app: App & { readonly window: AppWindow }, host: HostAbilities = {}) {
  const { window } = app;
  const os = implement(contract).use(async ({ next }) => {
    try {
      return await next();
    } catch (error) {
      if (isFault(error)) await app.noteFault(error).catch(() => undefined);
      throw toRpcError(error);
    }
  });

  return os.router({
    diagnose: {
      readPhoto: os.diagnose.readPhoto.handler(async ({ input, signal = never }) =>
        (await window.diagnose()).readPhoto(await bytesOf(input.file), input.role, signal, input.language),
      ),
      forgetPhoto: os.diagnose.forgetPhoto.handler(async ({ input }) => ({
        forgotten: (await window.diagnose()).forgetPhoto(input.handle),
      })),
      ask: os.diagnose.ask.handler(async function* ({ input, signal = never }) {
        try {
          yield* (await window.diagnose()).ask(input, signal);
        } catch (error) {
          // A stream fails at its iteration, after the middleware has returned.
          if (isFault(error)) await app.noteFault(error).catch(() => undefined);
          throw toRpcError(error);
        }
      }),
      jobs: os.diagnose.jobs.handler(async ({ input }) => (await window.diagnose()).jobs(input.offset, input.limit)),
      job: os.diagnose.job.handler(async ({ input }) => (await window.diagnose()).job(input.id)),
      outcome: os.diagnose.outcome.handler(async ({ input, signal = never }) => (await window.diagnose()).outcome(input, signal)),
      undoOutcome: os.diagnose.undoOutcome.handler(async ({ input }) => (await window.diagnose()).undoOutcome(input.jobId)),
      history: os.diagnose.history.handler(async () => (await window.diagnose()).history()),
    },
    memory: {
      list: os.memory.list.handler(async ({ input }) => (await window.memory()).list(input)),
      search: os.memory.search.handler(async ({ input: { text, photo, limit, ...filter }, signal = never }) =>
        (await window.memory()).search({ text, photo: photo ? await bytesOf(photo) : null, limit, filter, signal }),
      ),
      ids: os.memory.ids.handler(async ({ input }) => ({ ids: await (await window.memory()).ids(input) })),
      get: os.memory.get.handler(async ({ input }) => (await window.memory()).get(input.id)),
      photo: os.memory.photo.handler(
        async ({ input }) => new Blob([Buffer.from(await (await window.memory()).photo(input.file, input.size))], { type: 'image/jpeg' }),
      ),
      edit: os.memory.edit.handler(async ({ input }) => (await window.memory()).edit(input.id, input.change)),
      archive: os.memory.archive.handler(async ({ input }) => (await window.memory()).archive(input.ids)),
      restore: os.memory.restore.handler(async ({ input }) => (await window.memory()).restore(input.ids)),
      purgePreview: os.memory.purgePreview.handler(async ({ input }) => (await window.memory()).purgePreview(input.ids)),
      purge: os.memory.purge.handler(async ({ input }) => {
        const { purge, gone } = await (await window.memory()).purge(input.ids, input.word, input.now);
        return { purge: purge === null ? null : { ...purge, units: purge.ids.length }, gone };
      }),
      purges: os.memory.purges.handler(async () => ({
        purges: (await (await window.memory()).purges()).map((purge) => ({ ...purge, units: purge.ids.length })),
      })),
      takeBackPurge: os.memory.takeBackPurge.handler(async ({ input }) => (await window.memory()).takeBackPurge(input.id)),
      facets: os.memory.facets.handler(async () => (await window.memory()).facets()),
      size: os.memory.size.handler(async () => (await window.memory()).size()),
      csvPreview: os.memory.csvPreview.handler(async ({ input }) => (await window.memory()).csvPreview(await bytesOf(input.file))),
      csvImport: os.memory.csvImport.handler(async function* ({ input, signal = never }) {
        try {
          const started = performance.now();
          for await (const event of (await window.memory()).csvImport(await bytesOf(input.file), input.mapping, signal)) {
            if (event.type === 'done') yield event;
            else {
              const rate = event.done / Math.max(0.001, (performance.now() - started) / 1000);
              yield {
                type: 'progress' as const,
                progress: { what: 'rows', done: event.done, total: event.total, rate, secondsLeft: (event.total - event.done) / rate },
              };
            }
          }
        } catch (error) {
          throw toRpcError(error);
        }
      }),
      export: os.memory.export.handler(
        async ({ input }) =>
          new Blob([await (await window.memory()).export(input.ids, input.format)], {
            type: input.format === 'csv' ? 'text/csv' : 'application/json',
          }),
      ),
    },
    status: os.status.handler(() => window.status(host.pickFolder !== undefined)),
    pickFolder: os.pickFolder.handler(async () => {
      if (!host.pickFolder) throw new AppError('not-found', 'Type the path of the folder; a browser cannot open the dialog for it.');
      return { folder: await host.pickFolder() };
    }),
    openSample: os.openSample.handler(({ signal = never }) =>
      streamProgress(signal, (report) =>
        app.openSampleWorkspace(({ done, total, what }) => report({ what, done, total, rate: 0, secondsLeft: null }), signal),
      ),
    ),
    models: {
      list: os.models.list.handler(async () => ({ models: await app.models.list() })),
      nativeParts: os.models.nativeParts.handler(async () => ({ nativeParts: await window.nativeParts() })),
      fetch: os.models.fetch.handler(({ input, signal = never }) =>
        streamProgress(signal, (report) =>
          app.models.fetch(input.id, {
            signal,
            onProgress: ({ file, bytes, total, rate, secondsLeft }) => report({ what: file, done: bytes, total, rate, secondsLeft }),
          }),
        ),
      ),
      verify: os.models.verify.handler(async ({ input, signal = never }) => ({ files: await app.models.verify(input.id, signal) })),
      importFrom: os.models.importFrom.handler(async ({ input, signal = never }) => app.models.importFrom(input.folder, { signal })),
    },
    privacy: {
      recent: os.privacy.recent.handler(() => window.recentlyMasked()),
      audit: os.privacy.audit.handler(({ input }) => window.auditPage(input.offset, input.limit, input.id)),
      verifyAudit: os.privacy.verifyAudit.handler(() => app.audit.verify()),
      network: os.privacy.network.handler(() => ({ ...app.network.report(), since: window.since })),
    },
    settings: {
      describe: os.settings.describe.handler(() => ({ settings: app.settings.describe() })),
      set: os.settings.set.handler(async ({ input }) => {
        await app.settings.set({ [input.key]: input.value });
        return { settings: app.settings.describe() };
      }),
    },
  });
}
