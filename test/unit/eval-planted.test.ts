import { describe, expect, it } from 'vitest';
import { checkPlanted, type FoundText } from '../support/check-planted.ts';

async function* texts(...values: readonly string[]): AsyncGenerator<FoundText> {
  for (const [index, text] of values.entries()) yield { where: `text ${index}`, text };
}
const planted = { personal: ['130 0000 0042', '林晓舟', 'lin_weixiu88'], survivors: ['100-4471', 'E-204'] };

describe('looking for planted values', () => {
  it('finds a value that stands there, with other spaces, dashes, width and case too', async () => {
    for (const text of [
      'call 130 0000 0042 now',
      '13000000042',
      '130-0000-0042',
      '１３０ ００００ ００４２',
      'LIN_WEIXIU88',
      '联系 林 晓 舟',
    ]) {
      const report = await checkPlanted(texts('nothing', text), planted);
      expect(report.leaked, text).toHaveLength(1);
      expect(report.leaked[0]?.where).toBe('text 1');
    }
  });

  it('finds none in masked text, and counts what was read', async () => {
    expect(await checkPlanted(texts('[PHONE:7f3a] contactor 100-4471', 'E-204'), planted)).toEqual({ leaked: [], missing: [], read: 2 });
  });

  it('names each survivor that was lost', async () => {
    expect((await checkPlanted(texts('contactor [CARD:00aa]', 'E204'), planted)).missing).toEqual(['100-4471', 'E-204']);
  });
});
