import { describe, expect, it } from 'vitest';
import { findCodes, lookAlikes, normaliseCode } from '../../../src/main/domain/code.ts';

const found = (text: string) => findCodes(text).map((code) => code.normal);

describe('codes in running text', () => {
  it.each([
    ['HP-40 trips on E-204', ['HP40', 'E204']],
    ['e 204, then Ｅ－２０４ again', ['E204', 'E204']],
    ['bearing 6205-2RS, contactor 100-4471, S/N 88231-A7', ['62052RS', '1004471', '88231A7']],
    ['24V, 25 Nm, 7.1 bar, 2.5mm2, 50Hz', []],
    ['on 2025-06-17 at 14:30', []],
    ['报 E-118，压力 96bar', ['E118']],
    // Codes go into a column of their own: digits of a placeholder there would make two people's cases alike.
    ['called [NAME:ad4eb14e9a24] [PHONE:48c8c5f5c92a] about E-204', ['E204']],
  ])('%s', (text, codes) => {
    expect(found(text)).toEqual(codes);
  });

  it('says where a code stands', () => {
    const [code] = findCodes('[NAME:ad4eb14e9a24] saw E-204');
    expect(code).toMatchObject({ raw: 'E-204', start: 24 });
  });

  it('gives the same form to all spellings', () => {
    expect(new Set(['E-204', 'e 204', 'E204', 'Ｅ２０４'].map(normaliseCode))).toEqual(new Set(['E204']));
  });

  it('swaps look-alikes, at most two of them and never none', () => {
    expect(lookAlikes('E0')).toEqual(expect.arrayContaining(['EO', 'ED', 'EQ']));
    expect(lookAlikes('E204')).not.toContain('E204');
    expect(lookAlikes('8B8B8B8B').length).toBeLessThanOrEqual(24);
  });
});
