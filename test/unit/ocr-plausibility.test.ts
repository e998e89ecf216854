import { describe, expect, it } from 'vitest';
import { textPlausibility } from '../../src/main/inference/onnx/pp-ocr-plausibility.ts';

describe('plausibility of a reading', () => {
  // What stands on a display or plate, and what the reader makes of it upside down.
  it.each([
    ['E-204', 'hOZ-3'],
    ['E-204', 'h02-3'],
    ['F-22', '22-3'],
    ['F-07', '10-3'],
    ['MODEL HP-40', 'Ob-dH 73COW'],
    ['24V', 'AbZ'],
    ['故障代码 E-07', 'L0-3 qEJ'],
  ])('prefers %s to %s', (upright, turned) => {
    expect(textPlausibility(upright)).toBeGreaterThan(textPlausibility(turned) + 0.15);
  });

  it('stays between 0 and 1', () => {
    for (const text of ['', '   ', '####', 'OK', '报警', 'x'.repeat(200), '°℃%%%']) {
      expect(textPlausibility(text)).toBeGreaterThanOrEqual(0);
      expect(textPlausibility(text)).toBeLessThanOrEqual(1);
    }
  });
});
