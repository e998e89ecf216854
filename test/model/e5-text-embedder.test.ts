import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCalibrationSet } from '../../models/calibration/read-calibration-set.ts';
import { E5TextEmbedder, foldText } from '../../src/main/inference/onnx/e5-text-embedder.ts';
import { openUnigramTokenizer } from '../../src/main/inference/onnx/unigram-tokenizer.ts';
import { textModelFiles } from '../support/embedded-models.ts';
import { cosineOf, describeTextEmbedder } from '../support/text-embedder-suite.ts';

const fixture = async <T>(name: string): Promise<T> =>
  JSON.parse(await readFile(new URL(`../fixtures/embedders/${name}`, import.meta.url), 'utf8')) as T;

describeTextEmbedder('E5TextEmbedder', () => E5TextEmbedder.open(textModelFiles));

describe('E5TextEmbedder against other engines', () => {
  let embedder: E5TextEmbedder;
  let folder: string;
  beforeAll(async () => {
    embedder = await E5TextEmbedder.open(textModelFiles);
    folder = await mkdtemp(join(tmpdir(), 'embedder-'));
  });
  afterAll(async () => {
    await embedder[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  it('gives the vectors that another engine gave for the same weights', async () => {
    for (const { text, embedding } of await fixture<{ text: string; embedding: number[] }[]>('e5-reference-vectors.json')) {
      const [as, plain] = text.split(/: (.*)/su) as ['query' | 'passage', string];
      const [vector] = await embedder.embed([plain], as);
      expect(cosineOf(vector as Float32Array, embedding), text).toBeGreaterThan(0.999);
    }
  });

  it('splits text into the ids that another tokenizer gave', async () => {
    const tokenizer = await openUnigramTokenizer(textModelFiles.tokenizerFile);
    for (const { text, ids } of await fixture<{ text: string; ids: number[] }[]>('token-ids.json')) {
      expect(tokenizer.encode(foldText(text), 512), text).toEqual(ids);
    }
  });

  it('cuts at the window and keeps the end mark', async () => {
    const tokenizer = await openUnigramTokenizer(textModelFiles.tokenizerFile);
    const ids = tokenizer.encode('pump '.repeat(100_000), 512);
    expect(ids).toHaveLength(512);
    expect(ids.at(-1)).toBe(2);
  });

  // 33 cases, three to a machine. Across languages this model is weak; a query is therefore also expanded by the glossary.
  it.each([
    ['en', 'en', 0.88],
    ['zh', 'zh', 0.85],
    ['en', 'zh', 0.4],
    ['zh', 'en', 0.4],
  ] as const)('finds the true case first: question %s, cases %s, at least %d', async (asked, written, floor) => {
    const { cases, questions } = await readCalibrationSet();
    const passages = await embedder.embed(
      cases.map((one) => one[written]),
      'passage',
    );
    const answerable = questions.filter((question) => question.language === asked && question.answers.length > 0);
    const vectors = await embedder.embed(
      answerable.map((question) => question.text),
      'query',
    );
    const found = answerable.filter((question, index) => {
      const cosines = passages.map((passage) => cosineOf(vectors[index] as Float32Array, passage));
      return question.answers.includes(cases[cosines.indexOf(Math.max(...cosines))]?.id ?? '');
    });
    expect(found.length / answerable.length).toBeGreaterThanOrEqual(floor);
  });

  it('stops between batches, and the next call is not harmed', async () => {
    const stop = new AbortController();
    const many = embedder.embed(
      Array.from({ length: 400 }, (_, index) => `note ${index}: the pump was noisy again and was replaced`),
      'passage',
      stop.signal,
    );
    const next = embedder.embed(['after'], 'query');
    const started = performance.now();
    setTimeout(() => stop.abort(), 50);
    await expect(many).rejects.toMatchObject({ code: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(2500);
    expect(await next).toHaveLength(1);
  });

  it('says what is missing or damaged', async () => {
    await expect(E5TextEmbedder.open({ ...textModelFiles, modelFile: join(folder, 'none.onnx') })).rejects.toMatchObject({
      code: 'model-missing',
    });
    const broken = join(folder, 'broken');
    await writeFile(broken, 'not a model');
    await expect(E5TextEmbedder.open({ ...textModelFiles, modelFile: broken })).rejects.toMatchObject({ code: 'model-damaged' });
    await expect(E5TextEmbedder.open({ ...textModelFiles, tokenizerFile: broken })).rejects.toMatchObject({ code: 'model-damaged' });
  });
});
