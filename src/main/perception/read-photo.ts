import { AppError } from '../domain/errors.ts';
import type { OcrLine, PhotoReading, RgbImage } from '../domain/photo.ts';
import type { ImageCodec } from '../inference/image-codec.ts';
import type { ImageEmbedder } from '../inference/image-embedder.ts';
import type { OcrEngine, OcrResult } from '../inference/ocr-engine.ts';
import { decodePhoto } from './decode-photo.ts';
import { describePhoto } from './describe-photo.ts';
import { enhanceForReading } from './enhance.ts';
import { extractFields } from './extract-fields.ts';
import { labelPhoto } from './label-photo.ts';
import { judgeText, measureQuality } from './measure-quality.ts';

export interface PhotoReader {
  readonly codec: ImageCodec;
  readonly ocr: OcrEngine;
  readonly imageEmbedder: ImageEmbedder;
}

export interface ReadPhoto {
  readonly reading: PhotoReading<string>;
  /** Upright as it was read, the long side at most 1,600 px. */
  readonly image: RgbImage;
  readonly imageVector: Float32Array;
  readonly timings: { readonly decodeMs: number; readonly ocrMs: number; readonly embedMs: number };
}

const nothingRead: OcrResult = { lines: [], rotation: 0 };

/**
 * All that perception says about one photo; not yet masked. A picture of nothing gives an empty reading with the
 * problem `flat`. Errors: `bad-input`, `photo-too-large`, `photo-unreadable`, `cancelled`, and those of the models.
 */
export async function readPhoto(bytes: Uint8Array, { codec, ocr, imageEmbedder }: PhotoReader, signal?: AbortSignal): Promise<ReadPhoto> {
  const started = performance.now();
  const decoded = await decodePhoto(bytes, codec, signal);
  const decodeMs = performance.now() - started;

  const quality = measureQuality(decoded.image, Math.max(decoded.originalWidth, decoded.originalHeight));
  const readingStarted = performance.now();
  const { lines, rotation } = quality.problems.includes('flat') ? nothingRead : await ocr.read(enhanceForReading(decoded.image), signal);
  const ocrMs = performance.now() - readingStarted;
  if (signal?.aborted === true) throw new AppError('cancelled', 'Reading the photo was stopped.');

  // After the text, since it alone tells how the photo stands, and the vector must be that of the upright photo.
  const image = rotation === 0 ? decoded.image : codec.rotate(decoded.image, rotation);
  const embeddingStarted = performance.now();
  const { labels, vector } = await labelPhoto(image, imageEmbedder, signal);
  const embedMs = performance.now() - embeddingStarted;

  const ocrLines: readonly OcrLine<string>[] = lines;
  const fields = extractFields(ocrLines);
  return {
    reading: {
      description: describePhoto({ fields, ocr: ocrLines, labels }),
      ocr: ocrLines,
      fields,
      labels,
      width: image.width,
      height: image.height,
      quality: judgeText(quality, ocrLines),
      rotation,
      partial: decoded.partial,
    },
    image,
    imageVector: vector,
    timings: { decodeMs, ocrMs, embedMs },
  };
}
