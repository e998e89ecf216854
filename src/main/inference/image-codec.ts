import type { Box, RgbImage } from '../domain/photo.ts';

export interface ImageHeader {
  readonly format: 'jpeg' | 'png' | 'webp' | 'avif' | 'tiff' | 'gif' | 'bmp' | 'heic';
  /** Pixels before orientation is applied. */
  readonly width: number;
  readonly height: number;
}

export interface DecodedImage {
  readonly image: RgbImage;
  /** Size of the upright original in pixels, before it was reduced to `maxSide`. */
  readonly originalWidth: number;
  readonly originalHeight: number;
  /** True when the file ended early and the missing rows are grey. */
  readonly partial: boolean;
}

/**
 * Reads and writes picture files. Formats are recognised by content.
 * Errors: `photo-too-large` (from the header: over 100 megapixels or 64 MiB), `photo-unreadable`, `cancelled`.
 */
export interface ImageCodec {
  readHeader(bytes: Uint8Array): Promise<ImageHeader>;
  /** Upright 8-bit sRGB, the long side reduced to at most `maxSide` pixels, alpha laid on white. */
  decode(bytes: Uint8Array, options: { maxSide: number; signal?: AbortSignal }): Promise<DecodedImage>;
  /** JPEG without any metadata. `quality` 1–100. */
  encodeJpeg(image: RgbImage, options: { quality: number; maxSide?: number }): Promise<Uint8Array>;
  /** A copy with each box filled with one colour; nothing of what was there remains. */
  paintOver(image: RgbImage, boxes: readonly Box[]): RgbImage;
  /** A copy turned clockwise. */
  rotate(image: RgbImage, degrees: 90 | 180 | 270): RgbImage;
}
