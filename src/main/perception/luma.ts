import type { RgbImage } from '../domain/photo.ts';

/** One channel of brightness, 0–255, row by row. */
export interface LumaImage {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Rec. 709 luma of the image, its long side reduced to at most `side` by the mean of blocks. */
export function toLuma(image: RgbImage, side: number): LumaImage {
  const scale = Math.max(1, Math.max(image.width, image.height) / side);
  const width = Math.max(1, Math.round(image.width / scale));
  const height = Math.max(1, Math.round(image.height / scale));
  const data = new Float32Array(width * height);
  const edges = (source: number, target: number): Int32Array =>
    Int32Array.from({ length: target + 1 }, (_, at) => Math.floor((at * source) / target));
  const columns = edges(image.width, width);
  const rows = edges(image.height, height);
  // Weights in 256ths: whole numbers are what makes this pass cheap.
  const sums = new Uint32Array(width);
  for (let y = 0; y < height; y += 1) {
    sums.fill(0);
    const top = rows[y] as number;
    const bottom = rows[y + 1] as number;
    for (let row = top; row < bottom; row += 1) {
      let at = row * image.width * 3;
      for (let x = 0; x < width; x += 1) {
        const end = (row * image.width + (columns[x + 1] as number)) * 3;
        let sum = sums[x] as number;
        for (; at < end; at += 3)
          sum += 54 * (image.data[at] as number) + 183 * (image.data[at + 1] as number) + 19 * (image.data[at + 2] as number);
        sums[x] = sum;
      }
    }
    for (let x = 0; x < width; x += 1)
      data[y * width + x] = (sums[x] as number) / (256 * (bottom - top) * ((columns[x + 1] as number) - (columns[x] as number)));
  }
  return { width, height, data };
}

/** The value below which the given share of the pixels lies. */
export function lumaPercentile(luma: LumaImage, share: number): number {
  const counts = new Uint32Array(256);
  for (const value of luma.data) {
    const level = Math.min(255, Math.max(0, Math.round(value)));
    counts[level] = (counts[level] as number) + 1;
  }
  let left = share * luma.data.length;
  for (let value = 0; value < 256; value += 1) {
    left -= counts[value] as number;
    if (left <= 0) return value;
  }
  return 255;
}
