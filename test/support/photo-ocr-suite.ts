import { describe, expect, it } from 'vitest';
import type { RgbImage } from '../../src/main/domain/photo.ts';
import type { OcrEngine } from '../../src/main/inference/ocr-engine.ts';
import { turnImage } from '../../src/main/inference/sharp/pixel-edits.ts';

export interface OcrSuiteSubject {
  engine(): OcrEngine;
  /** An upright picture and the texts on it, in reading order. */
  picture(): Promise<{ image: RgbImage; texts: readonly string[] }>;
}

/** Readers may lose or add a blank between words. */
const squeeze = (text: string): string => text.replace(/\s/g, '');

const blank: RgbImage = { width: 320, height: 240, data: new Uint8Array(320 * 240 * 3).fill(200) };

/** What every text reader must do, whether real or fake. */
export function describeOcrEngine(name: string, subject: OcrSuiteSubject): void {
  describe(`${name} as an OCR engine`, () => {
    it('reads the lines in order, with boxes and corners inside the picture', async () => {
      const { image, texts } = await subject.picture();
      const { lines, rotation } = await subject.engine().read(image);
      expect(rotation).toBe(0);
      expect(lines.map(({ text }) => squeeze(text))).toEqual(texts.map(squeeze));
      for (const { text, box, corners, confidence, doubtful } of lines) {
        const [x, y, width, height] = box;
        expect(x).toBeGreaterThanOrEqual(0);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(image.width);
        expect(y + height).toBeLessThanOrEqual(image.height);
        expect(corners[1][0]).toBeGreaterThan(corners[0][0]);
        expect(corners[3][1]).toBeGreaterThan(corners[0][1]);
        expect(confidence).toBeGreaterThan(0.5);
        expect(confidence).toBeLessThanOrEqual(1);
        expect(doubtful.every((at) => at >= 0 && at < text.length)).toBe(true);
      }
    });

    it.each([90, 180, 270] as const)('reads a picture that was turned by %i degrees and says how to turn it back', async (degrees) => {
      const { image, texts } = await subject.picture();
      const { lines, rotation } = await subject.engine().read(turnImage(image, degrees));
      expect(rotation).toBe(360 - degrees);
      expect(lines.map(({ text }) => squeeze(text))).toEqual(texts.map(squeeze));
      for (const { box } of lines) {
        expect(box[0] + box[2]).toBeLessThanOrEqual(image.width);
        expect(box[1] + box[3]).toBeLessThanOrEqual(image.height);
      }
    });

    it('finds nothing on an empty picture', async () => {
      expect(await subject.engine().read(blank)).toEqual({ lines: [], rotation: 0 });
    });

    it('does not start when the caller has stopped', async () => {
      const { image } = await subject.picture();
      await expect(subject.engine().read(image, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    });
  });
}
