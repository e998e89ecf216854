import type { Point, RgbImage } from '../../domain/photo.ts';
import { sizeOf, type Quad } from './pp-ocr-geometry.ts';

/** How pixels become numbers; channels in the order blue, green, red, as the weights were trained. */
export interface Normalisation {
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

/** The image scaled to `width` × `height` (mean of the covered pixels, or between neighbours when it grows), as `[3, height, width]`. */
export function resizeToPlanes(image: RgbImage, width: number, height: number, { mean, deviation }: Normalisation): Float32Array {
  const out = new Float32Array(3 * width * height);
  const plane = width * height;
  const columns = spansOf(image.width, width);
  const rows = spansOf(image.height, height);
  const sums = new Float32Array(width * 3);
  for (let y = 0; y < height; y += 1) {
    sums.fill(0);
    const row = rows[y] as Span;
    for (let part = 0; part < row.weights.length; part += 1) {
      const rowWeight = row.weights[part] as number;
      const base = (row.first + part) * image.width;
      for (let x = 0; x < width; x += 1) {
        const column = columns[x] as Span;
        let from = (base + column.first) * 3;
        for (let at = 0; at < column.weights.length; at += 1, from += 3) {
          const weight = rowWeight * (column.weights[at] as number);
          sums[x * 3] = (sums[x * 3] as number) + weight * (image.data[from] as number);
          sums[x * 3 + 1] = (sums[x * 3 + 1] as number) + weight * (image.data[from + 1] as number);
          sums[x * 3 + 2] = (sums[x * 3 + 2] as number) + weight * (image.data[from + 2] as number);
        }
      }
    }
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (sums[x * 3 + 2 - channel] as number) / 255;
        out[channel * plane + y * width + x] = (value - (mean[channel] as number)) / (deviation[channel] as number);
      }
    }
  }
  return out;
}

interface Span {
  readonly first: number;
  readonly weights: readonly number[];
}

/** For each target pixel, the source pixels it takes from and their shares. */
function spansOf(source: number, target: number): Span[] {
  const scale = source / target;
  return Array.from({ length: target }, (_, at) => {
    if (scale <= 1) {
      const centre = Math.min(source - 1, Math.max(0, (at + 0.5) * scale - 0.5));
      const first = Math.min(source - 1, Math.floor(centre));
      const share = centre - first;
      return first + 1 < source && share > 0 ? { first, weights: [1 - share, share] } : { first, weights: [1] };
    }
    const start = at * scale;
    const end = Math.min(source, start + scale);
    const first = Math.floor(start);
    const last = Math.min(source, Math.ceil(end));
    const weights: number[] = [];
    for (let pixel = first; pixel < last; pixel += 1) weights.push((Math.min(end, pixel + 1) - Math.max(start, pixel)) / (end - start));
    return { first, weights };
  });
}

/** A line of text straightened to a fixed height; `data` is RGB. */
export type TextStrip = RgbImage;

/** Cuts a quad out of the image and straightens it to `height` pixels; at most `maxWidth` wide. */
export function cutStrip(image: RgbImage, quad: Quad, height: number, maxWidth: number): TextStrip {
  const size = sizeOf(quad);
  const width = Math.max(8, Math.min(maxWidth, Math.round((size.width / Math.max(1, size.height)) * height)));
  const data = new Uint8Array(width * height * 3);
  // When the strip is smaller than its source, each of its pixels is the mean of several samples.
  const samples = Math.min(4, Math.max(1, Math.round(size.height / height)));
  const [topLeft, topRight, bottomRight, bottomLeft] = quad;
  const between = (a: Point, b: Point, share: number): Point => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let [red, green, blue] = [0, 0, 0];
      for (let sy = 0; sy < samples; sy += 1) {
        const down = (y + (sy + 0.5) / samples) / height;
        const left = between(topLeft, bottomLeft, down);
        const right = between(topRight, bottomRight, down);
        for (let sx = 0; sx < samples; sx += 1) {
          const along = (x + (sx + 0.5) / samples) / width;
          const px = Math.min(image.width - 1, Math.max(0, left[0] + (right[0] - left[0]) * along - 0.5));
          const py = Math.min(image.height - 1, Math.max(0, left[1] + (right[1] - left[1]) * along - 0.5));
          const x0 = Math.floor(px);
          const y0 = Math.floor(py);
          const fx = px - x0;
          const fy = py - y0;
          const a = (y0 * image.width + x0) * 3;
          const b = x0 + 1 < image.width ? a + 3 : a;
          const down1 = y0 + 1 < image.height ? image.width * 3 : 0;
          const wa = (1 - fx) * (1 - fy);
          const wb = fx * (1 - fy);
          const wc = (1 - fx) * fy;
          const wd = fx * fy;
          const at = image.data;
          red += wa * (at[a] as number) + wb * (at[b] as number) + wc * (at[a + down1] as number) + wd * (at[b + down1] as number);
          green +=
            wa * (at[a + 1] as number) +
            wb * (at[b + 1] as number) +
            wc * (at[a + down1 + 1] as number) +
            wd * (at[b + down1 + 1] as number);
          blue +=
            wa * (at[a + 2] as number) +
            wb * (at[b + 2] as number) +
            wc * (at[a + down1 + 2] as number) +
            wd * (at[b + down1 + 2] as number);
        }
      }
      const share = samples * samples;
      const to = (y * width + x) * 3;
      data[to] = Math.round(red / share);
      data[to + 1] = Math.round(green / share);
      data[to + 2] = Math.round(blue / share);
    }
  }
  return { width, height, data };
}

/** The strip upside down. */
export function turnStrip(strip: TextStrip): TextStrip {
  const data = new Uint8Array(strip.data.length);
  const pixels = strip.width * strip.height;
  for (let at = 0; at < pixels; at += 1) {
    const to = (pixels - 1 - at) * 3;
    data[to] = strip.data[at * 3] as number;
    data[to + 1] = strip.data[at * 3 + 1] as number;
    data[to + 2] = strip.data[at * 3 + 2] as number;
  }
  return { width: strip.width, height: strip.height, data };
}

/** Strips side by side in one tensor `[n, 3, height, width]`, blue first, −1…1; narrower ones are padded with mid-grey (0). */
export function stackStrips(strips: readonly TextStrip[], width: number, height: number): Float32Array {
  const plane = width * height;
  const out = new Float32Array(strips.length * 3 * plane);
  strips.forEach((strip, index) => {
    for (let y = 0; y < Math.min(height, strip.height); y += 1) {
      for (let x = 0; x < Math.min(width, strip.width); x += 1) {
        const from = (y * strip.width + x) * 3;
        const to = index * 3 * plane + y * width + x;
        out[to] = (strip.data[from + 2] as number) / 127.5 - 1;
        out[to + plane] = (strip.data[from + 1] as number) / 127.5 - 1;
        out[to + 2 * plane] = (strip.data[from] as number) / 127.5 - 1;
      }
    }
  });
  return out;
}
