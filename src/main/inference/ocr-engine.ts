import type { OcrLine, RgbImage } from '../domain/photo.ts';

export interface OcrResult {
  /** Reading order: top to bottom, left to right, in the pixels of the given image. */
  readonly lines: readonly OcrLine<string>[];
  /** How far the image had to be turned clockwise to be read; boxes are those of the turned image. */
  readonly rotation: 0 | 90 | 180 | 270;
}

/** Reads text from pixels. At most 200 lines. Errors: `cancelled`, `model-missing`, `model-damaged`. */
export interface OcrEngine extends AsyncDisposable {
  readonly id: string;
  read(image: RgbImage, signal?: AbortSignal): Promise<OcrResult>;
}
