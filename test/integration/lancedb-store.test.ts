import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openLanceMemoryStore } from '../../src/main/memory/lancedb/lancedb-memory-store.ts';
import { migrate } from '../../src/main/memory/lancedb/migrate.ts';
import { filesUnder } from '../../src/main/memory/lancedb/erase.ts';
import { describeMemoryStore } from '../support/memory-store-suite.ts';
import { embedded, hashVector, imageIdentity, imageVector, makeUnit, masked, textIdentity } from '../support/memory-units.ts';

const folders: string[] = [];
async function newFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'fixlore-memory-'));
  folders.push(dir);
  return dir;
}
afterAll(async () => {
  for (const dir of folders) await rm(dir, { recursive: true, force: true });
});

const open = (dir: string, text = textIdentity, image = imageIdentity) =>
  openLanceMemoryStore({ dir, textEmbedder: text, imageEmbedder: image });

describeMemoryStore('LanceDB', async () => open(await newFolder()));

describe('LanceDB memory on disk', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await newFolder();
  });

  it('is there again after a restart, with its indexes', async () => {
    const unit = makeUnit({ text: '液压泵 E-204 过热' });
    {
      await using store = await open(dir);
      await store.upsert([embedded(unit)]);
    }
    await using store = await open(dir);
    expect((await store.searchText('过热', 5, {}))[0]?.unit).toEqual(unit);
    expect((await store.findByCodes(['E204'], 5, {}))[0]?.id).toBe(unit.id);
  });

  it('blocks search and write after a change of the embedder, and loses nothing', async () => {
    const unit = makeUnit({ text: 'pump' });
    {
      await using store = await open(dir);
      await store.upsert([embedded(unit, imageVector(0))]);
    }
    await using store = await open(dir, { ...textIdentity, id: 'other-model@3' });
    const other = { ...embedded(makeUnit({ text: 'new' })), textEmbedder: 'other-model@3' };
    await expect(store.upsert([other])).rejects.toMatchObject({
      code: 'embedder-changed',
      data: { stored: textIdentity.id, wanted: 'other-model@3' },
    });
    await expect(store.searchTextVector(hashVector('pump'), 5, {})).rejects.toMatchObject({ code: 'embedder-changed' });
    await expect(store.searchText('pump', 5, {})).rejects.toMatchObject({ code: 'embedder-changed' });
    expect(await store.get([unit.id])).toEqual([unit]);
    expect((await store.list({})).total).toBe(1);
    expect((await store.stats()).textEmbedder).toBe(textIdentity.id);
    // Once the old ones are gone, the way is free.
    await store.purge([unit.id]);
    await store.upsert([other]);
    expect((await store.searchText('new', 5, {})).length).toBe(1);
  });

  it("blocks after a change of the vectors' length too", async () => {
    {
      await using store = await open(dir);
      await store.upsert([embedded(makeUnit({ text: 'pump' }))]);
    }
    await using store = await open(dir, { id: 'wide@1', dimensions: 128 });
    await expect(store.searchTextVector(new Float32Array(128), 5, {})).rejects.toMatchObject({ code: 'embedder-changed' });
    expect((await store.list({})).total).toBe(1);
  });

  it('takes another length while it is still empty', async () => {
    await (await open(dir))[Symbol.asyncDispose]();
    await using store = await open(dir, { id: 'wide@1', dimensions: 128 });
    await store.upsert([{ ...embedded(makeUnit({ text: 'pump' })), textEmbedder: 'wide@1', textVector: hashVector('pump', 128) }]);
    expect((await store.searchTextVector(hashVector('pump', 128), 1, {}))[0]?.score).toBeCloseTo(1, 5);
  });

  it('refuses a memory of a newer version before it touches it', async () => {
    await (await open(dir))[Symbol.asyncDispose]();
    await writeFile(join(dir, 'meta.json'), JSON.stringify({ schemaVersion: 99 }));
    await expect(open(dir)).rejects.toMatchObject({ code: 'bad-input', data: { found: 99, known: 1 } });
    await writeFile(join(dir, 'meta.json'), '{"schemaVersion":');
    await expect(open(dir)).rejects.toMatchObject({ code: 'internal' });
  });

  it('walks through migrations in order and notes each', async () => {
    const ran: number[] = [];
    const steps = [2, 1].map((from) => ({ from, run: async () => void ran.push(from) }));
    await migrate(dir, undefined as never, 1, 3, steps);
    expect(ran).toEqual([1, 2]);
    expect(JSON.parse(await readFile(join(dir, 'meta.json'), 'utf8'))).toEqual({ schemaVersion: 3 });
    await expect(migrate(dir, undefined as never, 3, 5, steps)).rejects.toMatchObject({ code: 'internal' });
  });

  it('stays small: single writes and compaction leave few files', async () => {
    await using store = await open(dir);
    for (let at = 0; at < 40; at += 1) await store.upsert([embedded(makeUnit({ text: `case number ${at} of the pump` }))]);
    const before = (await filesUnder(dir)).filter((file) => file.includes('/data/')).length;
    await store.compact();
    expect((await store.list({ limit: 100 })).units).toHaveLength(40);
    expect((await store.searchText('pump', 100, {})).length).toBe(40);
    expect(before).toBeGreaterThanOrEqual(40);
    await store.purge([]);
    // Old versions are kept for a minute, so that a reader elsewhere does not lose its files; a purge drops them.
    await store.purge(['C-ZZZZZZZZ']);
    expect((await filesUnder(dir)).filter((file) => file.includes('/data/')).length).toBeLessThan(5);
  });

  it('serves reads while it purges', async () => {
    await using store = await open(dir);
    const units = Array.from({ length: 200 }, (_, at) => makeUnit({ text: `pump case ${at}` }));
    await store.upsert(units.map((unit) => embedded(unit)));
    const purge = store.purge(units.slice(0, 50).map((unit) => unit.id));
    const reads = await Promise.all(Array.from({ length: 20 }, async () => (await store.searchText('pump', 500, {})).length));
    expect((await purge).verified).toBe(true);
    for (const count of reads) expect([150, 200]).toContain(count);
    expect((await store.list({})).total).toBe(150);
  });

  it('keeps searches working after a purge of everything', async () => {
    await using store = await open(dir);
    const unit = makeUnit({ text: 'pump' });
    await store.upsert([embedded(unit)]);
    expect(await store.purge([unit.id])).toMatchObject({ units: 1, verified: true });
    expect(await store.searchText('pump', 5, {})).toEqual([]);
    await store.upsert([embedded(makeUnit({ text: 'pump again', asset: masked('A-1') }))]);
    expect((await store.searchText('pump', 5, {})).length).toBe(1);
  });
});
