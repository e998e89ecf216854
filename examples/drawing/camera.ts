/** Turns a flat drawing into what a phone would have taken: perspective, light, glare, blur, noise. Plain arithmetic on pixels. */

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** 8-bit RGB, row by row. */
  readonly data: Uint8Array;
}

export interface Shot {
  readonly width: number;
  readonly height: number;
  /** Where the drawing's corners land, as shares of the photo: top left, top right, bottom right, bottom left. */
  readonly corners: readonly [Point, Point, Point, Point];
  /** Colour of what lies behind the drawing. */
  readonly wall: readonly [number, number, number];
  /** 1 is well lit; 0.15 is a dark shaft. */
  readonly exposure?: number;
  /** Where the light comes from, as shares, and how uneven it is (0–1). */
  readonly light?: { readonly at: Point; readonly fall: number };
  /** Red, green and blue gains: warm lamps, cold tubes. */
  readonly tint?: readonly [number, number, number];
  readonly vignette?: number;
  readonly glare?: readonly {
    readonly at: Point;
    readonly radius: number;
    readonly strength: number;
    readonly stretch?: number;
    readonly slant?: number;
  }[];
  /** Standard deviation of the defocus in pixels. */
  readonly blur?: number;
  /** Horizontal smear by a moving hand, in pixels. */
  readonly shake?: number;
  /** Standard deviation of the sensor noise in grey levels. */
  readonly noise?: number;
  /** How the phone was held, clockwise. */
  readonly turn?: 0 | 90 | 180 | 270;
}

type Point = readonly [number, number];

/** Repeatable random numbers in 0–1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The 3×3 matrix (row by row, last entry 1) that maps four points onto four others. */
function solveHomography(from: readonly Point[], to: readonly Point[]): number[] {
  const rows: number[][] = [];
  for (let i = 0; i < 4; i++) {
    const [x, y] = from[i]!;
    const [u, v] = to[i]!;
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  }
  for (let column = 0; column < 8; column++) {
    let best = column;
    for (let row = column + 1; row < 8; row++) if (Math.abs(rows[row]![column]!) > Math.abs(rows[best]![column]!)) best = row;
    [rows[column], rows[best]] = [rows[best]!, rows[column]!];
    const pivot = rows[column]!;
    for (let row = 0; row < 8; row++) {
      if (row === column) continue;
      const factor = rows[row]![column]! / pivot[column]!;
      for (let k = column; k < 9; k++) rows[row]![k]! -= factor * pivot[k]!;
    }
  }
  return [...rows.map((row, i) => row[8]! / row[i]!), 1];
}

function warp(scene: Pixels, shot: Shot): Float32Array {
  const { width, height } = shot;
  const target = shot.corners.map(([x, y]) => [x * width, y * height] as const);
  const m = solveHomography(target, [
    [0, 0],
    [scene.width, 0],
    [scene.width, scene.height],
    [0, scene.height],
  ]);
  const out = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const w = m[6]! * x + m[7]! * y + 1;
      const sx = (m[0]! * x + m[1]! * y + m[2]!) / w;
      const sy = (m[3]! * x + m[4]! * y + m[5]!) / w;
      const at = (y * width + x) * 3;
      if (sx < 0 || sy < 0 || sx >= scene.width - 1 || sy >= scene.height - 1) {
        // A wall with faint streaks and, near the object, its shadow.
        const near = Math.max(0, -sx, -sy, sx - scene.width, sy - scene.height);
        const shade = 0.72 + 0.28 * Math.min(1, near / 60) + 0.03 * Math.sin(x * 0.013 + Math.sin(y * 0.021) * 3);
        for (let c = 0; c < 3; c++) out[at + c] = shot.wall[c]! * shade;
        continue;
      }
      const x0 = Math.floor(sx),
        y0 = Math.floor(sy),
        fx = sx - x0,
        fy = sy - y0;
      const p = (y0 * scene.width + x0) * 3,
        q = p + scene.width * 3;
      for (let c = 0; c < 3; c++) {
        const top = scene.data[p + c]! * (1 - fx) + scene.data[p + 3 + c]! * fx;
        const bottom = scene.data[q + c]! * (1 - fx) + scene.data[q + 3 + c]! * fx;
        out[at + c] = top * (1 - fy) + bottom * fy;
      }
    }
  }
  return out;
}

function light(pixels: Float32Array, shot: Shot): void {
  const { width, height } = shot;
  const lamp = shot.light ?? { at: [0.4, 0.2] as const, fall: 0.3 };
  const tint = shot.tint ?? [1, 1, 1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = x / width,
        v = y / height;
      const far = Math.hypot(u - lamp.at[0], (v - lamp.at[1]) * 0.8);
      const corner = Math.hypot(u - 0.5, v - 0.5) / 0.707;
      const gain = (shot.exposure ?? 1) * (1 - lamp.fall * Math.min(1, far)) * (1 - (shot.vignette ?? 0.25) * corner ** 3);
      let shine = 0;
      for (const spot of shot.glare ?? []) {
        const slant = spot.slant ?? 0,
          dx = u - spot.at[0],
          dy = (v - spot.at[1]) * (height / width);
        const along = (dx * Math.cos(slant) + dy * Math.sin(slant)) / (spot.stretch ?? 1);
        const across = -dx * Math.sin(slant) + dy * Math.cos(slant);
        shine += spot.strength * Math.exp(-((along ** 2 + across ** 2) / (2 * spot.radius ** 2)));
      }
      const at = (y * width + x) * 3;
      for (let c = 0; c < 3; c++) pixels[at + c] = pixels[at + c]! * gain * tint[c]! + 255 * shine;
    }
  }
}

/** One pass of a kernel along x (`step` 3) or along y (`step` width × 3). */
function convolve(pixels: Float32Array, width: number, height: number, kernel: readonly number[], vertical: boolean): Float32Array {
  const out = new Float32Array(pixels.length);
  const reach = (kernel.length - 1) / 2;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let k = -reach; k <= reach; k++) {
          const px = vertical ? x : Math.min(width - 1, Math.max(0, x + k));
          const py = vertical ? Math.min(height - 1, Math.max(0, y + k)) : y;
          sum += pixels[(py * width + px) * 3 + c]! * kernel[k + reach]!;
        }
        out[(y * width + x) * 3 + c] = sum;
      }
    }
  }
  return out;
}

function gaussian(sigma: number): number[] {
  const reach = Math.ceil(sigma * 2.5);
  const raw = Array.from({ length: reach * 2 + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * sigma ** 2)));
  const sum = raw.reduce((a, b) => a + b, 0);
  return raw.map((value) => value / sum);
}

/** Takes the photo. The same drawing, shot and seed give the same pixels. */
export function photograph(scene: Pixels, shot: Shot, seed: number): Pixels {
  const random = createRandom(seed);
  let pixels = warp(scene, shot);
  light(pixels, shot);
  if (shot.blur) {
    const kernel = gaussian(shot.blur);
    pixels = convolve(convolve(pixels, shot.width, shot.height, kernel, false), shot.width, shot.height, kernel, true);
  }
  if (shot.shake) {
    const length = Math.max(1, Math.round(shot.shake / 2)) * 2 + 1;
    pixels = convolve(
      pixels,
      shot.width,
      shot.height,
      Array.from({ length }, () => 1 / length),
      false,
    );
  }
  const sigma = shot.noise ?? 2;
  const data = new Uint8Array(pixels.length);
  for (let i = 0; i < pixels.length; i += 3) {
    // Shared part: luminance noise; own part: colour noise. Sum of three uniform numbers is near enough to normal.
    const shared = (random() + random() + random() - 1.5) * 2 * sigma;
    for (let c = 0; c < 3; c++) data[i + c] = Math.min(255, Math.max(0, Math.round(pixels[i + c]! + shared + (random() - 0.5) * sigma)));
  }
  return turn({ width: shot.width, height: shot.height, data }, shot.turn ?? 0);
}

function turn(image: Pixels, degrees: 0 | 90 | 180 | 270): Pixels {
  if (degrees === 0) return image;
  const swap = degrees !== 180;
  const width = swap ? image.height : image.width,
    height = swap ? image.width : image.height;
  const data = new Uint8Array(image.data.length);
  for (let y = 0; y < image.height; y++) {
    for (let x = 0; x < image.width; x++) {
      const [tx, ty] =
        degrees === 90
          ? [image.height - 1 - y, x]
          : degrees === 180
            ? [image.width - 1 - x, image.height - 1 - y]
            : [y, image.width - 1 - x];
      for (let c = 0; c < 3; c++) data[(ty! * width + tx!) * 3 + c] = image.data[(y * image.width + x) * 3 + c]!;
    }
  }
  return { width, height, data };
}
