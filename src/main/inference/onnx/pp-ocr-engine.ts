import { readFile } from 'node:fs/promises';
import { AppError } from '../../domain/errors.ts';
import type { OcrLine, RgbImage } from '../../domain/photo.ts';
import type { OcrEngine, OcrResult } from '../ocr-engine.ts';
import { OnnxSession } from './onnx-session.ts';
import { PpOcrDetector } from './pp-ocr-detector.ts';
import { boxAround, startAt, turnQuad, type Quad } from './pp-ocr-geometry.ts';
import { cutCandidates, liesOnSide, readLines, type LineCandidate, type LineReading } from './pp-ocr-line-reading.ts';
import { PpOcrReader } from './pp-ocr-reader.ts';
import { readingOrder } from './pp-ocr-reading-order.ts';

/** Lines read with less are noise: edges, screws, grilles. The figure is that of PaddleOCR's own pipeline. */
const leastConfidence = 0.5;
export interface PpOcrFiles {
  readonly detectionFile: string;
  readonly recognitionFile: string;
  readonly directionFile: string;
  readonly keysFile: string;
  readonly threads?: number;
}

/** PP-OCRv4 (Chinese and English) on ONNX: detection, direction, recognition. */
export class PpOcrEngine implements OcrEngine {
  readonly id = 'pp-ocr-v4';
  readonly #detector: PpOcrDetector;
  readonly #reader: PpOcrReader;

  private constructor(detector: PpOcrDetector, reader: PpOcrReader) {
    this.#detector = detector;
    this.#reader = reader;
  }

  /** Errors: `model-missing`, `model-damaged`, `native-part-missing`. */
  static async open(files: PpOcrFiles): Promise<OcrEngine> {
    let keys: string[];
    try {
      keys = (await readFile(files.keysFile, 'utf8')).split(/\r?\n/);
    } catch (cause) {
      throw new AppError(
        'model-missing',
        'The list of characters of the text reader is missing. Run "npm run fixlore -- models fetch" to bring it back.',
        { cause },
      );
    }
    if (keys[keys.length - 1] === '') keys.pop();
    const options = files.threads === undefined ? {} : { threads: files.threads };
    const [detection, recognition, direction] = await Promise.all([
      OnnxSession.open(files.detectionFile, options),
      OnnxSession.open(files.recognitionFile, options),
      OnnxSession.open(files.directionFile, options),
    ]);
    return new PpOcrEngine(new PpOcrDetector(detection), new PpOcrReader(recognition, direction, keys));
  }

  async read(image: RgbImage, signal?: AbortSignal): Promise<OcrResult> {
    try {
      return await this.#read(image, signal);
    } catch (cause) {
      if (signal?.aborted === true) throw new AppError('cancelled', 'Reading the text of the photo was stopped.', { cause });
      throw cause;
    }
  }

  async #read(image: RgbImage, signal: AbortSignal | undefined): Promise<OcrResult> {
    const candidates = cutCandidates(image, await this.#detector.find(image, signal));
    if (candidates.length === 0) return { lines: [], rotation: 0 };
    const readings = await readLines(this.#reader, candidates, signal);
    const rotation = rotationOf(candidates, readings);
    return { lines: placeLines(readings, rotation, image), rotation };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#detector[Symbol.asyncDispose]();
    await this.#reader[Symbol.asyncDispose]();
  }
}

/** How the photo must be turned: what most of its lines along the main direction say, long and well-read ones more. */
function rotationOf(candidates: readonly LineCandidate[], readings: readonly LineReading[]): OcrResult['rotation'] {
  const onSide = liesOnSide(candidates);
  let balance = 0;
  candidates.forEach(({ tall, weight }, index) => {
    const { score, upsideDown } = readings[index] as LineReading;
    if (tall === onSide) balance += (upsideDown ? -1 : 1) * weight * score;
  });
  if (onSide) return balance >= 0 ? 270 : 90;
  return balance >= 0 ? 0 : 180;
}

function isInside([x, y, width, height]: OcrLine<string>['box'], point: readonly [number, number]): boolean {
  return point[0] > x && point[0] < x + width && point[1] > y && point[1] < y + height;
}

/** The lines in reading order, in pixels of the turned image; noise and pieces of a display that was read whole are left out. */
function placeLines(readings: readonly LineReading[], rotation: OcrResult['rotation'], image: RgbImage): OcrLine<string>[] {
  const sideways = rotation === 90 || rotation === 270;
  const width = sideways ? image.height : image.width;
  const height = sideways ? image.width : image.height;
  const lines = readings
    .filter(({ text, confidence }) => confidence >= leastConfidence && /[\p{L}\p{N}]/u.test(text))
    .map(({ text, quad, upsideDown, confidence, doubtful }): OcrLine<string> => {
      const corners: Quad = turnQuad(startAt(quad, upsideDown ? 2 : 0), rotation, image.width, image.height);
      return { text, box: boxAround(corners, width, height), corners, confidence, doubtful };
    });
  const whole = lines.filter(
    ({ box, text }) =>
      !lines.some(
        (other) =>
          other.text.length > text.length &&
          other.box[3] >= box[3] * 0.8 &&
          isInside(other.box, [box[0] + box[2] / 2, box[1] + box[3] / 2]),
      ),
  );
  return readingOrder(whole.map(({ corners }) => corners)).map((index) => whole[index] as OcrLine<string>);
}
