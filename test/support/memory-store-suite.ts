import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MemoryStore } from '../../src/main/memory/memory-store.ts';
import { embedded, hashVector, imageVector, makeUnit, masked } from './memory-units.ts';

/** What every memory store must do; `open` gives an empty one. */
export function describeMemoryStore(name: string, open: () => Promise<MemoryStore>): void {
  describe(`memory store: ${name}`, () => {
    let store: MemoryStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(async () => {
      await store[Symbol.asyncDispose]();
    });

    it('gives a unit back as it was stored, quotes, line breaks and Chinese included', async () => {
      const unit = makeUnit({
        text: `It's "hot" at 78 °C\nO'Brien; DROP TABLE units; --\t液压泵漏油 \\ %_'`,
        resolution: '更换密封圈 88231-A7',
        title: "Pump's seal",
        equipment: "HP-40 'B'",
        photos: [{ file: `${'a'.repeat(32)}.jpg`, role: 'fault', width: 10, height: 20, description: masked('Text: E-204') }],
        mergedSources: [{ system: 'cmms', id: masked("W'1") }],
        conflictsWith: ['C-00000009'],
        supersededBy: 'C-00000008',
        expiresAt: '2026-01-01T00:00:00.000Z',
      });
      const image = imageVector(2);
      await store.upsert([embedded(unit, image)]);
      expect(await store.get([unit.id])).toEqual([unit]);
      const [back] = await store.getEmbedded([unit.id]);
      expect(back?.imageVector).toEqual(image);
      expect(back?.textVector).toEqual(embedded(unit).textVector);
      expect(await store.get(["C-' OR 1=1"])).toEqual([]);
    });

    it('replaces by id and counts once', async () => {
      const unit = makeUnit({ text: 'pump leaks' });
      await store.upsert([embedded(unit)]);
      await store.upsert([embedded({ ...unit, text: masked('pump is dry') })]);
      expect((await store.list({})).total).toBe(1);
      expect((await store.get([unit.id]))[0]?.text).toBe('pump is dry');
      expect((await store.searchText('leaks', 5, {})).length).toBe(0 + (unit.title.includes('leaks') ? 1 : 0));
    });

    it('finds English and Chinese words by BM25, best first', async () => {
      const leak = makeUnit({ text: '液压泵轴封处漏油，压力上不去' });
      const relay = makeUnit({ text: '电机启动时继电器不吸合' });
      const english = makeUnit({ text: 'Bearing of the blower motor runs hot and howls' });
      await store.upsert([leak, relay, english].map((unit) => embedded(unit)));
      expect((await store.searchText('漏油', 5, {}))[0]?.unit.id).toBe(leak.id);
      expect((await store.searchText('继电器 吸合', 5, {}))[0]?.unit.id).toBe(relay.id);
      expect((await store.searchText('HOWLS bearing', 5, {}))[0]?.unit.id).toBe(english.id);
      expect((await store.searchText('ｂｅａｒｉｎｇ', 5, {}))[0]?.unit.id).toBe(english.id);
      expect(await store.searchText('zebra', 5, {})).toEqual([]);
      expect(await store.searchText('   ', 5, {})).toEqual([]);
    });

    it('finds a unit at once, also when others were indexed before', async () => {
      await store.upsert([embedded(makeUnit({ text: 'first words' }))]);
      await store.compact();
      const fresh = makeUnit({ text: 'hopper bridge breaker jammed', codes: ['X77'] });
      await store.upsert([embedded(fresh)]);
      expect((await store.searchText('hopper', 5, {})).map((found) => found.unit.id)).toEqual([fresh.id]);
      expect((await store.findByCodes(['X77'], 5, {})).map((unit) => unit.id)).toEqual([fresh.id]);
    });

    it('matches codes exactly: E-204 is not P-204', async () => {
      const one = makeUnit({ text: 'Panel shows E-204' });
      const other = makeUnit({ text: 'Valve P-204 next to the E stop' });
      await store.upsert([embedded(one), embedded(other)]);
      expect((await store.findByCodes(['E204'], 5, {})).map((unit) => unit.id)).toEqual([one.id]);
      expect((await store.findByCodes(['P204'], 5, {})).map((unit) => unit.id)).toEqual([other.id]);
      expect(await store.findByCodes(["E204') OR ('1'='1"], 5, {})).toEqual([]);
      expect(await store.findByCodes([], 5, {})).toEqual([]);
    });

    it('gives cosine similarities that fall with distance, exactly', async () => {
      const texts = ['pump leaks oil at the seal', 'pump leaks oil', 'conveyor belt slips'];
      const units = texts.map((text) => makeUnit({ text, title: '' }));
      await store.upsert(units.map((unit) => ({ ...embedded(unit), textVector: hashVector(unit.text) })));
      const found = await store.searchTextVector(hashVector('pump leaks oil at the seal'), 3, {});
      expect(found[0]?.unit.id).toBe(units[0]?.id);
      expect(found[0]?.score).toBeCloseTo(1, 5);
      const dot = hashVector(texts[0] ?? '').reduce((sum, value, at) => sum + value * (hashVector(texts[1] ?? '')[at] ?? 0), 0);
      expect(found.find((hit) => hit.unit.id === units[1]?.id)?.score).toBeCloseTo(dot, 5);
      expect(found.map((hit) => hit.score)).toEqual(found.map((hit) => hit.score).sort((a, b) => b - a));
    });

    it('searches photos among units with a photo alone', async () => {
      const withPhoto = makeUnit({ text: 'burnt relay' });
      await store.upsert([
        embedded(withPhoto, imageVector(1)),
        embedded(makeUnit({ text: 'no photo' })),
        embedded(makeUnit({ text: 'other photo' }), imageVector(5)),
      ]);
      const found = await store.searchImageVector(imageVector(1, 0.2), 5, {});
      expect(found).toHaveLength(2);
      expect(found[0]?.unit.id).toBe(withPhoto.id);
      expect(found[0]?.score).toBeCloseTo(Math.sqrt(1 - 0.04), 5);
    });

    it('filters, sorts and pages', async () => {
      const units = Array.from({ length: 7 }, (_, at) =>
        makeUnit({
          text: `case ${at}`,
          equipment: at % 2 === 0 ? 'HP-40' : 'AC-75',
          importance: (at % 5) + 1,
          madeAt: `2025-03-0${at + 1}T00:00:00.000Z`,
          status: at === 6 ? 'archived' : 'active',
          source: { system: at < 3 ? 'cmms' : 'user', id: masked(`${at}`) },
        }),
      );
      await store.upsert(units.map((unit) => embedded(unit)));
      const ids = (...at: number[]) => at.map((index) => units[index]?.id);
      expect((await store.list({ equipment: 'HP-40', sort: 'madeAt', descending: false })).units.map((unit) => unit.id)).toEqual(
        ids(0, 2, 4),
      );
      expect((await store.list({ sort: 'madeAt', limit: 2, offset: 2 })).units.map((unit) => unit.id)).toEqual(ids(3, 2));
      expect((await store.list({ limit: 2 })).total).toBe(6);
      expect((await store.list({ status: ['archived'] })).units.map((unit) => unit.id)).toEqual(ids(6));
      expect((await store.list({ minImportance: 4, sort: 'importance' })).units.map((unit) => unit.id)).toEqual(ids(4, 3));
      expect(
        (await store.list({ madeFrom: '2025-03-02T00:00:00Z', madeTo: '2025-03-03T00:00:00Z', descending: false })).units.map(
          (unit) => unit.id,
        ),
      ).toEqual(ids(1, 2));
      expect((await store.list({ sourceSystem: 'cmms' })).total).toBe(3);
      expect((await store.list({ kinds: ['preference'] })).total).toBe(0);
      expect(await store.equipmentNames()).toEqual(['AC-75', 'HP-40']);
    });

    it('finds a unit by its own and by its merged sources', async () => {
      const unit = makeUnit({ text: 'x', source: { system: 'a', id: masked('1001') }, mergedSources: [{ system: 'b', id: masked('7') }] });
      await store.upsert([embedded(unit)]);
      expect((await store.findBySource('a', '1001'))?.id).toBe(unit.id);
      expect((await store.findBySource('b', '7'))?.id).toBe(unit.id);
      expect(await store.findBySource('b', '1001')).toBeNull();
    });

    it('patches without touching the rest', async () => {
      const unit = makeUnit({ text: 'pump', supersededBy: 'C-00000001' });
      const other = makeUnit({ text: 'pump two' });
      await store.upsert([embedded(unit), embedded(other)]);
      await store.patch([unit.id, 'C-ZZZZZZZZ'], {
        standing: 'did-not-hold',
        supersededBy: null,
        lastUsedAt: '2025-06-01T00:00:00.000Z',
        addUse: true,
      });
      await store.patch([unit.id], { addUse: true });
      expect((await store.get([unit.id]))[0]).toEqual({
        ...unit,
        standing: 'did-not-hold',
        supersededBy: null,
        lastUsedAt: '2025-06-01T00:00:00.000Z',
        useCount: 2,
      });
      expect(await store.get([other.id])).toEqual([other]);
      expect((await store.searchText('pump', 5, {})).map((found) => found.unit.id).sort()).toEqual([unit.id, other.id].sort());
    });

    it('refuses vectors of another embedder or length', async () => {
      const unit = makeUnit({ text: 'pump' });
      await expect(store.upsert([{ ...embedded(unit), textEmbedder: 'other@2' }])).rejects.toMatchObject({ code: 'embedder-changed' });
      await expect(store.upsert([{ ...embedded(unit), textVector: new Float32Array(3) }])).rejects.toMatchObject({
        code: 'embedder-changed',
      });
      await expect(store.searchTextVector(new Float32Array(3), 5, {})).rejects.toMatchObject({ code: 'embedder-changed' });
      expect((await store.list({})).total).toBe(0);
    });

    it('purges for good, names the photos that nobody uses any more, and keeps the others', async () => {
      const photo = (letter: string) => ({
        file: `${letter.repeat(32)}.jpg`,
        role: 'fault' as const,
        width: 1,
        height: 1,
        description: masked(''),
      });
      const gone = makeUnit({ text: 'xylophonic compressor', photos: [photo('a'), photo('b')] });
      const kept = makeUnit({ text: 'marimba compressor', photos: [photo('b')] });
      await store.upsert([embedded(gone, imageVector(1)), embedded(kept, imageVector(2))]);
      expect(await store.purge([gone.id])).toEqual({ units: 1, orphanedPhotos: [`${'a'.repeat(32)}.jpg`], verified: true });
      expect(await store.get([gone.id])).toEqual([]);
      expect((await store.searchText('xylophonic compressor', 5, {})).map((found) => found.unit.id)).toEqual([kept.id]);
      expect(await store.photosInUse([`${'a'.repeat(32)}.jpg`, `${'b'.repeat(32)}.jpg`])).toEqual([`${'b'.repeat(32)}.jpg`]);
      const left: string[] = [];
      for await (const { text } of store.readEverything()) left.push(text);
      expect(left.join('\n')).toContain('marimba');
      expect(left.join('\n')).not.toContain('xylophonic');
    });

    it('leaves ids out, and tells assets, sources and growth', async () => {
      const [old, fresh, bare, archived] = [
        makeUnit({
          text: 'a',
          asset: 'HPU-07',
          equipment: 'HP-30',
          madeAt: '2024-12-31T23:59:59.000Z',
          source: { system: 'cmms', id: masked('1') },
        }),
        makeUnit({
          text: 'b',
          asset: 'HPU-07',
          equipment: 'HP-40',
          madeAt: '2025-02-01T00:00:00.000Z',
          source: { system: 'user', id: masked('2') },
        }),
        makeUnit({ text: 'c', asset: 'CMP-1', madeAt: '2025-02-28T00:00:00.000Z', source: { system: 'cmms', id: masked('3') } }),
        makeUnit({
          text: 'd',
          asset: 'GONE-1',
          status: 'archived',
          madeAt: '2025-02-28T00:00:00.000Z',
          source: { system: 'csv', id: masked('4') },
        }),
      ];
      expect([await store.assets(), await store.sourceSystems(), await store.growth()]).toEqual([[], [], []]);
      await store.upsert([old, fresh, bare, archived].map((unit) => embedded(unit)));
      expect(await store.assets()).toEqual([
        { asset: 'CMP-1', equipment: '' },
        { asset: 'HPU-07', equipment: 'HP-40' },
      ]);
      expect(await store.sourceSystems()).toEqual(['cmms', 'csv', 'user']);
      expect(await store.growth()).toEqual([
        { month: '2024-12', units: 1 },
        { month: '2025-02', units: 3 },
      ]);
      const page = await store.list({ status: ['active', 'archived'], without: [fresh.id, archived.id], descending: false });
      expect(page).toMatchObject({ total: 2, units: [{ id: old.id }, { id: bare.id }] });
      expect((await store.list({ without: [] })).total).toBe(3);
      expect((await store.listIds({ status: ['active', 'archived'], without: [fresh.id] })).sort()).toEqual(
        [old.id, bare.id, archived.id].sort(),
      );
      expect(await store.listIds({ sourceSystem: 'user' })).toEqual([fresh.id]);
      await store.purge([fresh.id]);
      expect(await store.assets()).toEqual([
        { asset: 'CMP-1', equipment: '' },
        { asset: 'HPU-07', equipment: 'HP-30' },
      ]);
    });

    it('tells its numbers', async () => {
      await store.upsert([embedded(makeUnit({ text: 'a' })), embedded(makeUnit({ text: 'b', status: 'archived' }), imageVector(0))]);
      const stats = await store.stats();
      expect(stats).toMatchObject({
        units: 2,
        byStatus: { active: 1, archived: 1, obsolete: 0 },
        textEmbedder: 'word-hash@1',
        imageEmbedder: 'image-test@1',
      });
      expect(stats.bytes).toBeGreaterThan(0);
    });
  });
}
