import { describe, expect, it } from 'vitest';
import { chooseCut, shareAtOrAbove } from '../../models/calibration/choose-cut.ts';
import { varyText } from '../../models/calibration/vary-text.ts';
import { readCalibrationSet } from '../../models/calibration/read-calibration-set.ts';
import { createCuts, loadCuts } from '../../src/main/memory/cuts.ts';
import { createFakeCuts } from '../support/fake-cuts.ts';

const textId = 'multilingual-e5-small-q4-zhen@1';
const imageId = 'efficientnet-lite0@1';

describe('the cuts that ship', () => {
  it('stand where the two embedders put true and false matches', async () => {
    const cuts = await loadCuts();
    for (const [question, text] of [
      ['en', 'en'],
      ['zh', 'zh'],
      ['en', 'zh'],
      ['zh', 'en'],
    ] as const) {
      const found = cuts.cutFor(textId, question, text);
      expect(found.cut).toBeGreaterThan(0.74);
      expect(found.cut).toBeLessThan(0.94);
      expect(found.positives).toBeGreaterThanOrEqual(60);
      expect(found.negatives).toBeGreaterThanOrEqual(120);
      expect(found.kept).toBeGreaterThanOrEqual(question === text ? 0.9 : 0.75);
      expect(found.falseMatches.unrelatedQuestions).toBeLessThanOrEqual(0.1);
    }
    expect(cuts.imageCutFor(imageId).kept).toBeGreaterThanOrEqual(0.9);
  });

  it('merge only within one language, and higher than they match', async () => {
    const cuts = await loadCuts();
    for (const language of ['en', 'zh'] as const) {
      const { cut, merge } = cuts.cutFor(textId, language, language);
      expect(merge).toBeGreaterThan(cut);
      expect(merge).toBeGreaterThanOrEqual(0.95);
    }
    expect(cuts.cutFor(textId, 'en', 'zh').merge).toBeNull();
    expect(cuts.cutFor(textId, 'zh', 'en').merge).toBeNull();
  });

  it('say what to do for an embedder that was not calibrated', async () => {
    const cuts = await loadCuts();
    expect(() => cuts.cutFor('another@2', 'en', 'en')).toThrowError(
      expect.objectContaining({ code: 'embedder-changed', message: expect.stringContaining('another@2') }),
    );
    expect(() => cuts.imageCutFor(textId)).toThrowError(expect.objectContaining({ code: 'embedder-changed' }));
  });

  it('refuse a damaged table', async () => {
    expect(() => createCuts({ [textId]: { text: { en: { cut: 7 } } } })).toThrowError(expect.objectContaining({ code: 'internal' }));
    await expect(loadCuts('/nowhere/cuts.json')).rejects.toMatchObject({ code: 'internal' });
  });

  it('can be had for the fake embedders', async () => {
    const cuts = await createFakeCuts();
    expect(cuts.cutFor('fake-text-embedder@1', 'en', 'en').cut).toBeGreaterThan(0);
    expect(cuts.imageCutFor('fake-image-embedder@1').cut).toBeLessThan(1);
  });
});

describe('choosing a cut', () => {
  it('parts what can be parted, at the lowest positive', () => {
    expect(chooseCut([0.9, 0.88, 0.87], [0.5, 0.6, 0.7])).toBe(0.87);
  });

  it('gives up a lonely positive rather than letting most negatives in', () => {
    const positives = [0.6, ...Array.from({ length: 19 }, () => 0.9)];
    expect(
      chooseCut(
        positives,
        Array.from({ length: 50 }, () => 0.8),
      ),
    ).toBe(0.9);
  });

  it('keeps most positives even when half of the negatives come along', () => {
    const positives = [0.9, 0.8, 0.8, 0.8];
    expect(chooseCut(positives, [0.85, 0.7])).toBe(0.8);
  });

  it('never lets in more than a tenth of what must not match', () => {
    const positives = [0.9, 0.7, 0.7, 0.7, 0.7];
    expect(chooseCut(positives, [0.1], [0.8, 0.8, 0.1])).toBe(0.9);
  });

  it('counts values at the threshold as above it', () => {
    expect(shareAtOrAbove([0.5, 0.6, 0.7], 0.6)).toBe(0.6667);
    expect(shareAtOrAbove([], 0.6)).toBe(0);
  });
});

describe('the labelled set', () => {
  it('names only cases that exist, in both languages, each with questions in both', async () => {
    const { cases, questions } = await readCalibrationSet();
    const ids = new Set(cases.map((one) => one.id));
    expect(ids.size).toBe(cases.length);
    expect(cases.every((one) => /\p{Script=Han}/u.test(one.zh) && !/\p{Script=Han}/u.test(one.en))).toBe(true);
    expect(questions.flatMap((question) => question.answers).filter((id) => !ids.has(id))).toEqual([]);
    for (const language of ['en', 'zh']) {
      const answered = new Set(questions.filter((question) => question.language === language).flatMap((question) => question.answers));
      expect(answered).toEqual(ids);
      expect(questions.filter((question) => question.language === language && question.answers.length === 0).length).toBeGreaterThanOrEqual(
        30,
      );
    }
    expect(new Set(questions.map((question) => question.text)).size).toBe(questions.length);
  });

  it('varies a text without changing its figures', () => {
    const text = 'Gearbox: oil drips from the shaft at 25 Nm; seal replaced. Oil refilled.';
    for (const variant of varyText(text)) {
      expect(variant).not.toBe(text);
      expect(variant.toLowerCase()).toContain('25 nm');
    }
  });
});
