import { beforeEach, describe, expect, it } from 'vitest';
import type { MemoryUnit } from '../../src/main/domain/memory-unit.ts';
import { defeatsProtection } from '../../src/main/memory/defeats-protection.ts';
import { compareEquipment, mentionedEquipment } from '../../src/main/memory/equipment-match.ts';
import { glossarySize, translateTerms } from '../../src/main/memory/glossary.ts';
import type { MemoryStore } from '../../src/main/memory/memory-store.ts';
import { createRecall, type Recall, type RecallQuery } from '../../src/main/memory/recall.ts';
import { stripStockPhrases } from '../../src/main/memory/strip-stock-phrases.ts';
import { createFakeMemoryStore } from '../support/fake-memory-store.ts';
import {
  createHashEmbedder,
  embedded,
  imageIdentity,
  imageVector,
  makeUnit,
  masked,
  testCuts,
  testSettings,
  textIdentity,
} from '../support/memory-units.ts';

const clock = { now: () => new Date('2026-01-01T00:00:00Z'), monotonicMs: () => 0 };
let store: MemoryStore;
let recall: Recall;
beforeEach(() => {
  store = createFakeMemoryStore(textIdentity, imageIdentity);
  recall = createRecall({
    store,
    textEmbedder: createHashEmbedder(),
    imageEmbedderId: imageIdentity.id,
    cuts: testCuts,
    settings: testSettings,
    clock,
  });
});

const ask = (question: string, change: Partial<Omit<RecallQuery, 'description'>> & { description?: string } = {}) =>
  recall({
    question: masked(question),
    codes: [],
    lookAlikeCodes: [],
    equipment: [],
    assets: [],
    imageVector: null,
    language: 'en',
    ...change,
    description: masked(change.description ?? ''),
  });
const keep = async (...units: MemoryUnit[]) => store.upsert(units.map((unit) => embedded(unit)));
const idsOf = (cases: readonly { id: string }[]) => cases.map((found) => found.id);

describe('recall', () => {
  it('puts the like case first, says why, and gives no case a score of 1 for being the best of little', async () => {
    const leak = makeUnit({ text: 'pump leaks oil at the shaft seal', resolution: 'new seal' });
    await keep(leak, makeUnit({ text: 'conveyor belt slips on the drum' }), makeUnit({ text: 'door of the cabin does not lock' }));
    const { cases } = await ask('oil leaks at the pump shaft');
    expect(cases[0]).toMatchObject({
      id: leak.id,
      kind: 'case',
      resolution: 'new seal',
      matchedBy: expect.arrayContaining(['words', 'meaning']),
    });
    expect(cases[0]?.score).toBeLessThan(0.99);
    expect((await ask('pump leaks oil at the shaft seal')).cases[0]?.score).toBeGreaterThan(cases[0]?.score ?? 1);
  });

  it('shows nothing where nothing is alike, though something shares a word', async () => {
    await keep(makeUnit({ text: 'conveyor belt slips on the drum of the long line after rain' }));
    expect(await ask('zebra quagga okapi drum')).toEqual({ cases: [], otherModels: [] });
    expect(await ask('')).toEqual({ cases: [], otherModels: [] });
  });

  it('never hides an exact code, however old and unlike, and tells E-204 from P-204', async () => {
    const exact = makeUnit({ text: 'completely different words E-204', kind: 'tool-result', madeAt: '2001-01-01T00:00:00.000Z' });
    const near = makeUnit({ text: 'press stops, panel shows P-204' });
    await keep(exact, near);
    const { cases } = await ask('press stops, panel shows e 204');
    expect(cases[0]).toMatchObject({ id: exact.id, matchedBy: expect.arrayContaining(['same-code']) });
    expect(cases[0]?.score).toBeGreaterThan(0.5);
    expect(cases.find((found) => found.id === near.id)?.matchedBy ?? []).not.toContain('same-code');
  });

  it('labels what a photo may also have said', async () => {
    const unit = makeUnit({ text: 'other words entirely, code E-208' });
    await keep(unit);
    const { cases } = await ask('panel', { codes: ['E-20B'], lookAlikeCodes: ['E208'] });
    expect(cases[0]).toMatchObject({ id: unit.id, matchedBy: ['look-alike-code'] });
  });

  it('sets cases of another make or model apart', async () => {
    const ours = makeUnit({ text: 'E-204 oil too hot', equipment: 'HP-40' });
    const theirs = makeUnit({ text: 'E-204 oil too hot', equipment: 'AC-75' });
    const variant = makeUnit({ text: 'E-204 oil too hot', equipment: 'HP-40B' });
    await keep(ours, theirs, variant);
    const told = await ask('E-204 oil too hot', { equipment: ['Hydra HP-40'] });
    expect(idsOf(told.cases)).toEqual([ours.id]);
    expect(told.cases[0]?.matchedBy).toContain('same-model');
    expect(idsOf(told.otherModels).sort()).toEqual([theirs.id, variant.id].sort());
    expect(told.otherModels[0]?.cautions).toContain('other-model');
    expect(idsOf((await ask('E-204 oil too hot')).cases).sort()).toEqual([ours.id, theirs.id, variant.id].sort());
    // The words of the question name it.
    expect(idsOf((await ask('our ac75 shows E-204')).cases)).toEqual([theirs.id]);
  });

  it('takes a model for no fault code', async () => {
    await keep(makeUnit({ text: 'HP-40 door seal is torn, water in the cabinet after rain', equipment: 'HP-40' }));
    for (const found of (await ask('HP-40 zebra quagga okapi')).cases)
      expect(found.matchedBy).not.toEqual(expect.arrayContaining(['same-part']));
    expect((await ask('hp 40')).cases.flatMap((found) => found.matchedBy)).not.toContain('same-code');
  });

  it('finds by photo, and by photo alone when the question is a stock phrase', async () => {
    const board = makeUnit({ text: 'burnt trace on board' });
    await store.upsert([
      embedded(board, imageVector(3)),
      embedded(makeUnit({ text: 'has this happened before, how was it solved' }), imageVector(6)),
    ]);
    const { cases } = await ask('Has this happened before, and how was it solved?', { imageVector: imageVector(3, 0.2) });
    expect(cases).toHaveLength(1);
    expect(cases[0]).toMatchObject({ id: board.id, matchedBy: ['photo'] });
  });

  it('crosses languages by field terms', async () => {
    const chinese = makeUnit({ text: '液压泵轴承异响，电机过热', codes: [] });
    await keep(chinese, makeUnit({ text: '门锁损坏' }));
    expect((await store.searchText(translateTerms('hydraulic pump bearing overheating').join(' '), 5, {}))[0]?.unit.id).toBe(chinese.id);
  });

  it('puts warnings on what is no fix, behind what is', async () => {
    const text = 'pump leaks oil at the shaft seal';
    const units = {
      good: makeUnit({ text, resolution: 'new seal' }),
      superseded: makeUnit({ text, resolution: 'sealing paste', supersededBy: 'C-00000001' }),
      obsolete: makeUnit({ text, resolution: 'rope', status: 'obsolete' }),
      unsafe: makeUnit({ text, resolution: 'bridged the pressure switch', standing: 'withdrawn-unsafe' }),
      failed: makeUnit({ text, resolution: 'tightened', standing: 'did-not-hold' }),
    };
    await keep(...Object.values(units), makeUnit({ text, resolution: 'x', status: 'archived' }));
    const { cases } = await ask(text);
    expect(cases[0]?.id).toBe(units.good.id);
    const cautions = Object.fromEntries(cases.map((found) => [found.id, found.cautions]));
    expect(cautions).toEqual({
      [units.good.id]: [],
      [units.superseded.id]: ['superseded'],
      [units.obsolete.id]: ['superseded'],
      [units.unsafe.id]: ['withdrawn-unsafe', 'defeats-protection'],
      [units.failed.id]: ['did-not-hold'],
    });
    const conflict = makeUnit({ text: 'belt slips', conflictsWith: ['C-00000002'] });
    await keep(conflict);
    expect((await ask('belt slips')).cases[0]?.cautions).toEqual(['conflict', 'history-only']);
  });

  it('stops when it is told to', async () => {
    await keep(makeUnit({ text: 'pump leaks' }));
    await expect(
      recall(
        {
          question: masked('pump'),
          description: masked(''),
          codes: [],
          lookAlikeCodes: [],
          equipment: [],
          assets: [],
          imageVector: null,
          language: 'en',
        },
        AbortSignal.abort(),
      ),
    ).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('stock phrases', () => {
  it.each([
    'Has this happened before, and how was it solved?',
    'has this ever happened before? how did you fix it?',
    'Have we seen this before and how was it fixed?',
    'What is wrong here?',
    'How do I fix this?',
    '以前发生过吗？怎么解决的？',
    '这个故障以前出现过吗？当时是怎么处理的？',
    '之前有没有遇到过这种情况，怎么修好的',
    '请问这是什么原因？',
    '有没有类似的案例？',
  ])('leaves nothing of: %s', (question) => {
    expect(stripStockPhrases(question)).toBe('');
  });

  it.each([
    ['Pump leaks at the seal. Has this happened before, and how was it solved?', /^Pump leaks at the seal/],
    ['How was the burnt contactor K7 replaced?', /contactor K7/],
    ['液压泵漏油，以前发生过吗？怎么解决的？', /^液压泵漏油$/],
    ['E-204 以前出现过吗', /E-204/],
    ['The display shows F07', /^The display shows F07$/],
    ['压力上不去，之前怎么处理的？', /^压力上不去$/],
  ])('keeps the content of: %s', (question, content) => {
    expect(stripStockPhrases(question)).toMatch(content);
  });
});

describe('defeated protection', () => {
  it.each([
    'Bridged the door contact so the line could run until Monday.',
    'Put a jumper across the limit switch.',
    'Bypassed the interlock of the guard.',
    'Safety relay jumpered at A1-A2 to finish the shift.',
    'Light curtain disabled for the night shift',
    'Taped down the two-hand button; overload set aside.',
    '把门开关短接后继续生产。',
    '屏蔽了安全门信号，设备恢复运行',
    '将急停回路跨接',
    '临时旁路热继保护',
    'Never bridge the pump contact. We bridged the safety contact of the door anyway.',
  ])('sees it: %s', (text) => expect(defeatsProtection(text)).toBe(true));

  it.each([
    'Removed the jumper from the safety circuit.',
    'Do not bridge the door contact.',
    'Never bypass the interlock.',
    'Found the guard switch bridged, removed the bridge and fitted a new switch.',
    '禁止短接门开关。',
    '拆除了安全门上的短接线，恢复联锁',
    '不得屏蔽保护信号',
    'Cleaned the contacts of relay K7.',
    'Replaced the bypass valve and checked the pressure switch.',
    'Short circuit between phases tripped the breaker; new cable fitted.',
    '更换热继电器，保护动作正常',
    'Adjusted the relief valve to 160 bar.',
  ])('is not misled: %s', (text) => expect(defeatsProtection(text)).toBe(false));
});

describe('equipment and field terms', () => {
  it('compares makes and models', () => {
    expect(compareEquipment('HP-40', 'Hydra hp40 power unit')).toBe('same');
    expect(compareEquipment('HP-40', 'HP-40B')).toBe('different');
    expect(compareEquipment('HP-40', 'conveyor')).toBe('unknown');
    expect(compareEquipment('', 'HP-40')).toBe('unknown');
    expect(compareEquipment('Conveyor', 'Crane')).toBe('different');
    expect(mentionedEquipment('the hp 40 is loud, HP-40 again; crane too', ['HP-40', 'AC-75', 'Crane', '行车'])).toEqual([
      'HP-40',
      'Crane',
    ]);
    expect(mentionedEquipment('行车抱闸打滑', ['行车'])).toEqual(['行车']);
  });

  it('translates the longest term and not its parts', () => {
    expect(glossarySize).toBeGreaterThanOrEqual(140);
    expect(translateTerms('relief valve')).toEqual(['溢流阀', '安全阀', '泄压阀']);
    expect(translateTerms('The filters are blocked')).toEqual(expect.arrayContaining(['滤芯', '堵塞']));
    expect(translateTerms('液压泵过热')).toEqual(expect.arrayContaining(['hydraulic pump', 'overheating']));
    expect(translateTerms('液压泵过热')).not.toContain('pump');
    expect(translateTerms('zebra')).toEqual([]);
  });
});
