import type { Point } from '../../domain/photo.ts';
import type { Quad } from './pp-ocr-geometry.ts';

/** How much two lines must share of the smaller height to stand in one row. */
const sharedHeight = 0.5;

function tiltOf(quads: readonly Quad[]): number {
  const angles = quads.map(([a, b]) => Math.atan2(b[1] - a[1], b[0] - a[0])).filter((angle) => Math.abs(angle) < Math.PI / 6);
  if (angles.length === 0) return 0;
  return angles.sort((a, b) => a - b)[angles.length >> 1] as number;
}

/** Indexes of the lines, row by row from the top and from left to right; a photo taken aslant is levelled first. */
export function readingOrder(quads: readonly Quad[]): number[] {
  const tilt = tiltOf(quads);
  const cos = Math.cos(-tilt);
  const sin = Math.sin(-tilt);
  const level = ([x, y]: Point): Point => [x * cos - y * sin, x * sin + y * cos];
  const lines = quads.map((quad, index) => {
    const points = quad.map(level);
    const ys = points.map(([, y]) => y);
    return { index, left: Math.min(...points.map(([x]) => x)), top: Math.min(...ys), bottom: Math.max(...ys) };
  });
  lines.sort((a, b) => a.top + a.bottom - (b.top + b.bottom) || a.left - b.left);
  const rows: { top: number; bottom: number; lines: typeof lines }[] = [];
  for (const line of lines) {
    const row = rows[rows.length - 1];
    const shared = row === undefined ? 0 : Math.min(row.bottom, line.bottom) - Math.max(row.top, line.top);
    if (row !== undefined && shared > sharedHeight * Math.min(row.bottom - row.top, line.bottom - line.top)) row.lines.push(line);
    else rows.push({ top: line.top, bottom: line.bottom, lines: [line] });
  }
  return rows.flatMap((row) => row.lines.sort((a, b) => a.left - b.left).map((line) => line.index));
}
