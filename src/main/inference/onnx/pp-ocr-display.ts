import type { Point, RgbImage } from '../../domain/photo.ts';
import { sizeOf, type Quad } from './pp-ocr-geometry.ts';
import { cutStrip, type TextStrip } from './pp-ocr-pixels.ts';

/*
 * Segment displays. The recognition weights know printed letters: bars with gaps between them are read as 6 or 8, and
 * a digit that stands apart is left out of the line. So what glows is cut out again, from the whole width of the
 * display, and its bars are run together into strokes.
 */

/** A lit pixel: bright in its own colour and far from grey … */
const litValue = 120;
const litSaturation = 80;
/** … of which a display line has this share. */
const litFrom = 0.04;
const litTo = 0.5;
/** Digits further apart than this, in line heights, belong to two displays. */
const digitGap = 0.75;
/** How far beyond the outline lit digits are looked for, in line heights. */
const reach = 1.4;
/** Share of the lit rows' height that is left around them. */
const rim = 0.22;
/** Radius of the blur that closes the gaps between bars, in line heights; from gaps of 4–6 % of a digit's height. */
const strokeBlur = 0.045;

function litShare(strip: TextStrip): number {
  let lit = 0;
  for (let at = 0; at < strip.data.length; at += 3) if (isLit(strip.data, at)) lit += 1;
  return lit / (strip.width * strip.height);
}

function isLit(data: Uint8Array, at: number): boolean {
  const red = data[at] as number;
  const green = data[at + 1] as number;
  const blue = data[at + 2] as number;
  const most = Math.max(red, green, blue);
  return most >= litValue && most - Math.min(red, green, blue) >= litSaturation;
}

function stretch(quad: Quad, from: number, to: number, top: number, bottom: number): Quad {
  const [a, b, c, d] = quad;
  const mix = (p: Point, q: Point, share: number): Point => [p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share];
  const at = (along: number, down: number): Point => mix(mix(a, b, along), mix(d, c, along), down);
  return [at(from, top), at(to, top), at(to, bottom), at(from, bottom)];
}

/** The outline of the lit digits of which the given line is a part; `undefined` when the line does not glow. */
export function findDisplay(image: RgbImage, quad: Quad, strip: TextStrip): Quad | undefined {
  const share = litShare(strip);
  if (share < litFrom || share > litTo) return undefined;
  const { width, height } = sizeOf(quad);
  const more = (reach * height) / Math.max(1, width);
  const wide = stretch(quad, -more, 1 + more, -0.15, 1.15);
  const probe = cutStrip(image, wide, 48, 2000);
  const columns = new Uint16Array(probe.width);
  const rows = new Uint16Array(probe.height);
  const outside = (x: number, y: number): boolean => {
    const [px, py] = stretch(wide, x / probe.width, x / probe.width, y / probe.height, y / probe.height)[0];
    return px < 0 || py < 0 || px >= image.width || py >= image.height;
  };
  for (let y = 0; y < probe.height; y += 1) {
    for (let x = 0; x < probe.width; x += 1)
      if (isLit(probe.data, (y * probe.width + x) * 3) && !outside(x, y)) columns[x] = (columns[x] as number) + 1;
  }
  const gap = digitGap * probe.height;
  // From the lit column nearest to the middle outwards, across gaps no wider than one between two digits.
  const middle = probe.width / 2;
  const lit = [...columns.keys()].filter((x) => (columns[x] as number) >= 2);
  if (lit.length === 0) return undefined;
  const start = lit.reduce((best, x) => (Math.abs(x - middle) < Math.abs(best - middle) ? x : best));
  let left = start;
  let right = start;
  for (const x of lit) if (x > right && x - right <= gap) right = x;
  for (const x of lit.reverse()) if (x < left && left - x <= gap) left = x;
  for (let y = 0; y < probe.height; y += 1) {
    for (let x = left; x <= right; x += 1) if (isLit(probe.data, (y * probe.width + x) * 3)) rows[y] = (rows[y] as number) + 1;
  }
  const litRows = [...rows.keys()].filter((y) => (rows[y] as number) >= 2);
  const top = litRows[0] ?? 0;
  const bottom = (litRows[litRows.length - 1] ?? probe.height - 1) + 1;
  if (bottom - top < 0.3 * probe.height) return undefined;
  const margin = (bottom - top) * rim;
  return stretch(
    wide,
    (left - margin) / probe.width,
    (right + 1 + margin) / probe.width,
    (top - margin) / probe.height,
    (bottom + margin) / probe.height,
  );
}

/** The display as dark strokes on white, as printed letters would be. */
export function inkDisplay(strip: TextStrip): TextStrip {
  const { width, height, data } = strip;
  let brightest = 1;
  for (const value of data) brightest = Math.max(brightest, value);
  let ink = new Float32Array(width * height);
  for (let at = 0; at < ink.length; at += 1) {
    const value = Math.max(data[at * 3] as number, data[at * 3 + 1] as number, data[at * 3 + 2] as number) / brightest;
    // Segments that are off still shimmer at a quarter of the light.
    ink[at] = Math.min(1, Math.max(0, (value - 0.4) / 0.3));
  }
  const radius = Math.max(1, Math.round(height * strokeBlur));
  // Two passes of a mean in both directions come close to a Gaussian.
  for (let pass = 0; pass < 2; pass += 1) ink = blurColumns(blurRows(ink, width, height, radius), width, height, radius);
  const out = new Uint8Array(data.length);
  for (let at = 0; at < ink.length; at += 1) out.fill(Math.round(255 * (1 - Math.min(1, (ink[at] as number) * 1.3))), at * 3, at * 3 + 3);
  return { width, height, data: out };
}

function blurRows(source: Float32Array, width: number, height: number, radius: number): Float32Array<ArrayBuffer> {
  const out = new Float32Array(source.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let dx = -radius; dx <= radius; dx += 1) sum += source[y * width + Math.min(width - 1, Math.max(0, x + dx))] as number;
      out[y * width + x] = sum / (2 * radius + 1);
    }
  }
  return out;
}

function blurColumns(source: Float32Array, width: number, height: number, radius: number): Float32Array<ArrayBuffer> {
  const out = new Float32Array(source.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let dy = -radius; dy <= radius; dy += 1) sum += source[Math.min(height - 1, Math.max(0, y + dy)) * width + x] as number;
      out[y * width + x] = sum / (2 * radius + 1);
    }
  }
  return out;
}
