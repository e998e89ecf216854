import { spawn, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const runProcess = pathToFileURL(join(root, 'scripts/run-process.mjs')).href;
const wrap = (code: string) => [
  '--input-type=module',
  '-e',
  `import { runProcess } from ${JSON.stringify(runProcess)}; process.exitCode = await runProcess(process.execPath, ['-e', ${JSON.stringify(code)}]);`,
];

describe('a task that the bootstrap runs', () => {
  it('keeps its output and its exit code', () => {
    const { status, stdout } = spawnSync(process.execPath, wrap('console.log(42); process.exit(7)'), { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 7, stdout: '42\n' });
  });

  it.skipIf(process.platform === 'win32').each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends by %s as if it had been sent to it', async (signal, code) => {
    const outer = spawn(process.execPath, wrap("console.log('ready'); setInterval(() => undefined, 1000)"), {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((ready) => outer.stdout.once('data', ready));
    outer.kill(signal);
    expect(await new Promise((done) => outer.once('exit', done))).toBe(code);
  });

  it.skipIf(process.platform === 'win32')('may clean up on a signal and choose its own exit code', async () => {
    const outer = spawn(
      process.execPath,
      wrap(
        "process.once('SIGINT', () => { console.log('bye'); process.exit(130); }); console.log('ready'); setInterval(() => undefined, 1000)",
      ),
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let out = '';
    outer.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    await new Promise((ready) => outer.stdout.once('data', ready));
    outer.kill('SIGINT');
    expect(await new Promise((done) => outer.once('close', done))).toBe(130);
    expect(out).toBe('ready\nbye\n');
  });
});
