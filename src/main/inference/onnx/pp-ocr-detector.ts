import { AppError } from '../../domain/errors.ts';
import type { Point, RgbImage } from '../../domain/photo.ts';
import type { OnnxSession } from './onnx-session.ts';
import { sizeOf, type Quad } from './pp-ocr-geometry.ts';
import { resizeToPlanes } from './pp-ocr-pixels.ts';
import { findTextRegions } from './pp-ocr-text-regions.ts';

/** ImageNet statistics, as the detection weights were trained with. */
const normalisation = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const;

/** Long side of the usual pass; about 0.25 s on two cores. */
const usualSide = 960;
/** Long side of the second pass, taken when the lines that were found are too small to be outlined well. */
const fineSide = 1600;
/** Below this line height (px at the usual size) letters run together; the weights were trained on lines of 10 px and more. */
const smallLine = 11;
/** A picture smaller than this is enlarged, at most threefold: a kernel is a quarter of the line's height. */
const leastSide = 736;

/** Finds lines of text in an image. */
export class PpOcrDetector implements AsyncDisposable {
  readonly #session: OnnxSession;

  constructor(session: OnnxSession) {
    this.#session = session;
  }

  /** Corners of the lines in pixels of the image. */
  async find(image: RgbImage, signal?: AbortSignal): Promise<Quad[]> {
    const longSide = Math.max(image.width, image.height);
    const first = await this.#pass(image, Math.min(usualSide, Math.max(longSide, Math.min(leastSide, longSide * 3))), signal);
    if (longSide <= usualSide * 1.2) return first;
    const scale = usualSide / longSide;
    const heights = first.map((quad) => Math.min(sizeOf(quad).width, sizeOf(quad).height) * scale).sort((a, b) => a - b);
    // Grown outlines are about 1.5 times as high as the letters.
    if (heights.length > 0 && (heights[heights.length >> 1] as number) >= smallLine * 1.5) return first;
    const fine = await this.#pass(image, Math.min(fineSide, longSide), signal);
    return fine.length >= first.length ? fine : first;
  }

  async #pass(image: RgbImage, side: number, signal?: AbortSignal): Promise<Quad[]> {
    signal?.throwIfAborted();
    // A band of the edge's own colours is laid around it: the network misses text that touches the border.
    const edge = Math.round(Math.max(image.width, image.height) * 0.02) + 4;
    const framed = addFrame(image, edge);
    const scale = side / Math.max(image.width, image.height);
    const width = Math.max(32, Math.round((framed.width * scale) / 32) * 32);
    const height = Math.max(32, Math.round((framed.height * scale) / 32) * 32);
    const data = resizeToPlanes(framed, width, height, normalisation);
    const output = await this.#session.run({
      [this.#session.inputNames[0] as string]: { type: 'float32', data, dims: [1, 3, height, width] },
    });
    const map = output[this.#session.outputNames[0] as string]?.data as Float32Array | undefined;
    if (map === undefined)
      throw new AppError(
        'model-damaged',
        'The text reader\'s detection model gives no output. Run "npm run fixlore -- models verify" to find and replace it.',
      );
    const toImage = ([x, y]: Point): Point => [
      Math.min(image.width, Math.max(0, (x * framed.width) / width - edge)),
      Math.min(image.height, Math.max(0, (y * framed.height) / height - edge)),
    ];
    return findTextRegions(map, width, height).map(({ corners: [a, b, c, d] }) => [toImage(a), toImage(b), toImage(c), toImage(d)] as Quad);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session[Symbol.asyncDispose]();
  }
}

/** The image with its border pixels repeated outwards. */
function addFrame(image: RgbImage, edge: number): RgbImage {
  const width = image.width + 2 * edge;
  const height = image.height + 2 * edge;
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const row = Math.min(image.height - 1, Math.max(0, y - edge)) * image.width * 3;
    const to = y * width * 3;
    data.set(image.data.subarray(row, row + image.width * 3), to + edge * 3);
    for (let x = 0; x < edge; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        data[to + x * 3 + channel] = image.data[row + channel] as number;
        data[to + (width - 1 - x) * 3 + channel] = image.data[row + (image.width - 1) * 3 + channel] as number;
      }
    }
  }
  return { width, height, data };
}
