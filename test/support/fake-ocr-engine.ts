import { createHash } from 'node:crypto';
import { AppError } from '../../src/main/domain/errors.ts';
import type { OcrLine, RgbImage } from '../../src/main/domain/photo.ts';
import type { OcrEngine, OcrResult } from '../../src/main/inference/ocr-engine.ts';
import { turnImage } from '../../src/main/inference/sharp/pixel-edits.ts';
import { glyphHeight, glyphStart } from './glyph-photo.ts';

function keyOf(image: RgbImage): string {
  return createHash('sha256').update(`${image.width}x${image.height}`).update(image.data).digest('hex');
}

function isAt(image: RgbImage, x: number, y: number): boolean {
  return glyphStart.every((colour, column) =>
    colour.every((value, channel) => image.data[(y * image.width + x + column) * 3 + channel] === value),
  );
}

function readUpright(image: RgbImage): OcrLine<string>[] {
  const lines: OcrLine<string>[] = [];
  const code = (x: number, y: number): number => {
    const at = (y * image.width + x) * 3;
    return ((image.data[at] as number) << 8) | (image.data[at + 1] as number);
  };
  for (let y = 0; y + glyphHeight <= image.height; y += 1) {
    for (let x = 0; x + glyphStart.length < image.width; x += 1) {
      if (!isAt(image, x, y) || (y > 0 && isAt(image, x, y - 1))) continue;
      const length = code(x + glyphStart.length, y);
      let text = '';
      for (let at = 0; at < length; at += 1) text += String.fromCharCode(code(x + glyphStart.length + 1 + at, y));
      const width = glyphStart.length + 1 + length;
      const corners = [
        [x, y],
        [x + width, y],
        [x + width, y + glyphHeight],
        [x, y + glyphHeight],
      ] as const;
      lines.push({ text, box: [x, y, width, glyphHeight], corners, confidence: 0.99, doubtful: [] });
    }
  }
  return lines;
}

/** Reads glyph photos (see `glyph-photo.ts`) at any quarter turn, and pictures whose result a test has registered. */
export class FakeOcrEngine implements OcrEngine {
  readonly id = 'fake-ocr';
  readonly #known = new Map<string, OcrResult>();
  reads = 0;

  register(image: RgbImage, result: OcrResult): void {
    this.#known.set(keyOf(image), result);
  }

  async read(image: RgbImage, signal?: AbortSignal): Promise<OcrResult> {
    if (signal?.aborted === true) throw new AppError('cancelled', 'Reading the text of the photo was stopped.');
    this.reads += 1;
    const known = this.#known.get(keyOf(image));
    if (known !== undefined) return known;
    for (const rotation of [0, 90, 180, 270] as const) {
      const lines = readUpright(rotation === 0 ? image : turnImage(image, rotation));
      if (lines.length > 0) return { lines, rotation };
    }
    return { lines: [], rotation: 0 };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#known.clear();
  }
}
