import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFigures, KnownFigures, normaliseNumber } from '../../src/main/agent/figures.ts';
import { createGroundingCheck } from '../../src/main/agent/grounding.ts';
import { mailMasker } from '../support/agent-fixtures.ts';

const check = (evidence: string, codes: string[] = [], ids: string[] = ['C-7KQ2M9XA']) =>
  createGroundingCheck({ evidence: [evidence], codes, ids: new Set(ids), masker: mailMasker });

describe('grounding check', () => {
  it.each([
    ['Alarm at 55 °C.', 'It trips at 55°C.'],
    ['Alarm at 55 ℃.', 'It trips at 55 °C.'],
    ['Torque 0,5 Nm.', 'Tighten to 0.5 Nm.'],
    ['Run 1,250 h.', 'After 1250 hours it wears.'],
    ['Shows E-204.', 'The code e 204 says so.'],
    ['拧紧到 25 Nm，等待 10 分钟。', '拧紧到25牛米，等待十分钟。'],
    ['Press for 5 seconds.', 'Press it for five seconds.'],
    ['Between 20-25 Nm.', 'Use 20 to 25 Nm.'],
    ['Serviced 2024-03-05.', 'It was serviced on 2024-3-5.'],
    ['Nothing.', '1. Check step 2 and the 2 cases.'],
  ])('lets pass what stands in "%s": "%s"', (evidence, sentence) => {
    const result = check(evidence).check(sentence);
    expect(result.removed).toEqual([]);
    expect(result.text).toBe(sentence);
  });

  it.each([
    ['Tighten to 25 Nm.', 'Tighten to 250 Nm.', '250'],
    ['Tighten to 25 Nm.', 'Set it to 25 bar.', '25'],
    ['Shows E-204.', 'Replace part FK-118.', 'FK-118'],
    ['Shows E-204.', 'The code is P-204.', 'P-204'],
    ['泵过热。', '等待十分钟后重启。', '十分钟'],
    ['Wait a while.', 'Wait for ten minutes.', 'ten minutes'],
    ['Since 2024-03-05.', 'Since 2023-03-05.', '2023-03-05'],
    ['Alarm at 78 °C.', 'Alarm at -78 °C.', '-78'],
    ['Value 1.25 bar.', 'Value 12.5 bar.', '12.5'],
  ])('takes away what does not stand in "%s": "%s"', (evidence, sentence, value) => {
    const result = check(evidence).check(sentence);
    expect(result.text).toBe('');
    expect(result.removed).toContainEqual({ value, reason: 'figure-not-in-evidence' });
  });

  it('cuts out citations of what was not retrieved and keeps the others', () => {
    const result = check('The fan was blocked.').check('Clean the fan [C-7KQ2M9XA] first [C-AAAAAAAA] now [2].');
    expect(result.text).toBe('Clean the fan [C-7KQ2M9XA] first now.');
    expect(result.removed).toEqual([{ value: 'C-AAAAAAAA', reason: 'citation-not-retrieved' }]);
  });

  it('never lets advice pass that defeats a protection, but lets a prohibition pass', () => {
    const grounding = check('Bridge the door switch contact.');
    expect(grounding.check('Bridge the door interlock to test it.').removed[0]?.reason).toBe('unsafe-workaround');
    expect(grounding.check('短接安全触点后再启动。').text).toBe('');
    expect(grounding.check('Do not bridge the door interlock.').text).not.toBe('');
  });

  it('masks what it reports', () => {
    const result = createGroundingCheck({
      evidence: [''],
      codes: [],
      ids: new Set(),
      masker: { mask: () => ({ text: 'hidden' as never, counts: [], spans: [] }) },
    }).check('Use X-9.');
    expect(result.removed[0]?.value).toBe('hidden');
  });

  it('holds for every number: a figure passes if and only if the evidence has it with its unit', () => {
    const unit = fc.constantFrom('Nm', 'bar', 'V', '°C', 'mm', 'h');
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 99_999 }),
        fc.integer({ min: 2, max: 99_999 }),
        unit,
        unit,
        (told, said, toldUnit, saidUnit) => {
          const result = check(`The limit is ${told} ${toldUnit} here.`).check(`Set the limit to ${said} ${saidUnit} now.`);
          expect(result.text !== '').toBe(told === said && toldUnit === saidUnit);
        },
      ),
    );
  });

  it('holds for every code: one changed digit is another code', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('E', 'AL', 'F', 'HP', 'FK'),
        fc.integer({ min: 100, max: 9999 }),
        fc.integer({ min: 100, max: 9999 }),
        (prefix, told, said) => {
          const result = check(`It showed ${prefix}-${told}.`).check(`The panel says ${prefix}${said}.`);
          expect(result.text !== '').toBe(told === said);
        },
      ),
    );
  });

  it('finds its own figures again in any text it has seen', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            'pump',
            'E-204',
            '25 Nm',
            '0,5 bar',
            '2024-03-05',
            '6205-2RS',
            '1,250 h',
            '泵',
            '十分钟',
            '-5 °C',
            '20-25 Nm',
            '24 V',
            '[C-1]',
          ),
          { maxLength: 12 },
        ),
        (words) => {
          const text = words.join(' ; ');
          const known = new KnownFigures();
          known.add(text);
          expect(findFigures(text).filter((figure) => !known.has(figure))).toEqual([]);
        },
      ),
    );
  });

  it('reads numbers as people write them', () => {
    expect(['1,250', '1 250', '1.250,5', '0,5', '25.0', '12,5', '0,500'].map(normaliseNumber)).toEqual([
      '1250',
      '1250',
      '1250.5',
      '0.5',
      '25',
      '12.5',
      '0.5',
    ]);
  });
});
