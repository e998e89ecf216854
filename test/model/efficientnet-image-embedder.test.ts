import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RgbImage } from '../../src/main/domain/photo.ts';
import { EfficientNetImageEmbedder } from '../../src/main/inference/onnx/efficientnet-image-embedder.ts';
import { imageModelFiles } from '../support/embedded-models.ts';
import { describeImageEmbedder } from '../support/image-embedder-suite.ts';
import { cosineOf } from '../support/text-embedder-suite.ts';

interface Recorded {
  readonly photo: string;
  readonly labels: readonly { name: string; confidence: number }[];
  readonly vector: readonly number[];
}

const fixtureFile = (name: string): URL => new URL(`../fixtures/embedders/${name}`, import.meta.url);

describeImageEmbedder('EfficientNetImageEmbedder', () => EfficientNetImageEmbedder.open(imageModelFiles));

describe('EfficientNetImageEmbedder against another engine', () => {
  let embedder: EfficientNetImageEmbedder;
  let folder: string;
  beforeAll(async () => {
    embedder = await EfficientNetImageEmbedder.open(imageModelFiles);
    folder = await mkdtemp(join(tmpdir(), 'embedder-'));
  });
  afterAll(async () => {
    await embedder[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  it('gives the vectors and classes that were recorded with float32 weights', async () => {
    for (const recorded of JSON.parse(await readFile(fixtureFile('photos.json'), 'utf8')) as Recorded[]) {
      const { vector, labels } = await embedder.embed(await readPpm(recorded.photo));
      expect(cosineOf(vector, recorded.vector), recorded.photo).toBeGreaterThan(0.9995);
      expect(labels[0]?.name, recorded.photo).toBe(recorded.labels[0]?.name);
      expect(Math.abs((labels[0]?.confidence ?? 0) - (recorded.labels[0]?.confidence ?? 0)), recorded.photo).toBeLessThan(0.02);
    }
  });

  it('knows a photo again after it was made three times larger', async () => {
    const photo = await readPpm('coffee.ppm');
    const [small, large, other] = [
      await embedder.embed(photo),
      await embedder.embed(enlarge(photo, 3)),
      await embedder.embed(await readPpm('chelsea.ppm')),
    ];
    expect(cosineOf(small.vector, large.vector)).toBeGreaterThan(0.98);
    expect(cosineOf(small.vector, other.vector)).toBeLessThan(0.9);
  });

  it('says what is missing or damaged', async () => {
    await expect(EfficientNetImageEmbedder.open({ ...imageModelFiles, modelFile: join(folder, 'none.onnx') })).rejects.toMatchObject({
      code: 'model-missing',
    });
    const broken = join(folder, 'broken');
    await writeFile(broken, '["only one"]');
    await expect(EfficientNetImageEmbedder.open({ ...imageModelFiles, modelFile: broken })).rejects.toMatchObject({
      code: 'model-damaged',
    });
    await expect(EfficientNetImageEmbedder.open({ ...imageModelFiles, labelsFile: broken })).rejects.toMatchObject({
      code: 'model-damaged',
    });
  });
});

/** Reads a binary PPM (P6, 8 bits). */
async function readPpm(name: string): Promise<RgbImage> {
  const bytes = await readFile(fixtureFile(name));
  const header = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 40).toString('latin1'));
  if (header === null) throw new Error(`${name} is not a PPM`);
  return { width: Number(header[1]), height: Number(header[2]), data: new Uint8Array(bytes.subarray(header[0].length)) };
}

function enlarge(image: RgbImage, factor: number): RgbImage {
  const width = image.width * factor;
  const height = image.height * factor;
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (Math.floor(y / factor) * image.width + Math.floor(x / factor)) * 3;
      data.set(image.data.subarray(from, from + 3), (y * width + x) * 3);
    }
  }
  return { width, height, data };
}
