import type { OcrLine, PhotoQuality, RgbImage } from '../domain/photo.ts';
import { toLuma, type LumaImage } from './luma.ts';

/*
 * Thresholds were set on drawn panels and nameplates at several exposures and blurs, and on real photos and scans:
 * sharp ones have an edge ratio of 0.22–2.5, a nameplate blurred until its letters run together 0.08.
 */
const measuredSide = 1024;
/** Mean luma below which a photo is called dark. A black panel in good light has 35–60. */
const darkBelow = 30;
/** Share of saturated pixels from which glare is suspected … */
const glareFrom = 0.12;
/** … and above which the picture is a scan or a sheet of white paper. */
const paperFrom = 0.6;
/** Energy of the second derivative against that of the first, in the tiles with the strongest edges: independent of contrast. */
const blurredBelow = 0.15;
/** Mean squared slope of the strongest tile below which there is no edge anywhere. */
const flatBelow = 10;
/** Long side of the original in pixels; a nameplate needs about 20 px a letter. */
const smallBelow = 320;
const tileSide = 64;
/** A mean probability of the characters below this says that the letters were guessed. */
const trustedConfidence = 0.75;

export const adviceCodes = ['add-light', 'hold-still', 'avoid-glare', 'move-closer', 'nothing-to-see'] as const;
/** What to do when retaking the photo; the window has a sentence for each. */
export type AdviceCode = (typeof adviceCodes)[number];

const adviceFor: Record<PhotoQuality['problems'][number], AdviceCode> = {
  dark: 'add-light',
  blurred: 'hold-still',
  glare: 'avoid-glare',
  small: 'move-closer',
  flat: 'nothing-to-see',
};

/** What to tell the user, in the order of importance. */
export function qualityAdvice(quality: PhotoQuality): AdviceCode[] {
  return quality.problems.map((problem) => adviceFor[problem]);
}

interface Edges {
  readonly laplacianVariance: number;
  /** Median, over the eight tiles with the strongest edges, of mean squared Laplacian over mean squared slope. */
  readonly ratio: number;
  readonly strongestSlope: number;
}

function measureEdges({ width, height, data }: LumaImage): Edges {
  const across = Math.ceil(width / tileSide);
  const tiles = across * Math.ceil(height / tileSide);
  const second = new Float64Array(tiles);
  const first = new Float64Array(tiles);
  const counts = new Uint32Array(tiles);
  let sum = 0;
  let squares = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const left = data[at - 1] as number;
      const right = data[at + 1] as number;
      const above = data[at - width] as number;
      const below = data[at + width] as number;
      const laplacian = 4 * (data[at] as number) - left - right - above - below;
      sum += laplacian;
      squares += laplacian * laplacian;
      const tile = Math.floor(y / tileSide) * across + Math.floor(x / tileSide);
      second[tile] = (second[tile] as number) + laplacian * laplacian;
      first[tile] = (first[tile] as number) + (right - left) ** 2 + (below - above) ** 2;
      counts[tile] = (counts[tile] as number) + 1;
    }
  }
  const inner = Math.max(1, (width - 2) * (height - 2));
  const strongest = [...first.keys()]
    .filter((tile) => (counts[tile] as number) > 0)
    .sort((a, b) => (first[b] as number) / (counts[b] as number) - (first[a] as number) / (counts[a] as number))
    .slice(0, 8);
  const ratios = strongest.map((tile) => (second[tile] as number) / Math.max(1, first[tile] as number)).sort((a, b) => a - b);
  const best = strongest[0];
  return {
    laplacianVariance: Math.max(0, squares / inner - (sum / inner) ** 2),
    ratio: ratios[ratios.length >> 1] ?? 0,
    strongestSlope: best === undefined ? 0 : (first[best] as number) / (counts[best] as number),
  };
}

/**
 * Measures the pixels before anything is read. `originalSide` is the long side of the photo before it was reduced.
 * A dark photo or one with glare is still trusted here: whether its text can be read is seen by reading it
 * (see `judgeText`).
 */
export function measureQuality(image: RgbImage, originalSide: number = Math.max(image.width, image.height)): PhotoQuality {
  const luma = toLuma(image, measuredSide);
  let sum = 0;
  let saturated = 0;
  for (const value of luma.data) {
    sum += value;
    if (value >= 250) saturated += 1;
  }
  const brightness = sum / luma.data.length;
  const glare = saturated / luma.data.length;
  const edges = measureEdges(luma);
  const problems: PhotoQuality['problems'][number][] = [];
  const flat = edges.strongestSlope < flatBelow;
  const blurred = !flat && edges.ratio < blurredBelow;
  if (flat) problems.push('flat');
  if (brightness < darkBelow) problems.push('dark');
  if (blurred) problems.push('blurred');
  if (glare >= glareFrom && glare < paperFrom) problems.push('glare');
  if (originalSide < smallBelow) problems.push('small');
  return { brightness, glare, sharpness: edges.laplacianVariance, problems, textTrusted: !flat && !blurred };
}

/** The quality after reading: text that was read with little certainty is not trusted, whatever the pixels measured. */
export function judgeText(quality: PhotoQuality, lines: readonly OcrLine<string>[]): PhotoQuality {
  if (!quality.textTrusted || lines.length === 0) return quality;
  const letters = lines.reduce((sum, { text }) => sum + text.length, 0);
  const certainty = lines.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, letters);
  return certainty >= trustedConfidence ? quality : { ...quality, textTrusted: false };
}
