import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readSampleWorkspace } from '../../src/main/app/read-sample-workspace.ts';
import {
  citedIds,
  diagnoseItemSchema,
  figuresOf,
  inventedFigures,
  scoreDiagnosis,
  summariseScores,
  type DiagnoseItem,
  type DiagnosisOutcome,
} from '../eval/score-diagnosis.ts';

const item: DiagnoseItem = {
  id: 'a',
  language: 'en',
  category: 'text',
  question: 'E204 at 78 °C?',
  photos: [],
  case: 'T-1',
  mustContain: ['100-4471', ['46 Nm', '46Nm']],
  mustNotContain: ['FE-0925'],
};
const good: DiagnosisOutcome = {
  answer: 'Fit contactor 100-4471 and tighten to 46 Nm. [C-AAAAAAA1]',
  stopped: 'final',
  similarCases: [
    { id: 'C-AAAAAAA1', sourceId: 'T-1' },
    { id: 'C-AAAAAAA2', sourceId: 'T-2' },
  ],
  shown: ['Fitted contactor 100-4471, 46 Nm.'],
  tokens: 10,
  seconds: 1,
};
const score = (change: Partial<DiagnosisOutcome>, of: DiagnoseItem = item) => scoreDiagnosis(of, { ...good, ...change });

describe('scoring a diagnosis', () => {
  it('takes the right answer, whatever its spaces, dashes and case', () => {
    expect(score({})).toMatchObject({ rightCaseFirst: true, grounded: true, inventedFigures: [], reasons: [] });
    expect(score({ answer: 'Fit 100‑4471, 46nm 【C-AAAAAAA1】' })).toMatchObject({ grounded: true });
  });

  it.each([
    ['another case first', { similarCases: [...good.similarCases].reverse() }, { rightCaseFirst: false, grounded: true }],
    ['the right case missing', { similarCases: [{ id: 'C-AAAAAAA2', sourceId: 'T-2' }] }, { rightCaseFirst: false, grounded: false }],
    ['a fact missing', { answer: 'Fit contactor 100-4471. [C-AAAAAAA1]' }, { grounded: false }],
    ['no citation', { answer: 'Fit contactor 100-4471, 46 Nm.' }, { grounded: false }],
    ['the wrong citation', { answer: 'Fit 100-4471, 46 Nm. [C-AAAAAAA2]' }, { grounded: false }],
    ['a forbidden fact', { answer: 'Fit 100-4471 or FE-0925, 46 Nm. [C-AAAAAAA1]' }, { grounded: false, inventedFigures: ['FE0925'] }],
    ['declined', { stopped: 'no-evidence' }, { grounded: false, declined: true }],
    ['an invented torque', { answer: 'Fit 100-4471, 46 Nm, cover 250 Nm. [C-AAAAAAA1]' }, { inventedFigures: ['250 nm'] }],
  ])('counts %s as wrong', (_name, change, expected) => {
    const result = score(change);
    expect(result).toMatchObject(expected);
    expect(result.reasons.length).toBeGreaterThan(0);
  });

  it('wants a question without an answer declined', () => {
    const none = { ...item, case: null, mustContain: [] };
    expect(score({}, none)).toMatchObject({ declined: false, reasons: ['not declined'] });
    expect(score({ stopped: 'no-evidence', answer: 'Nothing like this is on this machine.' }, none)).toMatchObject({
      declined: true,
      reasons: [],
    });
    expect(score({ similarCases: [], answer: 'Hello!', shown: [] }, none)).toMatchObject({ declined: true });
    expect(score({ stopped: 'no-evidence', answer: 'Try FE-0925.' }, none)).toMatchObject({ declined: false });
  });

  it('sums up, with every failure named', () => {
    const summary = summariseScores([
      score({}),
      score({ stopped: 'no-evidence' }),
      score({ stopped: 'no-evidence', answer: '' }, { ...item, id: 'n', case: null, mustContain: [] }),
    ]);
    expect(summary).toMatchObject({
      total: 3,
      answerable: 2,
      rightCaseFirst: 2,
      grounded: 1,
      inventedFigures: 0,
      unanswerable: 1,
      declined: 1,
    });
    expect(summary.failures).toHaveLength(1);
  });
});

describe('figures', () => {
  it('tells codes, measures and step numbers apart', () => {
    expect(figuresOf('1. Fit FN-6024 at 4.5 Nm\n2) wait 10 min [C-AAAAAAA1] [PHONE:7f3a]')).toEqual(['FN6024', '4.5 nm', '10 min']);
    expect(citedIds('a [C-1A] b 【M-hp40#3.2】 [NAME:7f]')).toEqual(['C-1A', 'M-hp40#3.2']);
  });

  it('knows a number with another unit for another figure, and a comma for a point', () => {
    expect(inventedFigures('25 Nm', ['25 V'])).toEqual(['25 nm']);
    expect(inventedFigures('6,5 kg', ['6.5 kg'])).toEqual([]);
    expect(inventedFigures('E 204 and E-204', ['code E204'])).toEqual([]);
    expect(inventedFigures('78 °C', ['78 ℃'])).toEqual([]);
    expect(inventedFigures('K8', ['K7'])).toEqual(['K8']);
  });
});

describe('the labelled set', () => {
  it('has what it must have, and each fact stands in its case', async () => {
    const items = z.array(diagnoseItemSchema).parse(JSON.parse(await readFile(join(import.meta.dirname, '../eval/diagnose.json'), 'utf8')));
    const examples = join(import.meta.dirname, '../../examples');
    const { cases, photos } = await readSampleWorkspace(examples);
    const answerable = items.filter((entry) => entry.case !== null);
    expect(new Set(items.map((entry) => entry.id)).size).toBe(items.length);
    expect(items.length).toBeGreaterThanOrEqual(30);
    expect(answerable.length).toBeGreaterThanOrEqual(25);
    expect(items.length - answerable.length).toBeGreaterThanOrEqual(5);
    expect(items.filter((entry) => entry.language === 'zh').length).toBe(items.length / 2);
    expect(items.filter((entry) => entry.photos.length > 0).length).toBeGreaterThanOrEqual(8);
    let across = 0;
    for (const entry of answerable) {
      const held = cases.find((found) => found.source.id === entry.case);
      expect(held, entry.id).toBeDefined();
      if (/\p{Script=Han}/u.test(held?.title ?? '') !== (entry.language === 'zh')) across++;
      const text = `${held?.title}\n${held?.text}\n${held?.resolution}`;
      for (const fact of entry.mustContain)
        expect(
          [fact].flat().some((spelling) => text.includes(spelling)),
          `${entry.id}: ${fact}`,
        ).toBe(true);
      // A photo of the question is never one that the memory holds.
      for (const photo of entry.photos) expect(held?.photos.map((stored) => stored.file)).not.toContain(photo);
    }
    for (const entry of items) for (const photo of entry.photos) expect(photos).toContain(join(examples, 'photos', photo));
    expect(across).toBeGreaterThanOrEqual(4);
  });
});
