import type { RgbImage } from '../domain/photo.ts';
import { lumaPercentile, toLuma } from './luma.ts';

/** Spread of brightness (1st to 99.5th percentile) below which a photo is stretched; with more, the reader sees as well without. */
const lowSpread = 16;
/** Median luma below which the shadows are lifted. */
const darkMedian = 45;

/**
 * The photo with its contrast stretched and its shadows lifted, for reading only; the same image when it needs none.
 * Noise grows with it, so the confidence of what is read stays what the reader says.
 */
export function enhanceForReading(image: RgbImage): RgbImage {
  const luma = toLuma(image, 512);
  const low = lumaPercentile(luma, 0.01);
  const high = lumaPercentile(luma, 0.995);
  const median = lumaPercentile(luma, 0.5);
  if (high - low >= lowSpread || high - low < 3) return image;
  // Brings the median to a third of the range, never more than a square root would.
  const share = Math.min(0.99, Math.max(0.01, (median - low) / (high - low)));
  const gamma = median < darkMedian ? Math.min(1, Math.max(0.5, Math.log(0.33) / Math.log(share))) : 1;
  const table = Uint8Array.from({ length: 256 }, (_, value) =>
    Math.round(255 * Math.min(1, Math.max(0, (value - low) / (high - low))) ** gamma),
  );
  return { width: image.width, height: image.height, data: image.data.map((value) => table[value] as number) };
}
