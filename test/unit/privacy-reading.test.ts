import { describe, expect, it } from 'vitest';
import type { Box, OcrLine, PhotoField, PhotoReading, RgbImage } from '../../src/main/domain/photo.ts';
import { createMasker } from '../../src/main/privacy/masker.ts';
import { maskReading } from '../../src/main/privacy/mask-reading.ts';
import { redactPhoto } from '../../src/main/privacy/redact-photo.ts';

const masker = createMasker({ secret: new Uint8Array(32).fill(7) });

function line(text: string, box: Box, doubtful: number[] = []): OcrLine<string> {
  const [x, y, width, height] = box;
  return {
    text,
    box,
    corners: [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ],
    confidence: 0.9,
    doubtful,
  };
}

function field(name: PhotoField['name'], value: string): PhotoField<string> {
  return { name, value, normal: value.replace(/\W/g, ''), lookAlikes: ['X1'], box: [0, 0, 10, 10], confidence: 0.9 };
}

function reading(lines: OcrLine<string>[], fields: PhotoField<string>[] = []): PhotoReading<string> {
  return {
    description: `Text: ${lines.map((one) => one.text).join(' | ')}${fields.map((one) => `\n${one.name}: ${one.value}`).join('')}`,
    ocr: lines,
    fields,
    labels: [{ name: 'switch', confidence: 0.5 }],
    width: 400,
    height: 300,
    quality: { brightness: 100, glare: 0, sharpness: 300, problems: [], textTrusted: true },
    rotation: 0,
    partial: false,
  };
}

const rows = (...texts: string[]) => texts.map((text, index) => line(text, [10, 10 + index * 40, 200, 30]));

describe('maskReading', () => {
  it('finds a name on the line after its label, and masks it everywhere', () => {
    const { reading: masked, counts } = maskReading(reading(rows('FAULT E-204', 'Contact:', 'Jana Novotna', '138 0013 8000')), masker);
    const all = JSON.stringify(masked);
    expect(all).not.toContain('Novotna');
    expect(all).not.toContain('0013');
    expect(masked.ocr[0]?.text).toBe('FAULT E-204');
    expect(masked.ocr[2]?.text).toMatch(/^\[NAME:[0-9a-f]{12}\]$/);
    expect(masked.description).toContain(masked.ocr[2]?.text);
    expect(counts).toEqual(
      expect.arrayContaining([
        { kind: 'NAME', count: 1 },
        { kind: 'PHONE', count: 1 },
      ]),
    );
  });

  it('finds an address that OCR broke in two', () => {
    const { reading: masked } = maskReading(reading(rows('mail joe.miller', '@example.com', 'HP-40')), masker);
    expect(JSON.stringify(masked)).not.toMatch(/joe|example\.com/);
    expect(masked.ocr[2]?.text).toBe('HP-40');
  });

  it('keeps a serial that looks like a phone when the label stands on the line before', () => {
    const given = reading(rows('S/N', '13812345678'), [field('serial', '13812345678')]);
    const { reading: masked, counts } = maskReading(given, masker);
    expect(masked.ocr[1]?.text).toBe('13812345678');
    expect(masked.fields[0]).toEqual(given.fields[0]);
    expect(masked.description).toContain('13812345678');
    expect(counts).toEqual([]);
  });

  it('empties a field whose value was personal, so that nothing can be looked up by it', () => {
    const { reading: masked } = maskReading(reading(rows('Tel 13812345678'), [field('serial', '13812345678')]), masker);
    expect(masked.fields[0]?.value).toMatch(/^\[PHONE:/);
    expect(masked.fields[0]?.normal).toBe('');
    expect(masked.fields[0]?.lookAlikes).toEqual([]);
    expect(JSON.stringify(masked)).not.toContain('13812345678');
  });

  it('keeps boxes and moves the doubtful characters behind a placeholder', () => {
    const given = reading([line('Tel 13800138000 E-2O4', [1, 2, 3, 4], [5, 20])]);
    const { reading: masked } = maskReading(given, masker);
    const one = masked.ocr[0];
    expect(one?.box).toEqual([1, 2, 3, 4]);
    expect(one?.doubtful.map((at) => one.text[at])).toEqual(['4']);
  });

  it('masking a masked reading changes nothing', () => {
    const { reading: once } = maskReading(reading(rows('Contact:', 'Jana Novotna', 'a@b.com', '王工')), masker);
    const { reading: twice } = maskReading(once, masker);
    expect(twice).toEqual(once);
  });

  it('an empty reading stays empty', () => {
    expect(maskReading(reading([]), masker).counts).toEqual([]);
  });
});

const codec = {
  paintOver(image: RgbImage, boxes: readonly Box[]): RgbImage {
    const data = image.data.slice();
    for (const [x, y, width, height] of boxes) {
      for (let row = y; row < y + height; row += 1) data.fill(0, (row * image.width + x) * 3, (row * image.width + x + width) * 3);
    }
    return { ...image, data };
  },
};
const white = (): RgbImage => ({ width: 400, height: 300, data: new Uint8Array(400 * 300 * 3).fill(255) });
const isBlack = (image: RgbImage, x: number, y: number) => image.data[(y * image.width + x) * 3] === 0;

describe('redactPhoto', () => {
  it('paints the phone and leaves the code on the other line', () => {
    const image = white();
    const result = redactPhoto(image, reading(rows('FAULT E-204', 'Tel 13800138000')), masker, codec);
    expect(result.painted.map(({ kind }) => kind)).toEqual(['PHONE']);
    for (let x = 65; x < 210; x += 5) expect(isBlack(result.image, x, 65)).toBe(true);
    expect(isBlack(result.image, 100, 25)).toBe(false);
    expect(isBlack(image, 100, 65)).toBe(false);
  });

  it('paints only the part of a long line, with a margin', () => {
    const text = 'FAULT E-204 PRESSURE LOW PUMP HP-40 a@b.com';
    const { painted } = redactPhoto(white(), reading([line(text, [0, 100, 400, 20])]), masker, codec);
    const [x = 0, , width = 0] = painted[0]?.box ?? [];
    expect(x).toBeGreaterThan(200);
    expect(x).toBeLessThan((400 * text.indexOf('a@b')) / text.length);
    expect(x + width).toBe(400);
  });

  it('covers a slanted line by its corners and never leaves the picture', () => {
    const slanted: OcrLine<string> = {
      ...line('Tel 13800138000', [300, 10, 90, 90]),
      corners: [
        [300, 30],
        [390, -10],
        [400, 10],
        [310, 50],
      ],
    };
    const { painted, image } = redactPhoto(white(), reading([slanted]), masker, codec);
    const [x = -1, y = -1, width = 0, height = 0] = painted[0]?.box ?? [];
    expect(x).toBeGreaterThanOrEqual(0);
    expect(y).toBe(0);
    expect(x + width).toBeLessThanOrEqual(400);
    expect(height).toBeGreaterThan(40);
    expect(isBlack(image, 350, 30)).toBe(true);
  });

  it('gives the same picture back where nothing is personal', () => {
    const image = white();
    expect(redactPhoto(image, reading(rows('E-204')), masker, codec)).toEqual({ image, painted: [] });
  });
});
