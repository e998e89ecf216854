import type { Point } from '../../domain/photo.ts';
import { convexHull, cornersOf, smallestRectangle, type Quad, type TurnedRectangle } from './pp-ocr-geometry.ts';

/**
 * Differentiable binarisation, post-processing (Liao et al., 2020, "Real-time Scene Text Detection with
 * Differentiable Binarization"): the network outlines a shrunken kernel of each line; a kernel is grown back by
 * area × ratio / perimeter. Figures are those the PP-OCRv4 weights were published with.
 */
const pixelThreshold = 0.3;
const regionThreshold = 0.5;
const growRatio = 1.6;
const minSide = 3;
const maxRegions = 200;

export interface TextRegion {
  /** In pixels of the probability map. */
  readonly corners: Quad;
  /** Mean probability inside the kernel. */
  readonly score: number;
}

/** A connected region as the first and last column of each of its rows: all that its hull needs. */
interface Region {
  readonly rows: Map<number, [first: number, last: number]>;
}

/** Connected regions (8 neighbours) of pixels above the threshold. */
function findRegions(map: Float32Array, width: number, height: number): Region[] {
  const seen = new Uint8Array(width * height);
  const regions: Region[] = [];
  const stack: number[] = [];
  for (let start = 0; start < map.length; start += 1) {
    if (seen[start] === 1 || (map[start] as number) <= pixelThreshold) continue;
    const rows: Region['rows'] = new Map();
    seen[start] = 1;
    stack.push(start);
    while (stack.length > 0) {
      const at = stack.pop() as number;
      const y = Math.floor(at / width);
      const x = at - y * width;
      const row = rows.get(y);
      if (row === undefined) rows.set(y, [x, x]);
      else if (x < row[0]) row[0] = x;
      else if (x > row[1]) row[1] = x;
      for (let dy = y > 0 ? -1 : 0; dy <= (y < height - 1 ? 1 : 0); dy += 1) {
        for (let dx = x > 0 ? -1 : 0; dx <= (x < width - 1 ? 1 : 0); dx += 1) {
          const next = at + dy * width + dx;
          if (seen[next] === 0 && (map[next] as number) > pixelThreshold) {
            seen[next] = 1;
            stack.push(next);
          }
        }
      }
    }
    regions.push({ rows });
  }
  return regions;
}

function hullOf(region: Region): Point[] {
  const points: Point[] = [];
  // Pixels are squares: their outer corners, not their centres, bound the region.
  for (const [y, [first, last]] of region.rows) points.push([first, y], [last + 1, y], [first, y + 1], [last + 1, y + 1]);
  return convexHull(points);
}

/** Mean probability of the pixels whose centres lie in the rectangle. */
function meanInside(map: Float32Array, width: number, height: number, rectangle: TurnedRectangle): number {
  const cos = Math.cos(rectangle.angle);
  const sin = Math.sin(rectangle.angle);
  const reachX = (Math.abs(cos) * rectangle.width + Math.abs(sin) * rectangle.height) / 2;
  const reachY = (Math.abs(sin) * rectangle.width + Math.abs(cos) * rectangle.height) / 2;
  const [cx, cy] = rectangle.centre;
  let sum = 0;
  let count = 0;
  for (let y = Math.max(0, Math.floor(cy - reachY)); y < Math.min(height, Math.ceil(cy + reachY)); y += 1) {
    for (let x = Math.max(0, Math.floor(cx - reachX)); x < Math.min(width, Math.ceil(cx + reachX)); x += 1) {
      const dx = x + 0.5 - cx;
      const dy = y + 0.5 - cy;
      if (Math.abs(dx * cos + dy * sin) > rectangle.width / 2 || Math.abs(dy * cos - dx * sin) > rectangle.height / 2) continue;
      sum += map[y * width + x] as number;
      count += 1;
    }
  }
  return count === 0 ? 0 : sum / count;
}

/** Lines of text in a probability map `[height, width]`; best first when there are more than 200. */
export function findTextRegions(map: Float32Array, width: number, height: number): TextRegion[] {
  const found: TextRegion[] = [];
  for (const region of findRegions(map, width, height)) {
    const hull = hullOf(region);
    if (hull.length < 3) continue;
    const rectangle = smallestRectangle(hull);
    if (Math.min(rectangle.width, rectangle.height) < minSide) continue;
    const score = meanInside(map, width, height, rectangle);
    if (score < regionThreshold) continue;
    const grow = (rectangle.width * rectangle.height * growRatio) / (2 * (rectangle.width + rectangle.height));
    const grown = { ...rectangle, width: rectangle.width + 2 * grow, height: rectangle.height + 2 * grow };
    if (Math.min(grown.width, grown.height) < minSide + 2) continue;
    found.push({ corners: cornersOf(grown), score });
  }
  if (found.length <= maxRegions) return found;
  return found.sort((a, b) => b.score - a.score).slice(0, maxRegions);
}
