import { AppError } from '../../domain/errors.ts';

/** Requirement: what is larger is refused from the header, before anything is decoded. */
export const maxPhotoPixels = 100_000_000;
export const maxPhotoBytes = 64 * 1024 * 1024;
/** A decode that takes longer is a bomb or a broken file: a 100-megapixel JPEG takes about 2 s on a slow laptop. */
export const decodeSeconds = 20;

export const acceptedFormats = 'JPEG, PNG, WebP, AVIF, TIFF, GIF, BMP and HEIC';

/** Throws `photo-too-large`. */
export function checkFileSize(bytes: Uint8Array): void {
  if (bytes.length <= maxPhotoBytes) return;
  const mebibytes = (bytes.length / 1024 / 1024).toFixed(1);
  throw new AppError('photo-too-large', `This photo is ${mebibytes} MiB; at most 64 MiB can be read. Save it smaller and try again.`, {
    data: { bytes: bytes.length, maxBytes: maxPhotoBytes },
  });
}

/** Throws `photo-too-large`, or `photo-unreadable` when a side is missing. */
export function checkPixels(width: number, height: number): void {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1) {
    throw unreadable('its header gives no size');
  }
  if (width * height <= maxPhotoPixels) return;
  const megapixels = ((width * height) / 1e6).toFixed(1);
  throw new AppError(
    'photo-too-large',
    `This photo has ${width} × ${height} = ${megapixels} megapixels; at most 100 can be read. Save it smaller and try again.`,
    {
      data: { width, height, maxPixels: maxPhotoPixels },
    },
  );
}

/** `why` ends the sentence "This photo cannot be read: …". */
export function unreadable(why: string, cause?: unknown): AppError {
  return new AppError(
    'photo-unreadable',
    `This photo cannot be read: ${why}. Take it again or send another file; ${acceptedFormats} are accepted.`,
    { cause },
  );
}

export function tookTooLong(): AppError {
  return unreadable(`decoding it took longer than ${decodeSeconds} seconds`);
}
