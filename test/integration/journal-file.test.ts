import { appendFile, mkdtemp, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWriteJournal as openJournal, type JournalRecord, type WriteJournal } from '../../src/main/platform/write-journal.ts';
import { embedded, imageVector, makeUnit } from '../support/memory-units.ts';

let dir: string;
let file: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fixlore-journal-'));
  file = join(dir, 'writes.journal');
});
const opened: WriteJournal[] = [];
async function openWriteJournal(folder: string): Promise<WriteJournal> {
  const journal = await openJournal(folder);
  opened.push(journal);
  return journal;
}
afterEach(async () => {
  for (const journal of opened.splice(0)) await journal[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true });
});

const write = (text: string): JournalRecord => ({ type: 'write', unit: embedded(makeUnit({ text }), imageVector(3, 0.1)) });

describe('write journal', () => {
  it('gives back what was owed, vectors to the last bit, after the process is gone', async () => {
    const records = [write('泵 "one"\n'), write('two'), { type: 'purge', ids: ['C-00000001'], photos: ['a.jpg'] } satisfies JournalRecord];
    const journal = await openWriteJournal(dir);
    for (const record of records) await journal.append(record);
    // No dispose: as after a kill.
    const again = await openWriteJournal(dir);
    expect(again.pending().map((pending) => pending.record)).toEqual(records);
    await again.settle(again.pending()[0]?.id ?? 0);
    const third = await openWriteJournal(dir);
    expect(third.pending().map((pending) => pending.record)).toEqual(records.slice(1));
    const fresh = await third.append(write('new'));
    expect(third.pending().map((pending) => pending.id)).toContain(fresh);
    expect(new Set(third.pending().map((pending) => pending.id)).size).toBe(3);
  });

  it('is empty once all is settled', async () => {
    const journal = await openWriteJournal(dir);
    const ids = [await journal.append(write('one')), await journal.append(write('two'))];
    expect((await stat(file)).size).toBeGreaterThan(500);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    for (const id of ids) await journal.settle(id);
    expect((await stat(file)).size).toBe(0);
    await journal[Symbol.asyncDispose]();
    opened.length = 0;
    expect(await readdir(dir)).toEqual([]);
  });

  it('drops a torn tail wherever it was torn, and nothing before it', async () => {
    const journal = await openWriteJournal(dir);
    await journal.append(write('one'));
    const whole = (await stat(file)).size;
    await journal.append(write('two'));
    const both = await readFile(file);
    for (const cut of [whole + 1, whole + 7, whole + 8, whole + 50, both.length - 1]) {
      await writeFile(file, both);
      await truncate(file, cut);
      const torn = await openWriteJournal(dir);
      expect(torn.pending()).toHaveLength(1);
      expect((await stat(file)).size).toBe(whole);
      await torn.append(write('after'));
      expect((await openWriteJournal(dir)).pending()).toHaveLength(2);
    }
    const flipped = Buffer.from(both);
    flipped[both.length - 20] = (flipped[both.length - 20] ?? 0) ^ 1;
    await writeFile(file, flipped);
    expect((await openWriteJournal(dir)).pending()).toHaveLength(1);
    await writeFile(file, both);
    await appendFile(file, Buffer.alloc(4096));
    expect((await openWriteJournal(dir)).pending()).toHaveLength(2);
  });

  it('erases records from the file, settled ones too', async () => {
    const journal = await openWriteJournal(dir);
    const settled = await journal.append(write('xylophone'));
    await journal.append(write('marimba'));
    await journal.append(write('vibraphone'));
    await journal.settle(settled);
    expect(await readFile(file, 'utf8')).toContain('xylophone');
    expect(await journal.erase((record) => record.type === 'write' && record.unit.unit.text.includes('vibra'))).toBe(1);
    const left = await readFile(file, 'utf8');
    expect(left).toContain('marimba');
    expect(left).not.toMatch(/xylophone|vibraphone/);
    await journal.append(write('later'));
    expect((await openWriteJournal(dir)).pending()).toHaveLength(2);
  });
});
