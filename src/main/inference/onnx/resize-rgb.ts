import type { RgbImage } from '../../domain/photo.ts';

/**
 * Squeezes an image to `width` × `height`: bilinear where it grows, and where it shrinks a triangle as wide as two target
 * pixels, so that every source pixel counts. Returns float32 RGB 0–255, row by row.
 */
export function resizeRgb(image: RgbImage, width: number, height: number): Float32Array {
  const source = reduceByWholeFactor(image, width, height);
  const columns = weightsFor(source.width, width);
  const rows = weightsFor(source.height, height);
  const narrow = new Float32Array(source.height * width * 3);
  for (let y = 0; y < source.height; y++) {
    for (let x = 0; x < width; x++) {
      const { first, weights } = columns[x] as Weights;
      let red = 0;
      let green = 0;
      let blue = 0;
      let at = (y * source.width + first) * 3;
      for (let i = 0; i < weights.length; i++, at += 3) {
        const weight = weights[i] as number;
        red += weight * (source.data[at] as number);
        green += weight * (source.data[at + 1] as number);
        blue += weight * (source.data[at + 2] as number);
      }
      const to = (y * width + x) * 3;
      narrow[to] = red;
      narrow[to + 1] = green;
      narrow[to + 2] = blue;
    }
  }
  const out = new Float32Array(height * width * 3);
  const rowLength = width * 3;
  for (let y = 0; y < height; y++) {
    const { first, weights } = rows[y] as Weights;
    for (let i = 0; i < weights.length; i++) {
      const weight = weights[i] as number;
      const from = (first + i) * rowLength;
      for (let x = 0; x < rowLength; x++)
        out[y * rowLength + x] = (out[y * rowLength + x] as number) + weight * (narrow[from + x] as number);
    }
  }
  return out;
}

interface Weights {
  readonly first: number;
  readonly weights: Float32Array;
}

/** For each target pixel the source pixels under its triangle, with weights that add up to 1. */
function weightsFor(from: number, to: number): Weights[] {
  const scale = from / to;
  const reach = Math.max(1, scale);
  return Array.from({ length: to }, (_, index) => {
    const centre = (index + 0.5) * scale;
    const first = Math.max(0, Math.floor(centre - reach));
    const last = Math.min(from - 1, Math.ceil(centre + reach));
    const weights = Float32Array.from({ length: last - first + 1 }, (_unused, i) =>
      Math.max(0, 1 - Math.abs(first + i + 0.5 - centre) / reach),
    );
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return { first, weights: weights.map((weight) => weight / sum) };
  });
}

/** Averages whole blocks of a large photo first, while at least three source pixels stay for each target pixel: much faster, nearly the same. */
function reduceByWholeFactor(
  image: RgbImage,
  width: number,
  height: number,
): { width: number; height: number; data: Uint8Array | Float32Array } {
  const factorX = Math.max(1, Math.floor(image.width / (width * 3)));
  const factorY = Math.max(1, Math.floor(image.height / (height * 3)));
  if (factorX === 1 && factorY === 1) return image;
  const smallWidth = Math.floor(image.width / factorX);
  const smallHeight = Math.floor(image.height / factorY);
  const data = new Float32Array(smallWidth * smallHeight * 3);
  for (let y = 0; y < smallHeight * factorY; y++) {
    const rowTo = Math.floor(y / factorY) * smallWidth * 3;
    let at = y * image.width * 3;
    for (let x = 0; x < smallWidth; x++) {
      const to = rowTo + x * 3;
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let i = 0; i < factorX; i++, at += 3) {
        red += image.data[at] as number;
        green += image.data[at + 1] as number;
        blue += image.data[at + 2] as number;
      }
      data[to] = (data[to] as number) + red;
      data[to + 1] = (data[to + 1] as number) + green;
      data[to + 2] = (data[to + 2] as number) + blue;
    }
  }
  const share = 1 / (factorX * factorY);
  for (let i = 0; i < data.length; i++) data[i] = (data[i] as number) * share;
  return { width: smallWidth, height: smallHeight, data };
}
