import { describe, expect, it } from 'vitest';
import type { OcrLine } from '../../src/main/domain/photo.ts';
import { describePhoto, recallText } from '../../src/main/perception/describe-photo.ts';
import { extractFields } from '../../src/main/perception/extract-fields.ts';
import { worthShowing } from '../../src/main/perception/label-photo.ts';

const lines = (...texts: string[]): OcrLine<string>[] =>
  texts.map((text, row) => ({
    text,
    box: [0, row * 60, text.length * 12, 24],
    corners: [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
    confidence: 0.9,
    doubtful: [],
  }));

describe('description of a photo', () => {
  const ocr = lines('HYDRAULIC POWER UNIT', 'HP-40', 'E-204', '78 °C', 'S/N 88231-A7');
  const fields = extractFields(ocr);

  it('lists fields, lines and labels in a fixed order', () => {
    expect(describePhoto({ fields, ocr, labels: [{ name: 'oil filter', confidence: 0.314 }] })).toBe(
      'Read: fault-code E-204; equipment HYDRAULIC POWER UNIT; model HP-40; serial 88231-A7; reading 78 °C.\n' +
        'Text: HYDRAULIC POWER UNIT | HP-40 | E-204 | 78 °C | S/N 88231-A7.\n' +
        'May show: oil filter 0.31.',
    );
  });

  it('says so when nothing was read', () => {
    expect(describePhoto({ fields: [], ocr: [], labels: [] })).toBe('No text was read on the photo.');
    expect(recallText({ fields: [], ocr: [] })).toBe('');
  });

  it('recalls by codes, names and lines, never by labels, each once', () => {
    const text = recallText({ fields, ocr });
    expect(text).toBe('E-204 HYDRAULIC POWER UNIT HP-40 78 °C S/N 88231-A7');
    expect(text.match(/E-204/g)).toHaveLength(1);
  });

  it('cuts a page of text at a word', () => {
    const page = lines(...Array.from({ length: 100 }, (_, at) => `paragraph number ${at} of a long page`));
    expect(recallText({ fields: [], ocr: page }).length).toBeLessThanOrEqual(1200);
    expect(recallText({ fields: [], ocr: page })).toMatch(/[a-z0-9]…$/);
  });

  it('shows at most three labels, and no guess', () => {
    const labels = [0.05, 0.3, 0.2, 0.15, 0.12].map((confidence, at) => ({ name: `label ${at}`, confidence }));
    expect(worthShowing(labels).map(({ name }) => name)).toEqual(['label 1', 'label 2', 'label 3']);
  });
});
