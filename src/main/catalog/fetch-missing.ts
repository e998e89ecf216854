import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { realpathSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { AppError, exitCodeOf } from '../domain/errors.ts';
import type { FetchProgress, ModelStore } from './model-store.ts';
import { openStandardCatalog } from './standard-catalog.ts';

export interface FetchMissingOptions {
  /** Where progress and messages go. Default: standard error. */
  readonly output?: NodeJS.WriteStream;
  /** Default: every model that is missing. */
  readonly ids?: readonly string[];
  readonly signal?: AbortSignal;
}

/** What is left free beside the weights: half-done package parts, and room to breathe. */
const spareBytes = 300e6;

/**
 * Says what a fetch needs, then brings every model that is missing, with a progress bar on a terminal and a line every
 * ten seconds elsewhere. Returns the ids that it brought. Errors: those of `ModelStore.fetch`, and `disk-full` before it starts.
 */
export async function fetchMissing(store: ModelStore, options: FetchMissingOptions = {}): Promise<string[]> {
  const output = options.output ?? process.stderr;
  const wanted = (await store.list()).filter(
    (model) => model.state !== 'ready' && (options.ids === undefined || options.ids.includes(model.id)),
  );
  if (wanted.length === 0) return [];
  const files = wanted.flatMap((model) => model.files);
  const absent = files.filter((file) => file.state !== 'unchecked');
  const bytes = absent.reduce((sum, file) => sum + file.bytes, 0);
  const [first] = absent;
  if (first !== undefined) {
    output.write(
      `Fetching the models, once: ${wanted.map((model) => model.name).join('; ')}.\n` +
        `They take ${gigabytes(bytes)} of disk in ${dirname(first.path)} (${gigabytes(bytes + spareBytes)} while they come), ` +
        `3 GB of memory when they run, and about ${minutes(bytes / 10e6)} on a line of 100 Mbit/s. It can be stopped with Ctrl-C and goes on where it was.\n`,
    );
    await requireRoom(dirname(first.path), bytes + spareBytes);
  }
  for (const model of wanted) {
    const line = createProgressLine(output);
    try {
      await store.fetch(model.id, { onProgress: line.report, onMessage: line.say, ...(options.signal && { signal: options.signal }) });
    } finally {
      line.close();
    }
  }
  return wanted.map((model) => model.id);
}

async function requireRoom(dir: string, bytes: number): Promise<void> {
  let at = dir;
  for (;;) {
    const room = await statfs(at).catch(() => null);
    if (room !== null) {
      if (room.bavail * room.bsize >= bytes) return;
      throw new AppError(
        'disk-full',
        `The models need ${gigabytes(bytes)} in ${dir}, and ${gigabytes(room.bavail * room.bsize)} are free. Free some disk space, or set FIXLORE_CACHE_DIR to a folder on another disk.`,
      );
    }
    if (dirname(at) === at) return;
    at = dirname(at);
  }
}

interface ProgressLine {
  readonly report: (progress: FetchProgress) => void;
  readonly say: (message: string) => void;
  readonly close: () => void;
}

function createProgressLine(output: NodeJS.WriteStream): ProgressLine {
  if (!output.isTTY) {
    let last = performance.now();
    return {
      report: (progress) => {
        if (performance.now() - last < 10_000 && progress.bytes < progress.total) return;
        last = performance.now();
        output.write(`  ${describe(progress)}\n`);
      },
      say: (message) => void output.write(`  ${message}\n`),
      close: () => undefined,
    };
  }
  let bar: SingleBar | undefined;
  const stop = () => {
    bar?.stop();
    bar = undefined;
  };
  return {
    report: (progress) => {
      if (bar === undefined) {
        bar = new SingleBar({
          stream: output,
          format: '  {bar} {percentage} % · {text}',
          hideCursor: true,
          clearOnComplete: false,
          barsize: 24,
        });
        bar.start(progress.total, progress.bytes, { text: describe(progress) });
      } else bar.update(progress.bytes, { text: describe(progress) });
    },
    say: (message) => {
      stop();
      output.write(`  ${message}\n`);
    },
    close: stop,
  };
}

/** `412 of 1117 MB · 9.8 MB/s · 72 s left · NAME`. */
export function describe({ file, bytes, total, rate, secondsLeft }: FetchProgress): string {
  const pace =
    rate > 0 && secondsLeft !== null
      ? ` · ${(rate / 1e6).toFixed(1)} MB/s · ${secondsLeft < 100 ? `${Math.ceil(secondsLeft)} s` : minutes(secondsLeft)} left`
      : '';
  return `${Math.round(bytes / 1e6)} of ${Math.round(total / 1e6)} MB${pace} · ${file}`;
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

function minutes(seconds: number): string {
  return `${Math.max(1, Math.ceil(seconds / 60))} min`;
}

// Run by the bootstrap as a program of its own.
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename) {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new AppError('cancelled', 'The fetch was stopped.')));
  try {
    await fetchMissing(await openStandardCatalog(), { signal: stop.signal });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = exitCodeOf(error.code);
  }
}
