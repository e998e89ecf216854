import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { decayOf } from '../../src/main/memory/decay.ts';
import { fuse } from '../../src/main/memory/fusion.ts';
import { makeUnit, testSettings } from '../support/memory-units.ts';

describe('fusion', () => {
  it('weighs min-max normalised scores', () => {
    const fused = fuse(
      [
        { words: 10, text: 0.9, image: null },
        { words: 0, text: 0.95, image: null },
        { words: 5, text: 0.85, image: null },
      ],
      { keyword: 0.25, image: 0.3 },
    );
    expect(fused.map((value) => Number(value.toFixed(3)))).toEqual([0.625, 0.75, 0.125]);
  });

  it('does not let text drown the photo, nor a missing route take a share', () => {
    const [photo = 0, text = 0] = fuse(
      [
        { words: 0, text: 0.8, image: 0.99 },
        { words: 0, text: 0.81, image: 0.2 },
      ],
      { keyword: 0.25, image: 0.6 },
    );
    expect(photo).toBeGreaterThan(text);
    expect(
      fuse(
        [
          { words: 0, text: null, image: 0.9 },
          { words: 0, text: null, image: 0.8 },
        ],
        { keyword: 0.25, image: 0.3 },
      ),
    ).toEqual([1, 0]);
    expect(
      fuse(
        [
          { words: 3, text: null, image: null },
          { words: 1, text: null, image: null },
        ],
        { keyword: 0.25, image: 0.3 },
      ),
    ).toEqual([1, 0]);
    expect(fuse([], { keyword: 0.25, image: 0.3 })).toEqual([]);
  });

  it('stays within 0–1 and never ranks a case lower for being nearer', () => {
    const score = fc.record({
      words: fc.float({ min: 0, max: 50, noNaN: true }),
      text: fc.float({ min: -1, max: 1, noNaN: true }),
      image: fc.option(fc.float({ min: -1, max: 1, noNaN: true }), { nil: null }),
    });
    fc.assert(
      fc.property(
        fc.array(score, { minLength: 1, maxLength: 8 }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        (all, keyword, image) => {
          const fused = fuse(all, { keyword, image });
          fused.forEach((value) => expect(value >= -1e-9 && value <= 1 + 1e-9).toBe(true));
          all.forEach((a, i) =>
            all.forEach((b, j) => {
              const nearer = a.words >= b.words && a.text >= b.text && (a.image ?? -2) >= (b.image ?? -2);
              if (nearer) expect((fused[i] ?? 0) + 1e-9 >= (fused[j] ?? 0)).toBe(true);
            }),
          );
        },
      ),
    );
  });
});

describe('decay', () => {
  const now = new Date('2026-01-31T00:00:00Z');
  const made = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const decay = (kind: 'solved-case' | 'tool-result' | 'domain-knowledge', days: number, change = {}) =>
    decayOf({ ...makeUnit({ text: 'x', kind, madeAt: made(days) }), ...change }, now, testSettings);

  it('ages facts in steps, and solved cases never', () => {
    expect([1, 7, 8, 30, 31, 4000].map((days) => decay('tool-result', days))).toEqual([1, 1, 0.6, 0.6, 0.4, 0.4]);
    expect([1, 4000].map((days) => decay('solved-case', days))).toEqual([1, 1]);
    expect(decay('domain-knowledge', 4000)).toBeCloseTo(0.85);
  });

  it('lets what was just used rise a little, and what lies in the future alone', () => {
    const used = decay('solved-case', 500, { useCount: 3, lastUsedAt: made(2) });
    expect(used).toBeGreaterThan(1);
    expect(used).toBeLessThanOrEqual(1.05);
    expect(decay('solved-case', 500, { useCount: 3, lastUsedAt: made(200) })).toBe(1);
    expect(decay('tool-result', -5)).toBe(1);
  });
});
