import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cuts, ImageCut, TextCut } from '../../src/main/memory/cuts.ts';
import type { MemoryStore } from '../../src/main/memory/memory-store.ts';
import { createMemoryWriter, type MemoryWriter, type RememberInput } from '../../src/main/memory/remember.ts';
import { factsAgree, resolutionsContradict } from '../../src/main/memory/salient-facts.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import { openWriteJournal, type WriteJournal } from '../../src/main/platform/write-journal.ts';
import { createFakeMemoryStore } from '../support/fake-memory-store.ts';
import { createHashEmbedder, imageIdentity, masked, textIdentity } from '../support/memory-units.ts';

let dir: string;
let store: MemoryStore;
let journal: WriteJournal;
let writer: MemoryWriter;

// Everything counts as near, as with real embedders and such pairs: only the guard keeps units apart.
const blindCuts: Cuts = {
  cutFor: (_id, a, b) => ({ cut: 0.1, merge: a === b ? 0.4 : null }) as TextCut,
  imageCutFor: () => ({ cut: 0.8 }) as ImageCut,
};

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fixlore-writer-'));
  store = createFakeMemoryStore(textIdentity, imageIdentity);
  journal = await openWriteJournal(dir);
  writer = createMemoryWriter({
    store,
    journal,
    textEmbedder: createHashEmbedder(),
    imageEmbedderId: imageIdentity.id,
    photosDir: join(dir, 'p'),
    thumbnailsDir: join(dir, 't'),
    cuts: blindCuts,
    clock: systemClock,
  });
});
afterEach(async () => {
  await journal[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true });
});

const input = (text: string, resolution = '', change: Partial<RememberInput> = {}): RememberInput => ({
  kind: 'solved-case',
  text: masked(text),
  resolution: masked(resolution),
  photos: [],
  equipment: masked('HP-40'),
  asset: masked(''),
  workOrder: masked(''),
  source: null,
  ...change,
});
const from = (id: string) => ({ source: { system: 'cmms', id: masked(id) } });

describe('merge guard', () => {
  const alike: readonly (readonly [string, string])[] = [
    ['Tighten the cover bolts of the pump to 25 Nm', 'Tighten the cover bolts of the pump to 250 Nm'],
    ['Set the relief to 2.5 bar before the start of the pump', 'Set the relief to 25 bar before the start of the pump'],
    ['Open the return valve before start of the unit', 'Close the return valve before start of the unit'],
    ['Contactor K3 of the pump does not pull in on start', 'Contactor K4 of the pump does not pull in on start'],
    ['Switch the fan on before the test of the cooler', 'Switch the fan off before the test of the cooler'],
    ['Left bearing of the drum is hot at full load', 'Right bearing of the drum is hot at full load'],
    ['The pump stops with E-204 after an hour', 'The pump stops with P-204 after an hour'],
    ['The pump stops under load', 'The pump does not stop under load'],
    ['Phase A of the motor supply is missing', 'Phase B of the motor supply is missing'],
    ['启动前打开回油阀并检查压力', '启动前关闭回油阀并检查压力'],
    ['电机正转时有异响，检查轴承', '电机反转时有异响，检查轴承'],
    ['左侧轴承温度过高需要更换', '右侧轴承温度过高需要更换'],
    ['泵启动后有压力但不稳定', '泵启动后没有压力但不稳定'],
    ['螺栓拧紧力矩 25 Nm，完成后复查', '螺栓拧紧力矩 250 Nm，完成后复查'],
    ['泵启动后油温过高，停机检查', '泵启动后油温过低，停机检查'],
    ['继电器 K3 触点烧蚀，更换后正常', '继电器 K4 触点烧蚀，更换后正常'],
  ];
  it.each(alike)('keeps apart: %s | %s', async (one, other) => {
    expect(factsAgree(one, other)).toBe(false);
    await writer.remember(input(one));
    const second = await writer.remember(input(other));
    expect(second.outcome).not.toBe('merged');
    expect((await store.list({})).total).toBe(2);
  });

  it('lets the same facts in other words and signs through', () => {
    expect(factsAgree('Tighten to 25 Nm, oil at 60 °C', 'tightened to 25Nm; oil at 60℃')).toBe(true);
    expect(factsAgree('Panel shows E-204', 'Panel showed e204')).toBe(true);
    expect(factsAgree('压力 2,5 bar', '压力 2.50 bar')).toBe(true);
  });

  it('merges what is the same, with both sources, and finds it by either', async () => {
    const first = await writer.remember(input('HP-40 stops with E-204 after an hour, oil 78 °C', 'Cleaned the cooler fins', from('W-1')));
    const second = await writer.remember(
      input('HP-40 stops with E204 after an hour, oil 78 °C', 'Cleaned the cooler fins.', { ...from('W-2'), importance: 5 }),
    );
    expect(second).toEqual({ id: first.id, outcome: 'merged' });
    const [unit] = (await store.list({})).units;
    expect(unit).toMatchObject({ source: { id: 'W-1' }, mergedSources: [{ system: 'cmms', id: 'W-2' }], importance: 5 });
    expect((await store.findBySource('cmms', 'W-2'))?.id).toBe(first.id);
    // The same again changes nothing.
    await writer.remember(input('HP-40 stops with E204 after an hour, oil 78 °C', 'Cleaned the cooler fins.', from('W-2')));
    expect((await store.list({})).units[0]?.mergedSources).toHaveLength(1);
    // A later version that says something else stands alone.
    const split = await writer.remember(input('HP-40 stops with E204 after two hours, oil 90 °C', 'Replaced the fan', from('W-2')));
    expect(split.outcome).not.toBe('merged');
    expect((await store.get([first.id]))[0]?.mergedSources).toEqual([]);
    expect((await store.findBySource('cmms', 'W-2'))?.id).toBe(split.id);
  });

  it('does not merge across assets, equipment, standing or languages', async () => {
    const text = 'Pump stops after an hour';
    await writer.remember(input(text));
    for (const change of [
      { asset: masked('A-7') },
      { equipment: masked('AC-75') },
      { equipment: masked('') },
      { standing: 'withdrawn-unsafe' as const },
      { kind: 'domain-knowledge' as const },
    ]) {
      expect((await writer.remember(input(text, '', change))).outcome).toBe('stored');
    }
    expect((await store.list({})).total).toBe(6);
  });
});

describe('replacing and contradiction', () => {
  it('replaces by source, keeps its uses, and keeps two systems apart', async () => {
    const first = await writer.remember(input('belt slips', '', from('1001')));
    await store.patch([first.id], { addUse: true });
    expect(await writer.remember(input('drum is worn on the tail end', '', from('1001')))).toEqual({ id: first.id, outcome: 'replaced' });
    const other = await writer.remember(input('door does not lock', '', { source: { system: 'erp', id: masked('1001') } }));
    expect(other.id).not.toBe(first.id);
    expect((await store.get([first.id]))[0]).toMatchObject({ text: 'drum is worn on the tail end', useCount: 1 });
    expect(first.id).toMatch(/^C-[0-9A-HJKMNP-TV-Z]{8}$/);
  });

  it('keeps contradicting fixes, marks both, and takes the marks back when they agree', async () => {
    const symptom = 'Press stops with E-204, oil over temperature';
    const first = await writer.remember(input(symptom, 'Open the return valve to the cooler fully', from('W-1')));
    const second = await writer.remember(input(symptom, 'Close the return valve to the cooler fully', from('W-2')));
    expect(second.outcome).toBe('in-conflict');
    expect((await store.get([first.id]))[0]?.conflictsWith).toEqual([second.id]);
    expect((await store.get([second.id]))[0]?.conflictsWith).toEqual([first.id]);
    await writer.remember(input(symptom, 'Open the return valve, then bleed the line to the cooler', from('W-2')));
    expect((await store.get([first.id]))[0]?.conflictsWith).toEqual([]);
  });

  it('contradicts nothing that is out of force or of another machine', async () => {
    const symptom = 'Press stops with E-204, oil over temperature';
    await writer.remember(input(symptom, 'Open the return valve to the cooler', { ...from('W-1'), standing: 'withdrawn-unsafe' }));
    await writer.remember(input(symptom, 'Open the return valve to the cooler', { ...from('W-2'), equipment: masked('AC-75') }));
    expect((await writer.remember(input(symptom, 'Close the return valve to the cooler', from('W-3')))).outcome).toBe('stored');
  });

  it('knows contradiction from other work', () => {
    expect(resolutionsContradict('Replaced sensor 100-4471', 'Replaced sensor 100-9999')).toBe(true);
    expect(resolutionsContradict('更换滤芯 88231-A7', '更换滤芯 88231-A7 并清洗')).toBe(false);
    expect(resolutionsContradict('打开回油阀后恢复正常', '关闭回油阀后恢复正常')).toBe(true);
    expect(resolutionsContradict('Removed dust from the fins', 'Installed a new fan and checked its current for an hour')).toBe(false);
    expect(resolutionsContradict('Do not reset the drive', 'Reset the drive')).toBe(true);
    expect(resolutionsContradict('', 'Reset the drive')).toBe(false);
  });
});

describe('memory writer', () => {
  it('titles, dates, codes and language of a case without them', async () => {
    const { id } = await writer.remember(input('液压站报 E-118，压力只有 96 bar。停机后油温正常', '更换溢流阀 88231-A7'));
    const [unit] = await store.get([id]);
    expect(unit).toMatchObject({
      title: '液压站报 E-118，压力只有 96 bar',
      language: 'zh',
      codes: ['E118', '88231A7'],
      source: { system: 'fixlore', id },
      standing: 'confirmed',
      modality: 'text',
    });
    expect(unit?.importance).toBeGreaterThanOrEqual(4);
    expect((await writer.remember(input('a fault without a fix'))).id).not.toBe(id);
    expect((await store.list({})).units.find((other) => other.id !== id)?.standing).toBe('history');
  });

  it('never cuts a placeholder in a title', async () => {
    const { id } = await writer.remember(input(`${'word '.repeat(14)}call [PHONE:7f3a91bc22de] about the pump and more words after it`));
    const [unit] = await store.get([id]);
    expect(unit?.title).not.toMatch(/\[[^\]]*$/);
    expect(unit?.title.endsWith('…')).toBe(true);
  });

  it('refuses what is empty and what an automatic write should not keep', async () => {
    expect(await writer.remember(input('  '))).toEqual({ id: '', outcome: 'refused', reason: 'empty' });
    const automatic = (text: string, kind: RememberInput['kind'] = 'tool-result') =>
      writer.remember(input(text, '', { kind, origin: 'automatic' }));
    expect((await automatic('thanks a lot!')).reason).toBe('small-talk');
    expect((await automatic('你好，谢谢')).reason).toBe('small-talk');
    expect((await automatic('12.5 * 4 = 50')).reason).toBe('temporary-sum');
    expect((await automatic('3 seals 88231-A7 in stock today')).reason).toBe('ages-in-days');
    expect((await automatic('库存还有三个密封圈')).reason).toBe('ages-in-days');
    expect((await automatic('Filter of the HP-40 is 88231-A7', 'domain-knowledge')).outcome).toBe('stored');
    expect((await writer.remember(input('thanks a lot!'))).outcome).toBe('stored');
    expect(journal.pending()).toEqual([]);
  });

  it('refuses a wrong date with a plain sentence', async () => {
    await expect(writer.remember(input('x', '', { madeAt: 'yesterday' }))).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('2024-03-15'),
    });
  });

  it('writes later, in order, and replays what a crash left', async () => {
    const accepted = await writer.writeLater(input('first', '', from('1')));
    expect(accepted.outcome).toBe('accepted');
    expect(journal.pending().length).toBe(1);
    await writer.drain();
    expect(journal.pending()).toEqual([]);
    expect((await store.get([accepted.id]))[0]?.text).toBe('first');

    // A store that is gone when the write comes: the journal keeps it.
    const broken: MemoryStore = { ...store, upsert: () => Promise.reject(new Error('disk gone')) };
    const failing = createMemoryWriter({
      store: broken,
      journal,
      textEmbedder: createHashEmbedder(),
      imageEmbedderId: imageIdentity.id,
      photosDir: dir,
      thumbnailsDir: dir,
      cuts: blindCuts,
      clock: systemClock,
    });
    await failing.writeLater(input('second thing entirely', '', { ...from('2'), equipment: masked('AC-75') }));
    await expect(failing.drain()).rejects.toThrow('disk gone');
    expect(journal.pending()).toHaveLength(1);
    expect(await writer.replay()).toBe(1);
    expect(await writer.replay()).toBe(0);
    expect((await store.findBySource('cmms', '2'))?.text).toBe('second thing entirely');
  });

  it('keeps many at once in order', async () => {
    const results = await Promise.all(Array.from({ length: 30 }, (_, at) => writer.remember(input(`thing ${at}`, '', from(`${at % 10}`)))));
    expect(results.every((result) => result.outcome !== 'refused')).toBe(true);
    expect((await store.list({ limit: 100 })).units.map((unit) => unit.text).sort()).toEqual(
      Array.from({ length: 10 }, (_, at) => `thing ${at + 20}`).sort(),
    );
  });
});
