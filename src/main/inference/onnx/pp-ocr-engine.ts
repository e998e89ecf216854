import { readFile } from 'node:fs/promises';
import { AppError } from '../../domain/errors.ts';
import type { OcrLine, RgbImage } from '../../domain/photo.ts';
import type { OcrEngine, OcrResult } from '../ocr-engine.ts';
import { OnnxSession } from './onnx-session.ts';
import type { DecodedText } from './pp-ocr-ctc.ts';
import { PpOcrDetector } from './pp-ocr-detector.ts';
import { boxAround, sizeOf, startAt, turnQuad, type Quad } from './pp-ocr-geometry.ts';
import { cutStrip, turnStrip, type TextStrip } from './pp-ocr-pixels.ts';
import { textPlausibility } from './pp-ocr-plausibility.ts';
import { maxStripWidth, PpOcrReader, stripHeight } from './pp-ocr-reader.ts';
import { readingOrder } from './pp-ocr-reading-order.ts';

/** Lines read with less are noise: edges, screws, grilles. The figure is that of PaddleOCR's own pipeline. */
const leastConfidence = 0.5;
/** A line this many times higher than wide runs down or up the photo. */
const tallRatio = 1.5;
/** Lines that are read in both directions to decide how the whole photo stands. */
const probedLines = 6;
/** Single lines that may be read a second time, upside down. */
const secondReadings = 8;
/** A reading upside down must be this much better before it is believed. */
const switchMargin = 0.08;

export interface PpOcrFiles {
  readonly detectionFile: string;
  readonly recognitionFile: string;
  readonly directionFile: string;
  readonly keysFile: string;
  readonly threads?: number;
}

interface Candidate {
  readonly quad: Quad;
  readonly strip: TextStrip;
  /** Long lines say more about how the photo stands. */
  readonly weight: number;
  readonly tall: boolean;
}

interface Reading extends DecodedText {
  readonly upsideDown: boolean;
  readonly score: number;
}

function scoreOf(text: DecodedText): number {
  return text.confidence * (0.4 + 0.6 * textPlausibility(text.text));
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
      throw new AppError('model-missing', 'The list of characters of the text reader is missing. Run "npm run fixlore -- models fetch" to bring it back.', { cause });
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
    const candidates = (await this.#detector.find(image, signal)).map((found): Candidate => {
      const { width, height } = sizeOf(found);
      const tall = height >= width * tallRatio;
      // A tall line is taken to run downwards until its letters say otherwise: its text starts at the top right corner.
      const quad = tall ? startAt(found, 1) : found;
      return { quad, tall, strip: cutStrip(image, quad, stripHeight, maxStripWidth), weight: Math.max(width, height) / Math.max(1, Math.min(width, height)) };
    });
    if (candidates.length === 0) return { lines: [], rotation: 0 };

    const total = candidates.reduce((sum, { weight }) => sum + weight, 0);
    const turned = candidates.reduce((sum, { weight, tall }) => sum + (tall ? weight : 0), 0) > total / 2;
    const votes = await this.#reader.upsideDown(candidates.map(({ strip }) => strip), signal);
    const readings = await this.#readAll(candidates, votes, turned, signal);

    // How the photo stands is what most of its lines along the main direction say.
    const main = candidates.map((candidate, at) => ({ weight: candidate.tall === turned ? candidate.weight : 0, reading: readings[at] as Reading }));
    const balance = main.reduce((sum, { weight, reading }) => sum + (reading.upsideDown ? -weight : weight) * Math.max(0.05, reading.score), 0);
    const rotation = turned ? (balance >= 0 ? 270 : 90) : balance >= 0 ? 0 : 180;
    return { lines: this.#place(candidates, readings, rotation, image), rotation };
  }

  /** Reads every line once, in the direction that most of them seem to have, and again where that reading is in doubt. */
  async #readAll(candidates: readonly Candidate[], votes: readonly number[], turned: boolean, signal: AbortSignal | undefined): Promise<Reading[]> {
    const read = async (indexes: readonly number[], upsideDown: (index: number) => boolean): Promise<Map<number, Reading>> => {
      const strips = indexes.map((index) => {
        const { strip } = candidates[index] as Candidate;
        return upsideDown(index) ? turnStrip(strip) : strip;
      });
      const texts = await this.#reader.read(strips, signal);
      return new Map(indexes.map((index, at) => [index, { ...(texts[at] as DecodedText), upsideDown: upsideDown(index), score: scoreOf(texts[at] as DecodedText) }]));
    };
    const weightOf = (index: number): number => (candidates[index] as Candidate).weight;
    const all = candidates.map((_, index) => index);
    const total = all.reduce((sum, index) => sum + weightOf(index), 0);
    const vote = all.reduce((sum, index) => sum + weightOf(index) * (2 * (votes[index] as number) - 1), 0) / total;

    // The probe: the longest lines along the main direction, read both ways unless the direction model is of one mind.
    const probe = all.filter((index) => (candidates[index] as Candidate).tall === turned).sort((a, b) => weightOf(b) - weightOf(a)).slice(0, probedLines);
    const preferred = vote > 0;
    const readings = await read(probe, () => preferred);
    const gain = (map: Map<number, Reading>): number => probe.reduce((sum, index) => sum + weightOf(index) * (map.get(index) as Reading).score, 0) / probe.reduce((sum, index) => sum + weightOf(index), 0);
    let whole = preferred;
    const inDoubt = Math.abs(vote) < 0.6 || probe.length < 3 || turned || gain(readings) < 0.55;
    const opposite = inDoubt ? await read(probe, () => !preferred) : new Map<number, Reading>();
    if (inDoubt && gain(opposite) > gain(readings) + switchMargin / 2 - 0.05 * (Math.abs(vote) < 0.3 ? 1 : 0)) whole = !preferred;
    const best = (first: Reading, second: Reading | undefined): Reading => {
      if (second === undefined) return first;
      const [usual, other] = first.upsideDown === whole ? [first, second] : [second, first];
      return other.score > usual.score + switchMargin ? other : usual;
    };

    const rest = all.filter((index) => !readings.has(index));
    const firstRest = await read(rest, () => whole);
    const again = [...rest]
      .filter((index) => {
        const reading = firstRest.get(index) as Reading;
        const voted = whole ? 1 - (votes[index] as number) : (votes[index] as number);
        return (candidates[index] as Candidate).tall !== turned || voted > 0.9 || reading.confidence < 0.8 || textPlausibility(reading.text) < 0.35;
      })
      .sort((a, b) => weightOf(b) - weightOf(a))
      .slice(0, secondReadings);
    const secondRest = await read(again, () => !whole);
    const probeAgain = inDoubt ? opposite : await read(probe.filter((index) => (readings.get(index) as Reading).confidence < 0.8 || (votes[index] as number) > 0.9 !== preferred || textPlausibility((readings.get(index) as Reading).text) < 0.35), () => !preferred);
    return all.map((index) => {
      const first = readings.get(index);
      if (first !== undefined) return best(first, probeAgain.get(index));
      return best(firstRest.get(index) as Reading, secondRest.get(index));
    });
  }

  #place(candidates: readonly Candidate[], readings: readonly Reading[], rotation: OcrResult['rotation'], image: RgbImage): OcrLine<string>[] {
    const sideways = rotation === 90 || rotation === 270;
    const width = sideways ? image.height : image.width;
    const height = sideways ? image.width : image.height;
    const lines = candidates
      .map((candidate, at) => {
        const reading = readings[at] as Reading;
        const corners = turnQuad(startAt(candidate.quad, reading.upsideDown ? 2 : 0), rotation, image.width, image.height);
        return { corners, reading };
      })
      .filter(({ reading }) => reading.text !== '' && reading.confidence >= leastConfidence);
    return readingOrder(lines.map(({ corners }) => corners)).map((index) => {
      const { corners, reading } = lines[index] as (typeof lines)[number];
      return { text: reading.text, box: boxAround(corners, width, height), corners, confidence: reading.confidence, doubtful: reading.doubtful };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#detector[Symbol.asyncDispose]();
    await this.#reader[Symbol.asyncDispose]();
  }
}
