import { describe, expect, it } from 'vitest';
import type { RgbImage } from '../../src/main/domain/photo.ts';
import type { ImageEmbedder } from '../../src/main/inference/image-embedder.ts';
import { cosineOf } from './text-embedder-suite.ts';

/** What every image embedder owes its callers; run on the fake and on each real one. */
export function describeImageEmbedder(name: string, open: () => Promise<ImageEmbedder>): void {
  describe(name, () => {
    let opened: Promise<ImageEmbedder> | undefined;
    const embedder = (): Promise<ImageEmbedder> => (opened ??= open());

    it('gives a vector of length 1 and five labels, the most probable first', async () => {
      const { vector, labels } = await (await embedder()).embed(drawStripes(320, 200, 12, [200, 60, 40]));
      expect(vector).toHaveLength((await embedder()).dimensions);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
      expect(labels).toHaveLength(5);
      const confidences = labels.map((label) => label.confidence);
      expect(confidences).toEqual([...confidences].sort((a, b) => b - a));
      expect(confidences.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(1.0001);
      expect(new Set(labels.map((label) => label.name)).size).toBe(5);
    });

    it('finds the same scene in other light nearer than another scene', async () => {
      const one = await embedder();
      const scene = (await one.embed(drawStripes(320, 200, 12, [200, 60, 40]))).vector;
      const darker = (await one.embed(drawStripes(320, 200, 12, [186, 52, 34]))).vector;
      const other = (await one.embed(drawStripes(320, 200, 70, [30, 90, 210]))).vector;
      expect(cosineOf(scene, darker)).toBeGreaterThan(cosineOf(scene, other) + 0.02);
    });

    it('takes the smallest and very long pictures', async () => {
      for (const [width, height] of [
        [1, 1],
        [3000, 2],
        [2, 3000],
        [1500, 1200],
      ] as const) {
        const { vector } = await (await embedder()).embed(drawStripes(width, height, 9, [90, 200, 120]));
        expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
      }
    });

    it('refuses pixels that do not fit the size', async () => {
      await expect((await embedder()).embed({ width: 10, height: 10, data: new Uint8Array(7) })).rejects.toMatchObject({
        code: 'bad-input',
      });
      await expect((await embedder()).embed({ width: 0, height: 0, data: new Uint8Array(0) })).rejects.toMatchObject({ code: 'bad-input' });
    });

    it('stops when told, and works on afterwards', async () => {
      const image = drawStripes(64, 64, 5, [1, 2, 3]);
      await expect((await embedder()).embed(image, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
      expect((await (await embedder()).embed(image)).labels).toHaveLength(5);
    });

    it('refuses work after it was closed, and may be closed twice', async () => {
      const one = await embedder();
      await one[Symbol.asyncDispose]();
      await one[Symbol.asyncDispose]();
      await expect(one.embed(drawStripes(8, 8, 2, [9, 9, 9]))).rejects.toMatchObject({ code: 'internal' });
    });
  });
}

/** Slanted stripes of one colour on grey, `period` pixels apart. */
export function drawStripes(width: number, height: number, period: number, colour: readonly [number, number, number]): RgbImage {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const on = (x + (y >> 1)) % period < period / 2;
      data.set(on ? colour : [128, 128, 128], (y * width + x) * 3);
    }
  }
  return { width, height, data };
}
