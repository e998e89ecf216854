import type { RgbImage } from '../../domain/photo.ts';
import { findDisplay, inkDisplay } from './pp-ocr-display.ts';
import type { DecodedText } from './pp-ocr-ctc.ts';
import { sizeOf, startAt, type Quad } from './pp-ocr-geometry.ts';
import { cutStrip, turnStrip, type TextStrip } from './pp-ocr-pixels.ts';
import { textPlausibility } from './pp-ocr-plausibility.ts';
import { maxStripWidth, stripHeight, type PpOcrReader } from './pp-ocr-reader.ts';

/** A line this many times higher than wide runs down or up the photo. */
const tallRatio = 1.5;
/** Lines that are read in both directions to decide how the whole photo stands. */
const probedLines = 6;
/** Single lines that may be read a second time, upside down. */
const secondReadings = 8;
/** A reading upside down must be this much better before it is believed of one line … */
const lineMargin = 0.08;
/** … and of the whole photo. */
const photoMargin = 0.03;
/** Below this mean score the probe looks like text upside down, whatever the direction model says. */
const poorScore = 0.55;

/** An outlined line, straightened; `display` when it glows like segments. */
export interface LineCandidate {
  readonly quad: Quad;
  readonly strip: TextStrip;
  /** Length over height: long lines say more about how the photo stands. */
  readonly weight: number;
  readonly tall: boolean;
  readonly display?: { readonly quad: Quad; readonly strip: TextStrip };
}

export interface LineReading extends DecodedText {
  readonly quad: Quad;
  readonly upsideDown: boolean;
  readonly score: number;
}

/** Straightens the outlined lines. A tall one is taken to run downwards until its letters say otherwise. */
export function cutCandidates(image: RgbImage, quads: readonly Quad[]): LineCandidate[] {
  return quads.map((found) => {
    const { width, height } = sizeOf(found);
    const tall = height >= width * tallRatio;
    const quad = tall ? startAt(found, 1) : found;
    const strip = cutStrip(image, quad, stripHeight, maxStripWidth);
    const lit = findDisplay(image, quad, strip);
    const weight = Math.max(width, height) / Math.max(1, Math.min(width, height));
    const candidate: LineCandidate = { quad, strip, weight, tall };
    return lit === undefined
      ? candidate
      : { ...candidate, display: { quad: lit, strip: inkDisplay(cutStrip(image, lit, stripHeight, maxStripWidth)) } };
  });
}

function scoreOf({ text, confidence }: DecodedText): number {
  return confidence * (0.4 + 0.6 * textPlausibility(text));
}

/** On segments `f-07` and `F-07` are one; the capital is what the maker prints. */
function capitaliseCode(text: DecodedText): DecodedText {
  return /^[a-z]{1,2}[-.\s]?\d{1,5}$/i.test(text.text) ? { ...text, text: text.text.toUpperCase() } : text;
}

/** True when the photo's lines run down or up: it lies on its side. */
export function liesOnSide(candidates: readonly LineCandidate[]): boolean {
  const total = candidates.reduce((sum, { weight }) => sum + weight, 0);
  return candidates.reduce((sum, { weight, tall }) => sum + (tall ? weight : 0), 0) > total / 2;
}

/**
 * Reads every line in the direction that most of them seem to have, and again upside down where that is in doubt: a
 * display upside down reads wrongly with full confidence, so what looks like a code or like words wins.
 */
export async function readLines(reader: PpOcrReader, candidates: readonly LineCandidate[], signal?: AbortSignal): Promise<LineReading[]> {
  const onSide = liesOnSide(candidates);
  const all = candidates.map((_, index) => index);
  const at = (index: number): LineCandidate => candidates[index] as LineCandidate;
  const votes = await reader.upsideDown(
    candidates.map(({ display, strip }) => display?.strip ?? strip),
    signal,
  );
  const totalWeight = all.reduce((sum, index) => sum + at(index).weight, 0);
  const vote = all.reduce((sum, index) => sum + at(index).weight * (2 * (votes[index] as number) - 1), 0) / totalWeight;

  const read = async (indexes: readonly number[], upsideDown: boolean): Promise<Map<number, LineReading>> => {
    const jobs = indexes.flatMap((index) => {
      const { quad, strip, display } = at(index);
      const printed = { index, quad, strip, lit: false };
      return display === undefined ? [printed] : [printed, { index, quad: display.quad, strip: display.strip, lit: true }];
    });
    const texts = await reader.read(
      jobs.map(({ strip }) => (upsideDown ? turnStrip(strip) : strip)),
      signal,
    );
    const readings = new Map<number, LineReading>();
    jobs.forEach(({ index, quad, lit }, job) => {
      const text = lit ? capitaliseCode(texts[job] as DecodedText) : (texts[job] as DecodedText);
      const reading = { ...text, quad, upsideDown, score: scoreOf(text) };
      const other = readings.get(index);
      if (other === undefined || reading.score > other.score - (lit ? lineMargin : 0)) readings.set(index, reading);
    });
    return readings;
  };
  const meanScore = (readings: Map<number, LineReading>): number => {
    let sum = 0;
    let weights = 0;
    for (const [index, { score }] of readings) {
      sum += at(index).weight * score;
      weights += at(index).weight;
    }
    return weights === 0 ? 0 : sum / weights;
  };
  const doubted = (index: number, reading: LineReading): boolean => {
    const against = reading.upsideDown ? 1 - (votes[index] as number) : (votes[index] as number);
    return at(index).tall !== onSide || against > 0.9 || reading.confidence < 0.8 || textPlausibility(reading.text) < 0.35;
  };

  // The probe: the longest lines along the main direction; read both ways unless the direction model is of one mind.
  const byWeight = (a: number, b: number): number => at(b).weight - at(a).weight;
  const probe = all
    .filter((index) => at(index).tall === onSide)
    .sort(byWeight)
    .slice(0, probedLines);
  const voted = vote > 0;
  const first = await read(probe, voted);
  const unsure = Math.abs(vote) < 0.6 || probe.length < 3 || onSide || meanScore(first) < poorScore;
  const second = await read(unsure ? probe : probe.filter((index) => doubted(index, first.get(index) as LineReading)), !voted);
  const upsideDown = unsure && meanScore(second) > meanScore(first) + photoMargin ? !voted : voted;

  const rest = all.filter((index) => !first.has(index));
  for (const [index, reading] of await read(rest, upsideDown)) (upsideDown === voted ? first : second).set(index, reading);
  const usual = upsideDown === voted ? first : second;
  const other = upsideDown === voted ? second : first;
  const again = rest
    .filter((index) => doubted(index, usual.get(index) as LineReading))
    .sort(byWeight)
    .slice(0, secondReadings);
  for (const [index, reading] of await read(again, !upsideDown)) other.set(index, reading);
  return all.map((index) => {
    const standing = usual.get(index);
    const turned = other.get(index);
    if (standing === undefined) return turned as LineReading;
    return turned !== undefined && turned.score > standing.score + lineMargin ? turned : standing;
  });
}
