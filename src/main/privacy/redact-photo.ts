import type { PiiKind } from '../domain/masked.ts';
import type { Box, OcrLine, PhotoReading, Point, RgbImage } from '../domain/photo.ts';
import type { Masker } from './masked.ts';
import { findInLines } from './reading-spans.ts';

/** A Chinese character is about twice as wide as a Latin one. */
function widthOf(text: string): number {
  let width = 0;
  for (const ch of text) width += /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/.test(ch) ? 2 : 1;
  return width;
}

function between(from: Point, to: Point, share: number): Point {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Part of a line that is painted in any case whole when more than this share of it is personal. */
const wholeLineShare = 0.6;

/** The box to paint for a part of a line: its share of the slanted line, two characters wider on each side, half a line higher. */
function boxOf(line: OcrLine<string>, start: number, end: number, image: RgbImage): Box | undefined {
  const total = Math.max(1, widthOf(line.text));
  let from = (widthOf(line.text.slice(0, start)) - 2) / total;
  let to = (widthOf(line.text.slice(0, end)) + 2) / total;
  if (to - from > wholeLineShare) [from, to] = [0, 1];
  from = Math.max(0, from);
  to = Math.min(1, to);
  const [topLeft, topRight, bottomRight, bottomLeft] = line.corners;
  const points = [
    between(topLeft, topRight, from),
    between(topLeft, topRight, to),
    between(bottomLeft, bottomRight, from),
    between(bottomLeft, bottomRight, to),
  ];
  if (from === 0 && to === 1) {
    const [x, y, width, height] = line.box;
    points.push([x, y], [x + width, y + height]);
  }
  const margin = Math.max(2, Math.min(distance(topLeft, bottomLeft), distance(topLeft, topRight)) * 0.25);
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  const left = Math.max(0, Math.floor(Math.min(...xs) - margin));
  const top = Math.max(0, Math.floor(Math.min(...ys) - margin));
  const right = Math.min(image.width, Math.ceil(Math.max(...xs) + margin));
  const bottom = Math.min(image.height, Math.ceil(Math.max(...ys) + margin));
  return right > left && bottom > top ? [left, top, right - left, bottom - top] : undefined;
}

/**
 * A copy of the photo with personal data painted over: for each piece of it in the OCR lines the part of the line
 * where it stands with a generous margin, or the whole line when most of it is personal. `image` must be the picture
 * that the boxes of `reading` belong to. The given image is never changed.
 */
export function redactPhoto(
  image: RgbImage,
  reading: PhotoReading<string>,
  masker: Masker,
  codec: { paintOver(image: RgbImage, boxes: readonly Box[]): RgbImage },
): { image: RgbImage; painted: { box: Box; kind: PiiKind }[] } {
  const found = findInLines(
    reading.ocr.map((line) => line.text),
    masker,
  );
  const painted: { box: Box; kind: PiiKind }[] = [];
  reading.ocr.forEach((line, index) => {
    for (const span of found[index] ?? []) {
      const box = boxOf(line, span.start, span.end, image);
      if (box) painted.push({ box, kind: span.kind });
    }
  });
  return painted.length === 0
    ? { image, painted }
    : {
        image: codec.paintOver(
          image,
          painted.map(({ box }) => box),
        ),
        painted,
      };
}
