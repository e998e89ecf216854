import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { CliHost } from '../../src/main/hosts/cli/command-context.ts';
import { runCli } from '../../src/main/hosts/cli/run-cli.ts';

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

class Sink extends Writable {
  text = '';
  readonly isTTY: boolean;
  constructor(isTTY: boolean) {
    super({ decodeStrings: false });
    this.isTTY = isTTY;
  }
  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Runs a command line in this process, on a given way to make the app. */
export async function runCliHere(
  args: readonly string[],
  createApp: CliHost['createApp'],
  options: { env?: NodeJS.ProcessEnv; signal?: AbortSignal; tty?: boolean } = {},
): Promise<CliResult> {
  const stdout = new Sink(options.tty === true);
  const stderr = new Sink(options.tty === true);
  const code = await runCli(args, {
    stdout,
    stderr,
    env: options.env ?? {},
    signal: options.signal ?? new AbortController().signal,
    createApp,
  });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

const entry = join(import.meta.dirname, '../../src/main/cli.ts');

export interface ChildOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Words before `node`: `['unshare', '-rn']`. */
  readonly before?: readonly string[];
  readonly cwd?: string;
  readonly timeoutMs?: number;
  /** Is called with the process and with what it has written so far, each time that it writes. */
  readonly onOutput?: (child: ChildProcess, stdout: string, stderr: string) => void;
}

/** Runs a command line in a process of its own, as the user does. A process that outlives `timeoutMs` is ended and counts as failed. */
export function runCliProcess(
  args: readonly string[],
  options: ChildOptions = {},
): Promise<CliResult & { readonly ms: number; readonly signal: NodeJS.Signals | null }> {
  const [command, ...rest] = [...(options.before ?? []), process.execPath, entry, ...args] as [string, ...string[]];
  const started = performance.now();
  const child = spawn(command, rest, { env: { ...process.env, ...options.env }, cwd: options.cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    options.onOutput?.(child, stdout, stderr);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    options.onOutput?.(child, stdout, stderr);
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), options.timeoutMs ?? 120_000);
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? -1, stdout, stderr, signal, ms: performance.now() - started });
    });
  });
}
