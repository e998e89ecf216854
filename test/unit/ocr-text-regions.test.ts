import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boxAround,
  convexHull,
  cornersOf,
  sizeOf,
  smallestRectangle,
  startAt,
  turnQuad,
  type Quad,
} from '../../src/main/inference/onnx/pp-ocr-geometry.ts';
import { readingOrder } from '../../src/main/inference/onnx/pp-ocr-reading-order.ts';
import { findTextRegions } from '../../src/main/inference/onnx/pp-ocr-text-regions.ts';

const side = 200;

/** A probability map with rectangles of 0.9, each turned about its centre. */
function mapWith(
  rectangles: readonly { x: number; y: number; width: number; height: number; angle?: number; probability?: number }[],
): Float32Array {
  const map = new Float32Array(side * side);
  for (const { x, y, width, height, angle = 0, probability = 0.9 } of rectangles) {
    for (let py = 0; py < side; py += 1) {
      for (let px = 0; px < side; px += 1) {
        const dx = px + 0.5 - x;
        const dy = py + 0.5 - y;
        const along = dx * Math.cos(angle) + dy * Math.sin(angle);
        const across = dy * Math.cos(angle) - dx * Math.sin(angle);
        if (Math.abs(along) <= width / 2 && Math.abs(across) <= height / 2) map[py * side + px] = probability;
      }
    }
  }
  return map;
}

describe('text regions of a probability map', () => {
  it('grows a kernel by area × 1.6 ÷ perimeter on each side', () => {
    const [region] = findTextRegions(mapWith([{ x: 100, y: 50, width: 80, height: 10 }]), side, side);
    const grow = (80 * 10 * 1.6) / (2 * 90);
    const { width, height } = sizeOf((region as { corners: Quad }).corners);
    expect(width).toBeCloseTo(80 + 2 * grow, 0);
    expect(height).toBeCloseTo(10 + 2 * grow, 0);
    expect(region?.score).toBeCloseTo(0.9, 1);
  });

  it('finds a slanted line at its angle', () => {
    const [region] = findTextRegions(mapWith([{ x: 100, y: 100, width: 120, height: 14, angle: 0.3 }]), side, side);
    const [a, b] = (region as { corners: Quad }).corners;
    expect(Math.atan2(b[1] - a[1], b[0] - a[0])).toBeCloseTo(0.3, 1);
  });

  it('keeps lines apart that do not touch, and drops specks and faint regions', () => {
    const regions = findTextRegions(
      mapWith([
        { x: 60, y: 40, width: 60, height: 8 },
        { x: 60, y: 60, width: 60, height: 8 },
        { x: 150, y: 150, width: 2, height: 2 },
        { x: 60, y: 120, width: 60, height: 8, probability: 0.4 },
      ]),
      side,
      side,
    );
    expect(regions).toHaveLength(2);
  });

  it('gives nothing for an empty map and at most 200 regions for a full one', () => {
    expect(findTextRegions(new Float32Array(side * side), side, side)).toEqual([]);
    const grid = Array.from({ length: 400 }, (_, at) => ({ x: 5 + (at % 20) * 10, y: 5 + Math.floor(at / 20) * 10, width: 7, height: 7 }));
    expect(findTextRegions(mapWith(grid), side, side)).toHaveLength(200);
  });
});

describe('geometry of text', () => {
  const point = fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 500 }));

  it('finds a rectangle that holds every point and is no larger than the upright box', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 3, maxLength: 40 }), (points) => {
        const hull = convexHull(points);
        fc.pre(hull.length >= 3);
        const rectangle = smallestRectangle(hull);
        const cos = Math.cos(rectangle.angle);
        const sin = Math.sin(rectangle.angle);
        for (const [x, y] of points) {
          const dx = x - rectangle.centre[0];
          const dy = y - rectangle.centre[1];
          expect(Math.abs(dx * cos + dy * sin)).toBeLessThanOrEqual(rectangle.width / 2 + 1e-6);
          expect(Math.abs(dy * cos - dx * sin)).toBeLessThanOrEqual(rectangle.height / 2 + 1e-6);
        }
        const xs = points.map(([x]) => x);
        const ys = points.map(([, y]) => y);
        expect(rectangle.width * rectangle.height).toBeLessThanOrEqual(
          (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys)) + 1e-6,
        );
      }),
    );
  });

  it('starts the corners at the top left whatever side the angle was measured on', () => {
    fc.assert(
      fc.property(fc.double({ min: -0.7, max: 0.7, noNaN: true }), fc.integer({ min: 0, max: 3 }), (angle, quarters) => {
        const swapped = quarters % 2 === 1;
        const corners = cornersOf({
          centre: [100, 100],
          width: swapped ? 20 : 90,
          height: swapped ? 90 : 20,
          angle: angle + (quarters * Math.PI) / 2,
        });
        expect(sizeOf(corners).width).toBeCloseTo(90, 5);
        expect(corners[0][0]).toBeLessThan(corners[1][0]);
        expect(corners[0][1]).toBeLessThan(corners[3][1]);
      }),
    );
  });

  it('comes back to the same corners after four quarter turns', () => {
    const quad: Quad = [
      [10, 20],
      [60, 22],
      [59, 40],
      [9, 38],
    ];
    const once = turnQuad(quad, 90, 100, 80);
    const twice = turnQuad(once, 90, 80, 100);
    expect(twice).toEqual(turnQuad(quad, 180, 100, 80));
    expect(turnQuad(turnQuad(twice, 90, 100, 80), 90, 80, 100)).toEqual(quad);
    expect(turnQuad(turnQuad(quad, 90, 100, 80), 270, 80, 100)).toEqual(quad);
    expect(startAt(startAt(quad, 3), 1)).toEqual(quad);
  });

  it('cuts the box to the picture', () => {
    expect(
      boxAround(
        [
          [-5, -3],
          [120, 0],
          [120, 40],
          [-5, 40],
        ],
        100,
        80,
      ),
    ).toEqual([0, 0, 100, 40]);
  });
});

describe('reading order', () => {
  const line = (x: number, y: number, width: number, height = 20): Quad => [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];

  it('reads rows from the top and each from the left', () => {
    expect(readingOrder([line(200, 52, 80), line(10, 10, 80), line(10, 50, 80), line(200, 12, 80)])).toEqual([1, 3, 2, 0]);
  });

  it('keeps the two columns of a slanted plate in their rows', () => {
    const tilt = (quad: Quad): Quad =>
      quad.map(([x, y]) => [x * Math.cos(0.12) - y * Math.sin(0.12), x * Math.sin(0.12) + y * Math.cos(0.12)] as const) as unknown as Quad;
    expect(readingOrder([line(600, 100, 200), line(0, 100, 200), line(600, 140, 200), line(0, 140, 200)].map(tilt))).toEqual([1, 0, 3, 2]);
  });
});
