import { AppError } from '../domain/errors.ts';
import type { DecodedImage, ImageCodec } from '../inference/image-codec.ts';

/** Long side in pixels of what is read, embedded, shown and stored: a nameplate that fills a third of a photo is still legible. */
export const photoSide = 1600;

/** Upright sRGB pixels of a photo. Errors: `bad-input`, `photo-too-large`, `photo-unreadable`, `cancelled`. */
export async function decodePhoto(bytes: Uint8Array, codec: ImageCodec, signal?: AbortSignal): Promise<DecodedImage> {
  if (bytes.length === 0) throw new AppError('bad-input', 'The photo is empty. Choose another file.');
  if (signal?.aborted === true) throw new AppError('cancelled', 'Reading the photo was stopped.');
  return codec.decode(bytes, signal === undefined ? { maxSide: photoSide } : { maxSide: photoSide, signal });
}
