import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import type { PhotoLabel, RgbImage } from '../../domain/photo.ts';
import type { EmbeddedImage, ImageEmbedder } from '../image-embedder.ts';
import { OnnxSession } from './onnx-session.ts';
import { requireModelFiles } from './require-model-files.ts';
import { resizeRgb } from './resize-rgb.ts';

const dimensions = 384;
const side = 224;
const labelCount = 5;
const classNamesSchema = z.array(z.string().min(1)).length(1000);

/**
 * EfficientNet-Lite0: the 192-channel stage, mean and maximum pooled, as the vector; the ImageNet head for labels.
 * The whole photo is squeezed to 224 × 224: a fault sits anywhere in the frame, so nothing is cropped away.
 */
export class EfficientNetImageEmbedder implements ImageEmbedder {
  /** What stands on stored rows; known without loading the model. */
  static readonly identity = { id: 'efficientnet-lite0@1', dimensions } as const;
  readonly id = EfficientNetImageEmbedder.identity.id;
  readonly dimensions = dimensions;
  readonly #session: OnnxSession;
  readonly #classNames: readonly string[];
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  private constructor(session: OnnxSession, classNames: readonly string[]) {
    this.#session = session;
    this.#classNames = classNames;
  }

  /** Errors: `model-missing`, `model-damaged`, `native-part-missing`. */
  static async open(options: { modelFile: string; labelsFile: string; threads?: number }): Promise<EfficientNetImageEmbedder> {
    await requireModelFiles('the photo model', [options.modelFile, options.labelsFile]);
    const classNames = await readClassNames(options.labelsFile);
    const session = await OnnxSession.open(options.modelFile, options.threads === undefined ? {} : { threads: options.threads });
    if (!session.outputNames.includes('features') || !session.outputNames.includes('logits')) {
      await session[Symbol.asyncDispose]();
      throw new AppError(
        'model-damaged',
        'The file of the photo model holds another model. Run "npm run fixlore -- models verify" to find and replace it.',
        { data: { file: options.modelFile } },
      );
    }
    return new EfficientNetImageEmbedder(session, classNames);
  }

  /** Error besides those of the port: `bad-input` when the pixels do not fit width and height. */
  async embed(image: RgbImage, signal?: AbortSignal): Promise<EmbeddedImage> {
    const turn = this.#last.then(() => this.#embedNow(image, signal));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #embedNow(image: RgbImage, signal: AbortSignal | undefined): Promise<EmbeddedImage> {
    if (this.#closed) throw new AppError('internal', 'The photo model has been closed.');
    if (signal?.aborted) throw cancelled();
    if (image.width < 1 || image.height < 1 || image.data.length !== image.width * image.height * 3) {
      throw new AppError('bad-input', 'The photo has no readable pixels. Take it again or choose another file.');
    }
    const outputs = await this.#session.run({
      input: { type: 'float32', data: toPlanes(resizeRgb(image, side, side)), dims: [1, 3, side, side] },
    });
    if (signal?.aborted) throw cancelled();
    return {
      vector: toUnitLength(outputs['features']?.data as Float32Array),
      labels: this.#bestLabels(outputs['logits']?.data as Float32Array),
    };
  }

  /** Softmax over all classes; two classes of one name count as one. */
  #bestLabels(logits: Float32Array): PhotoLabel[] {
    const highest = logits.reduce((best, value) => Math.max(best, value), -Infinity);
    const weights = logits.map((value) => Math.exp(value - highest));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const byName = new Map<string, number>();
    this.#classNames.forEach((name, index) => byName.set(name, (byName.get(name) ?? 0) + (weights[index] as number) / total));
    return [...byName]
      .sort((a, b) => b[1] - a[1])
      .slice(0, labelCount)
      .map(([name, confidence]) => ({ name, confidence }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#last;
    await this.#session[Symbol.asyncDispose]();
  }
}

async function readClassNames(file: string): Promise<string[]> {
  try {
    return classNamesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new AppError(
      'model-damaged',
      'The class names of the photo model cannot be read. Run "npm run fixlore -- models verify" to find and replace them.',
      { cause, data: { file } },
    );
  }
}

/** RGB pixels to three planes, as the model was trained: (value − 127) / 128. */
function toPlanes(pixels: Float32Array): Float32Array {
  const plane = side * side;
  const planes = new Float32Array(plane * 3);
  for (let i = 0; i < plane; i++) {
    for (let channel = 0; channel < 3; channel++) planes[channel * plane + i] = ((pixels[i * 3 + channel] as number) - 127) / 128;
  }
  return planes;
}

function toUnitLength(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function cancelled(): AppError {
  return new AppError('cancelled', 'Stopped before the photo was read.');
}
