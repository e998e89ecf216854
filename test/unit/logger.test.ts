import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger, withoutUserFolders, type LogLevel } from '../../src/main/platform/pino-logger.ts';
import { literal } from '../../src/main/privacy/masked.ts';
import { createMasker } from '../../src/main/privacy/masker.ts';

const masker = createMasker({ secret: new Uint8Array(32).fill(7) });
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'fixlore-log-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const logger = (options: { level?: LogLevel; maxBytes?: number; keep?: number; dir?: string } = {}) =>
  createLogger({ dir, masker, level: 'info', ...options });
const lines = () =>
  readFileSync(join(dir, 'fixlore.log'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the log file', () => {
  it('holds JSON lines that only the user can read, without process id and host name', async () => {
    await using log = logger();
    log.warn(literal('E-204 on HP-40'), { ms: 12, id: literal('case-7'), ok: true });
    log.debug(literal('not at this level'));
    expect(lines()).toEqual([
      { time: expect.stringMatching(/^\d{4}-.*Z$/), level: 'warn', detail: { ms: 12, id: 'case-7', ok: true }, msg: 'E-204 on HP-40' },
    ]);
    if (process.platform !== 'win32') expect(statSync(join(dir, 'fixlore.log')).mode & 0o777).toBe(0o600);
  });

  it('masks what got past the types: message, values and names of details', async () => {
    await using log = logger();
    log.info(literal('call 13800138000'), { 'joe@example.com': literal('Contact: John Smith'), level: literal('a@b.com') });
    const content = readFileSync(join(dir, 'fixlore.log'), 'utf8');
    expect(content).not.toMatch(/13800138000|joe@|Smith|a@b/);
    expect(lines()[0]).toMatchObject({ level: 'info' });
  });

  it('is rotated by size, keeps three old files, and loses no line among those', async () => {
    await using log = logger({ maxBytes: 400 });
    for (let index = 0; index < 60; index += 1) log.info(literal('line'), { index });
    expect(readdirSync(dir).sort()).toEqual(['fixlore.log', 'fixlore.log.1', 'fixlore.log.2', 'fixlore.log.3']);
    const seen = [3, 2, 1, 0].flatMap((age) => {
      const content = readFileSync(join(dir, age === 0 ? 'fixlore.log' : `fixlore.log.${age}`), 'utf8');
      expect(content.length).toBeLessThanOrEqual(400);
      return content
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { detail: { index: number } }).detail.index);
    });
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => 60 - seen.length + index));
    expect(seen.length).toBeGreaterThan(8);
  });

  it('lines wait while the folder cannot be used, and come in order afterwards', async () => {
    const blocked = join(dir, 'logs');
    writeFileSync(blocked, 'a file where the folder should be');
    await using log = logger({ dir: blocked });
    log.info(literal('one'));
    log.info(literal('two'));
    rmSync(blocked);
    log.info(literal('three'));
    expect(readFileSync(join(blocked, 'fixlore.log'), 'utf8').match(/one|two|three/g)).toEqual(['one', 'two', 'three']);
  });

  it('a folder without permission does not stop the work', async () => {
    chmodSync(dir, 0o500);
    const log = logger({ dir: join(dir, 'deep') });
    expect(() => log.error(literal('x'))).not.toThrow();
    await log[Symbol.asyncDispose]();
    chmodSync(dir, 0o700);
  });

  it('goes on behind the lines of the run before', async () => {
    await logger()[Symbol.asyncDispose]();
    expect(existsSync(join(dir, 'fixlore.log'))).toBe(false);
    for (const text of ['first', 'second']) {
      await using log = logger();
      log.info(literal(text));
    }
    expect(lines().map((line) => line['msg'])).toEqual(['first', 'second']);
  });
});

describe('withoutUserFolders', () => {
  it.each([
    [`${homedir()}/x`, '~/x'],
    ['/home/jdoe/data/a.db', '~/data/a.db'],
    ['/Users/jane.doe/Library', '~/Library'],
    ['C:\\Users\\Jane\\AppData', '~\\AppData'],
    ['file "C:\\\\Users\\\\Jane\\\\x"', 'file "~\\\\x"'],
    ['/opt/fixlore/E-204', '/opt/fixlore/E-204'],
  ])('%s → %s', (text, expected) => {
    expect(withoutUserFolders(text)).toBe(expected);
  });

  it('takes the user name out of other folders', () => {
    expect(withoutUserFolders('/mnt/jdoe/x and /mnt/jdoes', '/root', 'jdoe')).toBe('/mnt/~/x and /mnt/jdoes');
  });
});
