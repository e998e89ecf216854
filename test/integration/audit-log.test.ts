import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAuditLog, type AuditEvent, type AuditLog } from '../../src/main/audit/audit-log.ts';

const clock = { now: () => new Date('2026-01-02T03:04:05.678Z'), monotonicMs: () => 0 };
const key = new Uint8Array(32).fill(3);
let dir: string;
let file: string;
let open: AuditLog[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fixlore-audit-'));
  file = join(dir, 'audit.jsonl');
});
afterEach(async () => {
  for (const log of open) await log[Symbol.asyncDispose]();
  open = [];
  await rm(dir, { recursive: true, force: true });
});

async function opened(options: { key?: Uint8Array; readOnly?: boolean } = { key }): Promise<AuditLog> {
  const log = await openAuditLog(dir, clock, options);
  open.push(log);
  return log;
}

async function filled(count: number): Promise<AuditLog> {
  const log = await opened();
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      log.append({ action: 'memory-written', ids: [`case-${index}`], kinds: ['PHONE'], counts: { PHONE: index } }),
    ),
  );
  return log;
}

describe('the audit log', () => {
  it('keeps the order of entries made at once, chained, over a restart', async () => {
    await (await filled(20))[Symbol.asyncDispose]();
    const log = await opened();
    await log.append({ action: 'case-purged', ids: ['case-3'] });
    const entries = await log.read({ offset: 0, limit: 100 });
    expect(entries.map((entry) => entry.seq)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
    expect(entries[20]?.prev).toBe(entries[19]?.hash);
    expect((await log.read({ offset: 5, limit: 2 })).map((entry) => entry.seq)).toEqual([6, 7]);
    expect(await log.verify()).toEqual({ entries: 21, firstBroken: null });
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['a changed count', (lines: string[]) => lines.with(6, (lines[6] ?? '').replace('"PHONE":6', '"PHONE":5')), 7],
    ['a line taken out', (lines: string[]) => lines.toSpliced(3, 1), 4],
    ['two lines swapped', (lines: string[]) => lines.with(1, lines[2] ?? '').with(2, lines[1] ?? ''), 2],
    ['a line that is no JSON', (lines: string[]) => lines.with(8, 'x'), 9],
    ['an empty line put in', (lines: string[]) => lines.toSpliced(2, 0, ''), 3],
  ])('verify names the first broken line: %s', async (_, change, broken) => {
    const log = await filled(10);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    await writeFile(file, `${change(lines).join('\n')}\n`);
    expect(await log.verify()).toMatchObject({ firstBroken: broken });
  });

  it('a chain made without the key does not pass', async () => {
    const forged = await opened({});
    await forged.append({ action: 'memory-written' });
    expect(await (await opened({ key })).verify()).toEqual({ entries: 0, firstBroken: 1 });
  });

  it('lines cut from the end are missed by the process that wrote them', async () => {
    const log = await filled(3);
    const content = await readFile(file, 'utf8');
    await truncate(file, content.lastIndexOf('\n', content.length - 2) + 1);
    expect(await log.verify()).toEqual({ entries: 2, firstBroken: 3 });
  });

  it.each([1, 17, 200])('a last line cut off by a crash is removed and noted (%i bytes left of it)', async (bytes) => {
    const first = await filled(3);
    await first[Symbol.asyncDispose]();
    const torn = `{"seq":4,"time":"2026-01-02T03:04:05.678Z","action":"x${'y'.repeat(200)}`.slice(0, bytes);
    await appendFile(file, torn);
    const reader = await opened({ key, readOnly: true });
    expect(await reader.verify()).toEqual({ entries: 3, firstBroken: null });
    expect((await readFile(file, 'utf8')).endsWith(torn)).toBe(true);
    const log = await opened();
    await log.append({ action: 'memory-written' });
    const entries = await log.read({ offset: 0, limit: 10 });
    expect(entries.map((entry) => entry.action)).toEqual([
      'memory-written',
      'memory-written',
      'memory-written',
      'audit-log-repaired',
      'memory-written',
    ]);
    expect(entries[3]?.counts).toEqual({ bytes });
    expect(await log.verify()).toEqual({ entries: 5, firstBroken: null });
  });

  it('a first line cut off by a crash leaves a log that works', async () => {
    await writeFile(file, '{"seq":1');
    const log = await opened();
    await log.append({ action: 'memory-written' });
    expect(await log.verify()).toEqual({ entries: 2, firstBroken: null });
  });

  it.each<[string, unknown]>([
    ['free text in the action', { action: 'John called about the pump' }],
    ['an e-mail address as an id', { action: 'memory-written', ids: ['joe@example.com'] }],
    ['a sentence as an id', { action: 'memory-written', ids: ['pump is hot'] }],
    ['a Chinese name as an id', { action: 'memory-written', ids: ['王小明'] }],
    ['a text as a count', { action: 'memory-written', counts: { PHONE: '13800138000' } }],
    ['a field of its own', { action: 'memory-written', note: 'hello' }],
  ])('refuses %s, and writes nothing', async (_, event) => {
    const log = await opened();
    const refused = log.append(event as AuditEvent);
    await expect(refused).rejects.toMatchObject({ code: 'bad-input' });
    await expect(refused).rejects.not.toThrow(/John|joe@|pump|王小明|hello/);
    expect(await log.read({ offset: 0, limit: 10 })).toEqual([]);
  });

  it('reading an absent log gives nothing and makes nothing', async () => {
    const log = await openAuditLog(join(dir, 'none'), clock, { key });
    expect(await log.read({ offset: 0, limit: 10 })).toEqual([]);
    expect(await log.verify()).toEqual({ entries: 0, firstBroken: null });
    await expect(stat(join(dir, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('does not write behind an end that is not its own', async () => {
    await writeFile(file, 'something else\n');
    await expect((await opened()).append({ action: 'memory-written' })).rejects.toMatchObject({ code: 'internal' });
    expect(await readFile(file, 'utf8')).toBe('something else\n');
  });

  it('refuses to append when it is closed or read-only', async () => {
    const log = await filled(1);
    await log[Symbol.asyncDispose]();
    await expect(log.append({ action: 'memory-written' })).rejects.toMatchObject({ code: 'internal' });
    await expect((await opened({ key, readOnly: true })).append({ action: 'memory-written' })).rejects.toMatchObject({ code: 'internal' });
  });
});
