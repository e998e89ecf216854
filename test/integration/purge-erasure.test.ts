import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesUnder } from '../../src/main/memory/lancedb/erase.ts';
import { openLanceMemoryStore } from '../../src/main/memory/lancedb/lancedb-memory-store.ts';
import { createPurge } from '../../src/main/memory/purge.ts';
import { createMemoryWriter, type MemoryWriter, type RememberInput } from '../../src/main/memory/remember.ts';
import { openTombstones } from '../../src/main/memory/tombstones.ts';
import type { MemoryStore } from '../../src/main/memory/memory-store.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import { openWriteJournal, type WriteJournal } from '../../src/main/platform/write-journal.ts';
import { createHashEmbedder, imageIdentity, imageVector, masked, testCuts, textIdentity } from '../support/memory-units.ts';

let dir: string;
let store: MemoryStore;
let journal: WriteJournal;
let writer: MemoryWriter;
const folders = () => ({ photosDir: join(dir, 'photos'), thumbnailsDir: join(dir, 'thumbnails') });
const tombstones = () => openTombstones(join(dir, 'tombstones.json'), Buffer.from('a secret of this installation'));

async function openAll(): Promise<void> {
  store = await openLanceMemoryStore({ dir: join(dir, 'memory'), textEmbedder: textIdentity, imageEmbedder: imageIdentity });
  journal = await openWriteJournal(join(dir, 'journal'));
  writer = createMemoryWriter({
    store,
    journal,
    textEmbedder: createHashEmbedder(),
    imageEmbedderId: imageIdentity.id,
    ...folders(),
    cuts: testCuts,
    clock: systemClock,
    tombstones: tombstones(),
  });
}
async function closeAll(): Promise<void> {
  await store[Symbol.asyncDispose]();
  await journal[Symbol.asyncDispose]();
}
const newPurge = (over: MemoryStore = store) =>
  createPurge({ store: over, journal, ...folders(), tombstones: tombstones(), exclusive: writer.exclusive });

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fixlore-purge-'));
  await openAll();
});
afterEach(async () => {
  await closeAll();
  await rm(dir, { recursive: true, force: true });
});

const input = (text: string, source: string, photos: readonly string[] = []): RememberInput => ({
  kind: 'solved-case',
  text: masked(text),
  resolution: masked(`fixed ${text}`),
  photos: photos.map((photo) => ({
    jpeg: Buffer.from(photo),
    thumbnail: Buffer.from(`small ${photo}`),
    role: 'fault',
    width: 2,
    height: 2,
    description: masked(`Text: ${photo}`),
    imageVector: imageVector(photo.length % 8),
  })),
  equipment: masked('HP-40'),
  asset: masked(''),
  workOrder: masked(''),
  source: { system: 'cmms', id: masked(source) },
});

async function everything(): Promise<string> {
  const texts: string[] = [];
  for await (const { text } of store.readEverything()) texts.push(text);
  for (const file of await filesUnder(dir)) texts.push(await readFile(join(dir, file), 'utf8'));
  return texts.join('\n');
}
const there = (folder: string, file: string) =>
  access(join(dir, folder, file)).then(
    () => true,
    () => false,
  );

describe('purge', () => {
  it('leaves nothing of a case in any table version, index, photo or journal', async () => {
    const { id } = await writer.remember(input('quixotic gearbox zirconium howl', 'W-1', ['photo of the gearbox', 'shared photo']));
    const kept = await writer.remember(input('conveyor belt slips on drum two', 'W-2', ['shared photo']));
    await writer.remember({ ...input('quixotic gearbox zirconium howl again and again at night', 'W-1'), photos: [] });
    const again = await writer.remember(input('quixotic gearbox zirconium howl', 'W-1', ['photo of the gearbox', 'shared photo']));
    expect(again).toEqual({ id, outcome: 'replaced' });
    await store.patch([id], { addUse: true });
    // The positive control: the reader does find what is there, in old versions as well.
    const before: string[] = [];
    for await (const { where, text } of store.readEverything()) if (text.includes('zirconium')) before.push(where.split(',')[0] ?? '');
    expect(new Set(before).size).toBeGreaterThan(2);
    const photos = (await store.get([id]))[0]?.photos.map((photo) => photo.file) ?? [];

    const report = await newPurge()([id]);
    expect(report).toMatchObject({ units: 1, verified: true, orphanedPhotos: [photos[0]] });
    const left = await everything();
    expect(left).not.toMatch(/quixotic|zirconium|photo of the gearbox/);
    expect(left).toContain('conveyor belt slips');
    expect(await store.searchText('quixotic zirconium', 5, {})).toEqual([]);
    expect((await store.searchText('conveyor', 5, {}))[0]?.unit.id).toBe(kept.id);
    expect([await there('photos', photos[0] ?? ''), await there('thumbnails', photos[0] ?? '')]).toEqual([false, false]);
    expect([await there('photos', photos[1] ?? ''), await there('thumbnails', photos[1] ?? '')]).toEqual([true, true]);
    expect(journal.pending()).toEqual([]);
  });

  it('keeps an import from bringing the case back, and writes down no source for it', async () => {
    const { id } = await writer.remember(input('pump seal', 'SECRET-TICKET-77'));
    await newPurge()([id]);
    expect(await writer.remember(input('pump seal', 'SECRET-TICKET-77'))).toMatchObject({ outcome: 'refused', reason: 'purged' });
    expect(await writer.remember(input('pump seal', 'SECRET-TICKET-78'))).toMatchObject({ outcome: 'stored' });
    expect(await readFile(join(dir, 'tombstones.json'), 'utf8')).not.toContain('SECRET');
    await closeAll();
    await openAll();
    expect(await writer.remember(input('pump seal', 'SECRET-TICKET-77'))).toMatchObject({ outcome: 'refused' });
  });

  it('finishes at the next start when it was interrupted', async () => {
    const { id } = await writer.remember(input('quixotic gearbox', 'W-1', ['only photo']));
    const photo = (await store.get([id]))[0]?.photos[0]?.file ?? '';
    // Dies after the rows are deleted and before anything is cleaned up.
    const dying = new Proxy(store, {
      get: (target, name) =>
        name === 'purge'
          ? () => Promise.reject(new Error('killed'))
          : typeof target[name as keyof MemoryStore] === 'function'
            ? (target[name as keyof MemoryStore] as () => unknown).bind(target)
            : undefined,
    });
    await expect(newPurge(dying)([id])).rejects.toThrow('killed');
    await closeAll();
    await openAll();
    expect(journal.pending().map((pending) => pending.record.type)).toEqual(['purge']);
    await newPurge().resume();
    expect(await store.get([id])).toEqual([]);
    expect(await everything()).not.toMatch(/quixotic/);
    expect(await there('photos', photo)).toBe(false);
    expect(journal.pending()).toEqual([]);
  });

  it('takes a case out of the journal that was never written to the table', async () => {
    const { id } = await writer.remember(input('pump seal leaks', 'W-1'));
    const unit = (await store.getEmbedded([id]))[0];
    if (unit === undefined) throw new Error('not stored');
    await journal.append({ type: 'write', unit: { ...unit, unit: { ...unit.unit, text: masked('xylophonic words') } } });
    await newPurge()([id]);
    expect(journal.pending()).toEqual([]);
    expect(await everything()).not.toContain('xylophonic');
  });

  it('clears the marks of conflict that pointed to the case, and ignores unknown ids', async () => {
    const fault = { ...input('E-204 oil over temperature on the press', 'W-1'), resolution: masked('Open the return valve fully') };
    const first = await writer.remember(fault);
    const second = await writer.remember({
      ...fault,
      source: { system: 'cmms', id: masked('W-2') },
      resolution: masked('Close the return valve fully'),
    });
    expect(second.outcome).toBe('in-conflict');
    expect((await store.get([first.id]))[0]?.conflictsWith).toEqual([second.id]);
    await newPurge()([second.id]);
    expect((await store.get([first.id]))[0]?.conflictsWith).toEqual([]);
    expect(await newPurge()(['C-ZZZZZZZZ'])).toEqual({ units: 0, orphanedPhotos: [], verified: true });
  });
});
