import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';

export type NativePart = 'memory' | 'photo models' | 'pictures' | 'language models';

export interface ProbeResult {
  readonly part: NativePart;
  readonly library: string;
  readonly ok: boolean;
  /** What is wrong and what to do; '' when it works. */
  readonly message: string;
}

/**
 * A few lines for each native part that load it and make it work once. They run in a process of their own, because a
 * processor that lacks an instruction ends the process, which JavaScript cannot catch.
 */
const probes: readonly { part: NativePart; library: string; code: string }[] = [
  {
    part: 'memory',
    library: '@lancedb/lancedb',
    code: `
      const { connect } = await import('@lancedb/lancedb');
      const database = await connect('memory://');
      const table = await database.createTable('probe', [{ id: 1, vector: [1, 0, 0, 0, 0, 0, 0, 0] }, { id: 2, vector: [0, 1, 0, 0, 0, 0, 0, 0] }]);
      const rows = await table.search([0, 1, 0, 0, 0, 0, 0, 0]).limit(1).toArray();
      if (rows[0].id !== 2) throw new Error('a search found the wrong row');`,
  },
  {
    part: 'photo models',
    library: 'onnxruntime-node',
    code: `
      const { Tensor, InferenceSession } = (await import('onnxruntime-node')).default;
      if (typeof InferenceSession.create !== 'function' || new Tensor('float32', [1], [1]).size !== 1) throw new Error('it is incomplete');`,
  },
  {
    part: 'pictures',
    library: 'sharp',
    code: `
      const sharp = (await import('sharp')).default;
      const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } }).jpeg().toBuffer();
      if ((await sharp(picture).metadata()).width !== 8) throw new Error('a picture came back wrong');`,
  },
  {
    part: 'language models',
    library: 'node-llama-cpp',
    code: `
      const { getLlama } = await import('node-llama-cpp');
      const llama = await getLlama({ gpu: false, build: 'never', logLevel: 'error' });
      await llama.dispose();`,
  },
];

export interface ProbeOptions {
  /** Where the libraries are looked for. Default: the project's folder. */
  readonly cwd?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Loads and uses each native part in a child process. Never throws for a part that fails: the result says why. */
export async function probeNativeParts(options: ProbeOptions = {}): Promise<ProbeResult[]> {
  return Promise.all(
    probes.map(async ({ part, library, code }) => {
      const outcome = process.versions['electron'] === undefined ? await runProbe(code, options) : await loadHere(library);
      return { part, library, ok: outcome.ok, message: outcome.ok ? '' : explainFailure(library, outcome) };
    }),
  );
}

export interface ProbeOutcome {
  readonly ok: boolean;
  readonly signal: string | null;
  readonly code: number | null;
  readonly stderr: string;
}

/** The desktop app is no Node to start programs with, and its core is a process of its own already: a part is loaded right there. */
export async function loadHere(library: string): Promise<ProbeOutcome> {
  try {
    await import(library);
    return { ok: true, signal: null, code: 0, stderr: '' };
  } catch (error) {
    return { ok: false, signal: null, code: null, stderr: String(error) };
  }
}

function runProbe(
  code: string,
  { cwd = resolve(import.meta.dirname, '../../..'), timeoutMs = 60_000, signal }: ProbeOptions,
): Promise<ProbeOutcome> {
  return new Promise((resolveOutcome) => {
    // No --input-type: a library that forks would hand it on to a script file, which Node refuses.
    const child = spawn(process.execPath, ['-e', `(async () => {${code}\nprocess.exit(0); })();`], {
      cwd,
      env: { ...process.env, ORT_DISABLE_TELEMETRY: '1', ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: timeoutMs,
      windowsHide: true,
      ...(signal && { signal }),
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-4_000);
    });
    child.on('error', (error) => resolveOutcome({ ok: false, signal: null, code: null, stderr: error.message }));
    child.on('close', (exitCode, exitSignal) => resolveOutcome({ ok: exitCode === 0, signal: exitSignal, code: exitCode, stderr }));
  });
}

/** Windows has no signals: an illegal instruction is this exit code there. */
const windowsIllegalInstruction = 0xc000001d;

const remedy = process.versions['electron'] === undefined ? 'Delete the folder node_modules and try again.' : 'Install Fixlore again.';

/** A plain sentence for a part that failed. */
export function explainFailure(
  library: string,
  outcome: ProbeOutcome,
  system: { platform: NodeJS.Platform; arch: string } = process,
): string {
  if (system.platform === 'darwin' && system.arch === 'x64') {
    return `${library} does not exist for Macs with an Intel processor, so Fixlore cannot run here. Use a Mac with an Apple processor, Windows or Linux.`;
  }
  if (outcome.signal === 'SIGILL' || outcome.code === windowsIllegalInstruction) {
    return `This processor is too old for ${library}: it lacks instructions (AVX2 and FMA) that every laptop processor since about 2015 has. Fixlore cannot run on this machine.`;
  }
  if (outcome.signal === 'SIGTERM') return `${library} did not answer within a minute. Close other programs and try again.`;
  if (outcome.signal !== null) return `${library} crashed (${outcome.signal}). ${remedy}`;
  if (/GLIBC(XX)?_[\d.]+/.test(outcome.stderr)) {
    return `This Linux is too old for ${library} (${/GLIBC(XX)?_[\d.]+/.exec(outcome.stderr)?.[0]} is missing). Update the system.`;
  }
  const reason =
    outcome.stderr
      .split('\n')
      .find((line) => /error/i.test(line))
      ?.trim()
      .slice(0, 300) ?? `exit code ${outcome.code}`;
  return `${library} cannot be loaded on this machine (${reason}). ${remedy}`;
}

// Run by the bootstrap as a program of its own: a line for each part that fails, and exit code 3 then.
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename) {
  const failed = (await probeNativeParts()).filter((result) => !result.ok);
  for (const { message } of failed) process.stderr.write(`${message}\n`);
  process.exitCode = failed.length === 0 ? 0 : 3;
}
