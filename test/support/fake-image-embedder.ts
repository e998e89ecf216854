import { AppError } from '../../src/main/domain/errors.ts';
import type { PhotoLabel, RgbImage } from '../../src/main/domain/photo.ts';
import type { ImageEmbedder } from '../../src/main/inference/image-embedder.ts';

const bins = 4;
const cells = 4;
const directions = 8;
const dimensions = bins ** 3 + cells * cells * directions;
const colourNames = ['red thing', 'green thing', 'blue thing', 'bright thing', 'dark thing'] as const;

/** A real, small embedder without weights: a colour histogram and the directions of edges in a 4 × 4 grid. Deterministic. */
export function createFakeImageEmbedder(id = 'fake-image-embedder@1'): ImageEmbedder {
  let closed = false;
  return {
    id,
    dimensions,
    async embed(image, signal) {
      if (closed) throw new AppError('internal', 'The photo model has been closed.');
      if (signal?.aborted) throw new AppError('cancelled', 'Stopped before the photo was read.');
      if (image.width < 1 || image.height < 1 || image.data.length !== image.width * image.height * 3) {
        throw new AppError('bad-input', 'The photo has no readable pixels. Take it again or choose another file.');
      }
      return { vector: describePixels(image), labels: labelPixels(image) };
    },
    async [Symbol.asyncDispose]() {
      closed = true;
    },
  };
}

function describePixels({ width, height, data }: RgbImage): Float32Array {
  const colours = new Float32Array(bins ** 3);
  const edges = new Float32Array(dimensions - bins ** 3);
  const luma = (x: number, y: number): number => {
    const at = (Math.min(height - 1, y) * width + Math.min(width - 1, x)) * 3;
    return 0.3 * (data[at] as number) + 0.59 * (data[at + 1] as number) + 0.11 * (data[at + 2] as number);
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      addColour(colours, data, (y * width + x) * 3);
      const dx = luma(x + 1, y) - luma(x, y);
      const dy = luma(x, y + 1) - luma(x, y);
      const cell = Math.floor((y * cells) / height) * cells + Math.floor((x * cells) / width);
      const direction = Math.floor(((Math.atan2(dy, dx) + Math.PI) / (2 * Math.PI)) * directions) % directions;
      edges[cell * directions + direction] = (edges[cell * directions + direction] as number) + Math.hypot(dx, dy);
    }
  }
  return scaled(Float32Array.from([...scaled(colours), ...scaled(edges)]));
}

/** Shares a pixel out among the eight nearest places of the histogram, so that a little more light moves it a little only. */
function addColour(colours: Float32Array, data: Uint8Array, at: number): void {
  const places = [0, 1, 2].map((channel) => ((data[at + channel] as number) / 255) * (bins - 1));
  for (let corner = 0; corner < 8; corner++) {
    let bin = 0;
    let weight = 1;
    places.forEach((place, channel) => {
      const low = Math.min(bins - 2, Math.floor(place));
      const upper = (corner >> channel) & 1;
      bin = bin * bins + low + upper;
      weight *= upper === 1 ? place - low : 1 - (place - low);
    });
    colours[bin] = (colours[bin] as number) + weight;
  }
}

/** Shares of five plain impressions, adding up to 1. */
function labelPixels({ data }: RgbImage): PhotoLabel[] {
  const sums = [1, 1, 1, 1, 1];
  for (let at = 0; at < data.length; at += 3) {
    const pixel = [data[at] as number, data[at + 1] as number, data[at + 2] as number];
    const highest = Math.max(...pixel);
    const kind = highest < 64 ? 4 : Math.min(...pixel) > 192 ? 3 : pixel.indexOf(highest);
    sums[kind] = (sums[kind] as number) + 1;
  }
  const total = sums.reduce((sum, value) => sum + value, 0);
  return colourNames
    .map((name, index) => ({ name, confidence: (sums[index] as number) / total }))
    .sort((a, b) => b.confidence - a.confidence);
}

function scaled(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
