import type { Box, Point } from '../../domain/photo.ts';

/** Four corners, clockwise from the text's own top left. */
export type Quad = readonly [Point, Point, Point, Point];

/** A rectangle at any angle; `angle` in radians is the direction of `width`. */
export interface TurnedRectangle {
  readonly centre: Point;
  readonly width: number;
  readonly height: number;
  readonly angle: number;
}

/** Convex hull (monotone chain), without collinear points. */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const cross = (o: Point, a: Point, b: Point): number => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (ordered: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length >= 2 && cross(chain[chain.length - 2] as Point, chain[chain.length - 1] as Point, point) <= 0) chain.pop();
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** The rectangle of least area around a convex hull: one of its sides lies on a side of the hull. */
export function smallestRectangle(hull: readonly Point[]): TurnedRectangle {
  let best: TurnedRectangle | undefined;
  const consider = (angle: number): void => {
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [x, y] of hull) {
      const along = x * cos + y * sin;
      const across = y * cos - x * sin;
      left = Math.min(left, along);
      right = Math.max(right, along);
      top = Math.min(top, across);
      bottom = Math.max(bottom, across);
    }
    const width = right - left;
    const height = bottom - top;
    if (best !== undefined && width * height >= best.width * best.height - 1e-9) return;
    const along = (left + right) / 2;
    const across = (top + bottom) / 2;
    best = { centre: [along * cos - across * sin, along * sin + across * cos], width, height, angle };
  };
  consider(0);
  for (let at = 0; at < hull.length; at += 1) {
    const [x1, y1] = hull[at] as Point;
    const [x2, y2] = hull[(at + 1) % hull.length] as Point;
    if (x1 !== x2 || y1 !== y2) consider(Math.atan2(y2 - y1, x2 - x1));
  }
  return best as TurnedRectangle;
}

/** Corners clockwise from the one that is top left when the side nearest to level is taken as the top. */
export function cornersOf(rectangle: TurnedRectangle): Quad {
  let { width, height, angle } = rectangle;
  // Turn by quarters until the direction of `width` is within 45° of level, pointing right.
  angle = Math.atan2(Math.sin(angle), Math.cos(angle));
  while (angle > Math.PI / 4) [angle, width, height] = [angle - Math.PI / 2, height, width];
  while (angle <= -Math.PI / 4) [angle, width, height] = [angle + Math.PI / 2, height, width];
  const [x, y] = rectangle.centre;
  const alongX = (Math.cos(angle) * width) / 2;
  const alongY = (Math.sin(angle) * width) / 2;
  const downX = (-Math.sin(angle) * height) / 2;
  const downY = (Math.cos(angle) * height) / 2;
  return [
    [x - alongX - downX, y - alongY - downY],
    [x + alongX - downX, y + alongY - downY],
    [x + alongX + downX, y + alongY + downY],
    [x - alongX + downX, y - alongY + downY],
  ];
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Width along the text and height across it, in pixels. */
export function sizeOf(quad: Quad): { width: number; height: number } {
  return {
    width: (distance(quad[0], quad[1]) + distance(quad[3], quad[2])) / 2,
    height: (distance(quad[0], quad[3]) + distance(quad[1], quad[2])) / 2,
  };
}

/** The same place, read from the corner that lies `quarters` further clockwise. */
export function startAt(quad: Quad, quarters: 0 | 1 | 2 | 3): Quad {
  const corner = (index: number): Point => quad[(index + quarters) % 4] as Point;
  return [corner(0), corner(1), corner(2), corner(3)];
}

/** Where the corners are after the image was turned clockwise. */
export function turnQuad(quad: Quad, degrees: 0 | 90 | 180 | 270, imageWidth: number, imageHeight: number): Quad {
  const turn = ([x, y]: Point): Point => {
    if (degrees === 90) return [imageHeight - y, x];
    if (degrees === 180) return [imageWidth - x, imageHeight - y];
    if (degrees === 270) return [y, imageWidth - x];
    return [x, y];
  };
  return [turn(quad[0]), turn(quad[1]), turn(quad[2]), turn(quad[3])];
}

/** The axis-aligned box in whole pixels around the corners, cut to the image. */
export function boxAround(quad: Quad, imageWidth: number, imageHeight: number): Box {
  const xs = quad.map(([x]) => x);
  const ys = quad.map(([, y]) => y);
  const left = Math.max(0, Math.floor(Math.min(...xs)));
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const right = Math.min(imageWidth, Math.ceil(Math.max(...xs)));
  const bottom = Math.min(imageHeight, Math.ceil(Math.max(...ys)));
  return [left, top, Math.max(1, right - left), Math.max(1, bottom - top)];
}
