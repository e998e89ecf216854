import { describe, expect, it } from 'vitest';
import type { OcrLine, RgbImage } from '../../src/main/domain/photo.ts';
import { enhanceForReading } from '../../src/main/perception/enhance.ts';
import { lumaPercentile, toLuma } from '../../src/main/perception/luma.ts';
import { judgeText, measureQuality, qualityAdvice } from '../../src/main/perception/measure-quality.ts';

function paint(width: number, height: number, colour: (x: number, y: number) => number): RgbImage {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.fill(Math.round(colour(x, y)), (y * width + x) * 3, (y * width + x) * 3 + 3);
  return { width, height, data };
}

/** Bars as of text: 6 px on, 6 px off, their edges `soft` px wide. */
const bars =
  (dark: number, light: number, soft: number) =>
  (x: number, y: number): number => {
    if (y % 40 > 24) return light;
    const phase = Math.abs((x % 24) - 12) - 6;
    const share = Math.min(1, Math.max(0, 0.5 + phase / Math.max(0.01, soft)));
    return dark + (light - dark) * share;
  };

const readLine = (confidence: number): OcrLine<string> => ({
  text: 'E-204',
  box: [0, 0, 60, 20],
  corners: [
    [0, 0],
    [60, 0],
    [60, 20],
    [0, 20],
  ],
  confidence,
  doubtful: [],
});

describe('quality of a photo', () => {
  it('finds nothing wrong with sharp text in good light', () => {
    const quality = measureQuality(paint(1000, 800, bars(40, 200, 1)));
    expect(quality.problems).toEqual([]);
    expect(quality.textTrusted).toBe(true);
  });

  it('calls a photo of one colour flat, and trusts no text on it', () => {
    const quality = measureQuality(paint(640, 480, () => 128));
    expect(quality).toMatchObject({ problems: ['flat'], textTrusted: false, brightness: 128, glare: 0, sharpness: 0 });
    expect(qualityAdvice(quality)).toEqual(['nothing-to-see']);
  });

  it('calls a smooth gradient flat too: there is no edge on it', () => {
    expect(measureQuality(paint(800, 600, (x) => (x / 800) * 255)).problems).toContain('flat');
  });

  it('calls wide soft edges blurred, whatever the contrast', () => {
    for (const [dark, light] of [
      [40, 220],
      [100, 150],
    ] as const) {
      const soft = measureQuality(paint(1000, 800, (x) => dark + (light - dark) * (0.5 + 0.5 * Math.sin(x / 9))));
      expect(soft.problems).toEqual(['blurred']);
      expect(soft.textTrusted).toBe(false);
    }
  });

  it('calls a dark photo dark and still lets it be read', () => {
    const quality = measureQuality(paint(1000, 800, bars(4, 24, 1)));
    expect(quality.problems).toEqual(['dark']);
    expect(quality.textTrusted).toBe(true);
    expect(qualityAdvice(quality)).toEqual(['add-light']);
  });

  it('suspects glare from a saturated patch, but not from a sheet of white paper', () => {
    const text = bars(40, 190, 1);
    expect(measureQuality(paint(1000, 800, (x, y) => (x > 600 && y > 300 ? 255 : text(x, y)))).problems).toEqual(['glare']);
    expect(measureQuality(paint(1000, 800, (x, y) => (x < 200 && y < 200 ? text(x, y) : 255))).problems).toEqual([]);
  });

  it('calls a thumbnail small by the size of its original', () => {
    const image = paint(300, 200, bars(40, 200, 1));
    expect(measureQuality(image).problems).toEqual(['small']);
    expect(measureQuality(image, 4000).problems).toEqual([]);
  });

  it('measures a picture of one pixel', () => {
    expect(measureQuality(paint(1, 1, () => 255)).problems).toContain('flat');
  });

  it('trusts no text that was read with little certainty', () => {
    const quality = measureQuality(paint(1000, 800, bars(40, 200, 1)));
    expect(judgeText(quality, [readLine(0.95)]).textTrusted).toBe(true);
    expect(judgeText(quality, [readLine(0.6)]).textTrusted).toBe(false);
    expect(judgeText(quality, []).textTrusted).toBe(true);
  });
});

describe('enhancing for reading', () => {
  it('leaves a photo with enough contrast as it is', () => {
    const image = paint(400, 300, bars(40, 200, 1));
    expect(enhanceForReading(image)).toBe(image);
  });

  it('stretches a nearly black one to the whole range', () => {
    const image = paint(400, 300, bars(3, 12, 1));
    const luma = toLuma(enhanceForReading(image), 512);
    expect(lumaPercentile(luma, 0.02)).toBeLessThan(20);
    expect(lumaPercentile(luma, 0.98)).toBeGreaterThan(235);
  });

  it('does not blow up a photo of nothing', () => {
    const image = paint(400, 300, (x, y) => 10 + ((x + y) % 2));
    expect(enhanceForReading(image)).toBe(image);
  });
});

describe('luma', () => {
  it('keeps the mean when it reduces', () => {
    const luma = toLuma(
      paint(1000, 10, (x) => x % 256),
      250,
    );
    expect(luma.width).toBe(250);
    const mean = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0) / [...values].length;
    expect(mean(luma.data)).toBeCloseTo(mean(Array.from({ length: 1000 }, (_, x) => x % 256)), 0);
  });
});
