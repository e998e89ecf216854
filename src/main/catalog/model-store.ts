import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError, isCancellation } from '../domain/errors.ts';
import { toFileError } from '../platform/file-errors.ts';
import { checkWhole, filePath, fileState, stampFile, type FileState, type ModelFolders } from './model-files.ts';
import type { Manifest, ModelEntry, ModelFile } from './model-manifest.ts';
import type { ModelSource } from './model-source.ts';
import { lockModels } from './models-lock.ts';
import { hashFile, PartFile } from './part-file.ts';
import { createFolderSource } from './sources/folder.ts';

export interface FetchProgress {
  readonly file: string;
  /** Bytes of the file that are there, and that it has in all. */
  readonly bytes: number;
  readonly total: number;
  /** Bytes a second of this fetch, 0 until known. */
  readonly rate: number;
  /** Seconds left at that rate, or null until known. */
  readonly secondsLeft: number | null;
}

export interface FetchOptions {
  readonly onProgress?: (progress: FetchProgress) => void;
  /** Plain sentences: which source is tried, why it was left. */
  readonly onMessage?: (message: string) => void;
  readonly signal?: AbortSignal;
}

export interface FileVerdict {
  readonly model: string;
  readonly file: string;
  readonly path: string;
  readonly bytes: number;
  readonly state: FileState;
}

export interface ModelStatus {
  readonly id: string;
  readonly name: string;
  readonly role: ModelEntry['role'];
  readonly profile: ModelEntry['profile'];
  readonly licence: string;
  readonly origin: string;
  readonly bytes: number;
  /** The worst state of its files. */
  readonly state: FileState;
  readonly files: readonly FileVerdict[];
}

export interface ImportReport {
  readonly imported: readonly string[];
  /** Files that are weights, but none of Fixlore's. */
  readonly refused: readonly { readonly file: string; readonly reason: string }[];
}

export interface ModelStore {
  /** Every model with its state by size and stamp; nothing is hashed. */
  list(): Promise<ModelStatus[]>;
  /** File name to absolute path of a model that can be opened. A file that was never checked is hashed once. Errors: `not-found` (no such id), `model-missing`, `model-damaged`. */
  locate(id: string): Promise<Record<string, string>>;
  /** Brings what is missing of a model. Resumes, and leaves a state that can be resumed. Errors: `source-unreachable`, `disk-full`, `cancelled`, `locked`. */
  fetch(id: string, options?: FetchOptions): Promise<void>;
  /** Hashes every file of one model or of all, and says what it found. */
  verify(id?: string, signal?: AbortSignal): Promise<FileVerdict[]>;
  /** Copies the models of a folder in. Errors: `not-found`, `model-damaged` naming the wrong files. */
  importFrom(dir: string, options?: FetchOptions): Promise<ImportReport>;
}

export interface ModelStoreOptions extends ModelFolders {
  readonly manifest: Manifest;
  /** Tried in this order. */
  readonly sources: readonly ModelSource[];
}

const severity: readonly FileState[] = ['ready', 'unchecked', 'damaged', 'missing'];
const weightFile = /\.(gguf|onnx|safetensors|bin)$/i;

export function createModelStore(options: ModelStoreOptions): ModelStore {
  const { manifest, sources } = options;

  const entry = (id: string): ModelEntry => {
    const model = manifest.models.find((candidate) => candidate.id === id);
    if (model === undefined)
      throw new AppError('not-found', `There is no model "${id}". Known are: ${manifest.models.map((known) => known.id).join(', ')}.`);
    return model;
  };

  const verdicts = (model: ModelEntry, check: (file: ModelFile, path: string) => Promise<FileState>): Promise<FileVerdict[]> =>
    Promise.all(
      model.files.map(async (file) => {
        const path = resolve(filePath(model, file, options));
        return { model: model.id, file: file.name, path, bytes: file.bytes, state: await check(file, path) };
      }),
    );

  async function fetchFile(model: ModelEntry, file: ModelFile, from: readonly ModelSource[], fetchOptions: FetchOptions): Promise<void> {
    const target = filePath(model, file, options);
    const signal = fetchOptions.signal ?? new AbortController().signal;
    const say = fetchOptions.onMessage ?? (() => undefined);
    const found = await fileState(model, file, target);
    if (found === 'ready') return;
    if (found !== 'missing') {
      if ((await checkWhole(model, file, target, signal)) === 'ready') return;
      say(`${target} is not the file that it should be; it is fetched anew.`);
      await rm(target, { force: true });
    }
    const failures: string[] = [];
    for (const source of from.filter((candidate) => candidate.serves(model))) {
      // The second try is for a resumed file whose beginning was wrong: by then the wrong bytes are gone.
      for (let attempt = 1; attempt <= 2; attempt += 1) {
        signal.throwIfAborted();
        const part = await PartFile.open(target, file);
        const resumed = part.size > 0;
        say(
          `${file.name}: ${resumed ? `going on at ${megabytes(part.size)} of` : ''}${resumed ? ' ' : ''}${megabytes(file.bytes)} from ${source.name}.`,
        );
        try {
          await source.fetch({ model, file, part, signal, onBytes: meter(file, part.size, fetchOptions.onProgress) });
          await part.finish(signal);
          await stampFile(file, target);
          return;
        } catch (error) {
          if (signal.aborted || isCancellation(error)) throw error;
          if (!(error instanceof AppError) || (error.code !== 'source-unreachable' && error.code !== 'model-damaged'))
            throw toFileError(error, 'the folder of the models');
          say(error.message);
          if (resumed && error.code === 'model-damaged') {
            await part.discard();
            continue;
          }
          if (error.code === 'model-damaged') await part.discard();
          failures.push(error.message);
          break;
        }
      }
    }
    throw new AppError(
      'source-unreachable',
      `${file.name} could not be fetched. ${failures.join(' ')} Connect to the network and try again, or bring the file on a stick: "npm run fixlore -- models import DIR".`,
      {
        data: { file: file.name, failures },
      },
    );
  }

  async function fetchAll(model: ModelEntry, from: readonly ModelSource[], fetchOptions: FetchOptions): Promise<void> {
    const lock = await lockModels(options.modelsDir, fetchOptions);
    try {
      for (const file of model.files) await fetchFile(model, file, from, fetchOptions);
    } catch (error) {
      if (fetchOptions.signal?.aborted || isCancellation(error)) {
        throw new AppError('cancelled', 'The fetch was stopped. What came is kept; the next fetch goes on from there.', { cause: error });
      }
      throw error;
    } finally {
      await lock[Symbol.asyncDispose]();
    }
  }

  return {
    list: () =>
      Promise.all(
        manifest.models.map(async (model) => {
          const files = await verdicts(model, (file, path) => fileState(model, file, path));
          const state = files
            .map((file) => file.state)
            .reduce((worst, next) => (severity.indexOf(next) > severity.indexOf(worst) ? next : worst));
          const { id, name, role, profile, licence, origin } = model;
          return { id, name, role, profile, licence, origin, bytes: model.files.reduce((sum, file) => sum + file.bytes, 0), state, files };
        }),
      ),

    async locate(id) {
      const model = entry(id);
      const files = await verdicts(model, async (file, path) => {
        const state = await fileState(model, file, path);
        return state === 'unchecked' ? checkWhole(model, file, path) : state;
      });
      const damaged = files.filter((file) => file.state === 'damaged');
      const missing = files.filter((file) => file.state === 'missing');
      if (damaged.length > 0) {
        throw new AppError(
          'model-damaged',
          `${damaged.map((file) => file.path).join(', ')} is not the file that it should be (truncated, or another model). Run "npm run fixlore -- models fetch" to replace it.`,
          {
            data: { model: id, files: damaged.map((file) => file.path) },
          },
        );
      }
      if (missing.length > 0) {
        const strangers = await strangeFiles(options.modelsDir, manifest);
        const hint =
          strangers.length === 0 ? '' : ` The folder holds ${strangers.join(', ')}, which is none of Fixlore's models by its name.`;
        throw new AppError(
          'model-missing',
          `${model.name} is not on this machine: ${missing.map((file) => file.path).join(', ')} is missing.${hint} Run "npm run fixlore -- models fetch", or bring it on a stick with "models import DIR".`,
          {
            data: { model: id, files: missing.map((file) => file.path) },
          },
        );
      }
      return Object.fromEntries(files.map((file) => [file.file, file.path]));
    },

    async fetch(id, fetchOptions = {}) {
      const model = entry(id);
      const states = await verdicts(model, (file, path) => fileState(model, file, path));
      if (states.every((file) => file.state === 'ready')) return;
      if (!sources.some((source) => source.serves(model))) {
        throw new AppError(
          'model-damaged',
          `${model.name} ships with Fixlore and is not fetched, but ${states
            .filter((file) => file.state !== 'ready')
            .map((file) => file.path)
            .join(', ')} is wrong. Install Fixlore anew.`,
          { data: { model: id } },
        );
      }
      await fetchAll(model, sources, fetchOptions);
    },

    async verify(id, signal) {
      const models = id === undefined ? manifest.models : [entry(id)];
      const found: FileVerdict[] = [];
      // One after the other: a disk reads one big file faster than five at a time.
      for (const model of models) found.push(...(await verdicts(model, (file, path) => checkWhole(model, file, path, signal))));
      return found;
    },

    async importFrom(dir, fetchOptions = {}) {
      const names = await readdir(dir).catch((cause: unknown) => {
        throw new AppError('not-found', `The folder ${dir} cannot be read. Give the folder that holds the model files.`, { cause });
      });
      const known = manifest.models.flatMap((model) =>
        model.sources.embedded || model.sources.npm ? [] : model.files.map((file) => ({ model, file })),
      );
      const imported: string[] = [];
      const wrong: string[] = [];
      const refused: { file: string; reason: string }[] = [];
      const source = createFolderSource(resolve(dir));
      for (const { model, file } of known.filter((candidate) => names.includes(candidate.file.name))) {
        const path = join(resolve(dir), file.name);
        if (await isWrong(path, file, fetchOptions.signal)) {
          wrong.push(path);
          continue;
        }
        await fetchAll({ ...model, files: [file] }, [source], fetchOptions);
        imported.push(file.name);
      }
      for (const name of names.filter((candidate) => weightFile.test(candidate) && !known.some(({ file }) => file.name === candidate))) {
        refused.push({ file: join(resolve(dir), name), reason: `${name} is none of Fixlore's models by its name.` });
      }
      if (wrong.length > 0) {
        throw new AppError(
          'model-damaged',
          `${wrong.join(', ')} is not the file that it should be (truncated, or another model) and was not taken.${imported.length > 0 ? ` Taken were: ${imported.join(', ')}.` : ''} Copy it onto the stick once more.`,
          {
            data: { files: wrong, imported, refused },
          },
        );
      }
      if (imported.length === 0) {
        const strangers = refused.map((file) => file.file).join(', ');
        const wanted = known.map(({ file }) => file.name).join(', ');
        if (strangers !== '')
          throw new AppError(
            'model-damaged',
            `${strangers} is none of Fixlore's models by its name and was not taken. Wanted are: ${wanted}.`,
            { data: { files: refused.map((file) => file.file), refused } },
          );
        throw new AppError('not-found', `The folder ${dir} holds no model. Wanted are: ${wanted}.`);
      }
      return { imported, refused };
    },
  };
}

async function isWrong(path: string, file: ModelFile, signal?: AbortSignal): Promise<boolean> {
  const info = await stat(path);
  return info.size !== file.bytes || (await hashFile(path, signal)) !== file.sha256;
}

async function strangeFiles(dir: string, manifest: Manifest): Promise<string[]> {
  const names = new Set(manifest.models.flatMap((model) => model.files.map((file) => file.name)));
  const found = await readdir(dir).catch(() => []);
  return found.filter((name) => weightFile.test(name) && !names.has(name));
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** Turns sizes into progress: the rate of the bytes that came since the fetch began. At most ten reports a second, and the last one. */
function meter(file: ModelFile, already: number, report: FetchOptions['onProgress']): (size: number) => void {
  const started = performance.now();
  let begin = already;
  let reported = Number.NEGATIVE_INFINITY;
  return (size) => {
    const now = performance.now();
    if (size < begin) begin = size;
    if (report === undefined || (now - reported < 100 && size < file.bytes)) return;
    reported = now;
    const seconds = (now - started) / 1000;
    const rate = seconds > 0.2 ? (size - begin) / seconds : 0;
    report({ file: file.name, bytes: size, total: file.bytes, rate, secondsLeft: rate > 0 ? (file.bytes - size) / rate : null });
  };
}
