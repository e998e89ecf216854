import { AppError } from '../../domain/errors.ts';
import type { OnnxSession } from './onnx-session.ts';
import { decodeCtc, type DecodedText } from './pp-ocr-ctc.ts';
import { stackStrips, type TextStrip } from './pp-ocr-pixels.ts';

/** Height of a line for recognition and direction; fixed by the weights. */
export const stripHeight = 48;
/** Longer lines are squeezed: 2,000 px are about 160 letters. */
export const maxStripWidth = 2000;
const directionWidth = 192;
/** A batch costs as much as its widest line times its size, so lines share one only when they are nearly as wide. */
const maxBatch = 8;
const widthSlack = 1.25;

/** Reads straightened lines of text and tells which are upside down. */
export class PpOcrReader implements AsyncDisposable {
  readonly #recognition: OnnxSession;
  readonly #direction: OnnxSession;
  readonly #keys: readonly string[];

  constructor(recognition: OnnxSession, direction: OnnxSession, keys: readonly string[]) {
    this.#recognition = recognition;
    this.#direction = direction;
    this.#keys = keys;
  }

  /** Texts in the order of the strips. */
  async read(strips: readonly TextStrip[], signal?: AbortSignal): Promise<DecodedText[]> {
    const texts = new Array<DecodedText>(strips.length);
    const order = strips.map((_, index) => index).sort((a, b) => (strips[a] as TextStrip).width - (strips[b] as TextStrip).width);
    while (order.length > 0) {
      const narrowest = (strips[order[0] as number] as TextStrip).width;
      let size = 1;
      while (size < Math.min(order.length, maxBatch) && (strips[order[size] as number] as TextStrip).width <= narrowest * widthSlack + 32)
        size += 1;
      const batch = order.splice(0, size);
      signal?.throwIfAborted();
      const widest = Math.max(...batch.map((index) => (strips[index] as TextStrip).width));
      const width = Math.ceil((widest + 16) / 32) * 32;
      const data = stackStrips(
        batch.map((index) => strips[index] as TextStrip),
        width,
        stripHeight,
      );
      const output = await this.#recognition.run({
        [this.#recognition.inputNames[0] as string]: { type: 'float32', data, dims: [batch.length, 3, stripHeight, width] },
      });
      const tensor = output[this.#recognition.outputNames[0] as string];
      if (tensor === undefined)
        throw new AppError(
          'model-damaged',
          'The text reader\'s recognition model gives no output. Run "npm run fixlore -- models verify" to find and replace it.',
        );
      const [, steps, classes] = tensor.dims as [number, number, number];
      batch.forEach((index, row) => {
        texts[index] = decodeCtc(tensor.data as Float32Array, row * steps * classes, steps, classes, this.#keys);
      });
    }
    return texts;
  }

  /** Probability that each strip is upside down. */
  async upsideDown(strips: readonly TextStrip[], signal?: AbortSignal): Promise<number[]> {
    const answers: number[] = [];
    for (let start = 0; start < strips.length; start += maxBatch * 2) {
      signal?.throwIfAborted();
      const batch = strips.slice(start, start + maxBatch * 2);
      // A long line shows its direction in its first four letters; the model sees 192 px.
      const data = stackStrips(batch, directionWidth, stripHeight);
      const output = await this.#direction.run({
        [this.#direction.inputNames[0] as string]: { type: 'float32', data, dims: [batch.length, 3, stripHeight, directionWidth] },
      });
      const tensor = output[this.#direction.outputNames[0] as string];
      if (tensor === undefined)
        throw new AppError(
          'model-damaged',
          'The text reader\'s direction model gives no output. Run "npm run fixlore -- models verify" to find and replace it.',
        );
      for (let row = 0; row < batch.length; row += 1) answers.push((tensor.data as Float32Array)[row * 2 + 1] as number);
    }
    return answers;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#recognition[Symbol.asyncDispose](), this.#direction[Symbol.asyncDispose]()]);
  }
}
