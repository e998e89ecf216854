import { fork } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadInstallationSecret } from '../../src/main/privacy/installation-secret.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fixlore-secret-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

it('makes 32 random bytes once, in a file that only the user can read', async () => {
  const file = join(dir, 'config', 'installation-secret');
  const first = await loadInstallationSecret(file);
  expect(first).toHaveLength(32);
  expect(await loadInstallationSecret(file)).toEqual(first);
  if (process.platform !== 'win32') {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
  }
  expect(await readdir(dirname(file))).toEqual(['installation-secret']);
});

it('forty callers at once get the same secret', async () => {
  const file = join(dir, 'installation-secret');
  const secrets = await Promise.all(Array.from({ length: 40 }, () => loadInstallationSecret(file)));
  expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
});

it('processes that race get the same secret', async () => {
  const file = join(dir, 'installation-secret');
  const module = resolve(dirname(fileURLToPath(import.meta.url)), '../../src/main/privacy/installation-secret.ts');
  const script = join(dir, 'child.mjs');
  await writeFile(
    script,
    `const { loadInstallationSecret } = await import(${JSON.stringify(module)}); process.send(Buffer.from(await loadInstallationSecret(process.argv[2])).toString('hex'));`,
  );
  const run = () =>
    new Promise<string>((done, fail) => {
      const child = fork(script, [file], { execArgv: ['--experimental-strip-types', '--no-warnings'] });
      child.once('message', (message) => done(String(message)));
      child.once('error', fail);
      child.once('exit', (code) => code && fail(new Error(`exit ${code}`)));
    });
  expect(new Set(await Promise.all([run(), run(), run()])).size).toBe(1);
});

it.each([
  ['empty', () => ''],
  ['cut off', (content: string) => content.slice(0, 40)],
  ['one digit changed', (content: string) => content.replace(/ ([0-9a-f])/, (_, digit: string) => ` ${digit === '0' ? '1' : '0'}`)],
])('a damaged file (%s) is reported and never replaced', async (_, damage) => {
  const file = join(dir, 'installation-secret');
  await loadInstallationSecret(file);
  const damaged = damage(await readFile(file, 'utf8'));
  await writeFile(file, damaged);
  await expect(loadInstallationSecret(file)).rejects.toMatchObject({ name: 'AppError', message: expect.stringContaining('backup') });
  expect(await readFile(file, 'utf8')).toBe(damaged);
});
