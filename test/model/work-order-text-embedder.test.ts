import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { E5TextEmbedder } from '../../src/main/inference/onnx/e5-text-embedder.ts';
import { textModelFiles } from '../support/embedded-models.ts';

const folder = process.env['FIXLORE_TEST_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
const file = join(folder, 'maintnorm/data/combined_val.norm');
const queries = 400;

describe.skipIf(!existsSync(file))('E5TextEmbedder on real work orders (skipped where the test data are not beside the checkout)', () => {
  it('finds the normalised twin of nine raw texts in ten', async () => {
    await using embedder = await E5TextEmbedder.open(textModelFiles);
    const texts = (await readFile(file, 'utf8'))
      .trim()
      .split(/\n\s*\n/)
      .map((block) => block.split('\n').map((line) => line.split('\t')));
    const raw = texts.map((words) => words.map(([word]) => word).join(' '));
    const twins = texts.map((words) =>
      words
        .map(([, word]) => word ?? '')
        .join(' ')
        .replace(/<\w+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
    const known = [...new Set(twins)];
    const passages = await embedder.embed(known, 'passage');
    const vectors = await embedder.embed(raw.slice(0, queries), 'query');
    const found = vectors.filter((vector, index) => known[nearest(vector, passages)] === twins[index]).length;
    console.log(`R@1 ${(found / queries).toFixed(4)} of ${queries} raw texts among ${known.length} normalised ones`);
    expect(found / queries).toBeGreaterThan(0.9);
  });
});

function nearest(vector: Float32Array, passages: readonly Float32Array[]): number {
  let best = 0;
  let highest = -Infinity;
  passages.forEach((passage, index) => {
    const cosine = passage.reduce((sum, value, at) => sum + value * (vector[at] as number), 0);
    if (cosine > highest) [best, highest] = [index, cosine];
  });
  return best;
}
