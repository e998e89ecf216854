import type { PiiKind } from '../domain/masked.ts';
import type { Box, RgbImage } from '../domain/photo.ts';
import { maskCode } from './mask-code.ts';
import type { Masker } from './masked.ts';

interface CodeOnPhoto {
  readonly text: string;
  readonly box: Box;
}

/** A bar code is found along one line, so its box may be a hair: the bars are taken to be this share of its length high. */
const barHeight = 0.4;
/** Painting and reading again; each round paints twice as wide. */
const mostRounds = 5;

/** The box of a code with a margin, and as high as bars are: `grow` 1 for the first try. */
export function boxOfCode([x, y, width, height]: Box, image: { readonly width: number; readonly height: number }, grow = 1): Box {
  const long = Math.max(width, height, 8);
  const wide = Math.max(width, long * barHeight) * (1 + 0.12 * grow) + (grow - 1) * long * 0.25;
  const high = Math.max(height, long * barHeight) * (1 + 0.12 * grow) + (grow - 1) * long * 0.25;
  const left = Math.max(0, Math.floor(x + width / 2 - wide / 2));
  const top = Math.max(0, Math.floor(y + height / 2 - high / 2));
  const right = Math.min(image.width, Math.ceil(x + width / 2 + wide / 2));
  const bottom = Math.min(image.height, Math.ceil(y + height / 2 + high / 2));
  return [left, top, Math.max(1, right - left), Math.max(1, bottom - top)];
}

/**
 * A copy of the photo in which every QR and bar code whose text holds personal data is painted over, checked by reading
 * the codes again: what is left can no longer be read. The given image is never changed.
 */
export async function redactCodes(
  image: RgbImage,
  masker: Masker,
  tools: {
    readonly readCodes: (image: RgbImage) => Promise<readonly CodeOnPhoto[]>;
    readonly paintOver: (image: RgbImage, boxes: readonly Box[]) => RgbImage;
  },
): Promise<{ image: RgbImage; painted: { box: Box; kind: PiiKind }[] }> {
  const painted: { box: Box; kind: PiiKind }[] = [];
  let current = image;
  for (let round = 1; round <= mostRounds; round += 1) {
    const personal = (await tools.readCodes(current)).flatMap((code) => {
      const { kind } = maskCode(code.text, masker);
      return kind === null ? [] : [{ box: boxOfCode(code.box, image, round), kind }];
    });
    if (personal.length === 0) return { image: current, painted };
    painted.push(...personal);
    current = tools.paintOver(
      current,
      personal.map(({ box }) => box),
    );
  }
  // Still readable: nothing of the photo is kept rather than something personal.
  return {
    image: tools.paintOver(current, [[0, 0, image.width, image.height]]),
    painted: [...painted, { box: [0, 0, image.width, image.height], kind: painted[0]?.kind ?? 'OWN_WORD' }],
  };
}
