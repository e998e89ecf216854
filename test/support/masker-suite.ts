import { describe, expect, it } from 'vitest';
import type { Masker } from '../../src/main/privacy/masked.ts';

/** What every masker promises, whatever finds the data. */
export function maskerSuite(name: string, create: () => Masker): void {
  describe(`${name} keeps the promises of a masker`, () => {
    const texts = [
      '',
      'plain',
      'Tel: 138 0013 8000, E-204',
      '联系人：李明 13800138000',
      'a@b.com and [PHONE:7f3a9c01b2d4]',
      '\ud800 broken \udc00',
      '\u0000\n\t',
    ];

    it.each(texts)('masking twice is masking once: %j', (text) => {
      const masker = create();
      const once = masker.mask(text);
      const twice = masker.mask(once.text);
      expect(twice.text).toBe(once.text);
      expect(twice.spans).toEqual([]);
    });

    it.each(texts)('spans are sorted, disjoint, inside the text, and agree with the counts: %j', (text) => {
      const { spans, counts } = create().mask(text);
      let at = 0;
      for (const span of spans) {
        expect(span.start).toBeGreaterThanOrEqual(at);
        expect(span.end).toBeGreaterThan(span.start);
        at = span.end;
      }
      expect(at).toBeLessThanOrEqual(text.length);
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(spans.length);
    });

    it('the same value gets the same placeholder in any text', () => {
      const masker = create();
      const first = /\[EMAIL:[0-9a-f]{12}\]/.exec(masker.mask('write to ann@example.com').text)?.[0];
      expect(first).toBeDefined();
      expect(masker.mask('ann@example.com did').text).toContain(first);
    });
  });
}
