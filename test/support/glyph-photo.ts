import type { RgbImage } from '../../src/main/domain/photo.ts';

/** A line of a glyph photo: text that a test writes into pixels and the fake reader reads back. */
export interface GlyphLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export const glyphHeight = 12;
/** Three pixels that no photo holds in a row; then the length, then one pixel per UTF-16 unit. */
export const glyphStart: readonly (readonly [number, number, number])[] = [
  [254, 1, 3],
  [1, 254, 3],
  [3, 1, 254],
];

/** A white picture in which each line is a bar of coloured columns. Only lossless formats keep it. */
export function drawGlyphPhoto(width: number, height: number, lines: readonly GlyphLine[]): RgbImage {
  const data = new Uint8Array(width * height * 3).fill(255);
  for (const { text, x, y } of lines) {
    const columns = [
      ...glyphStart,
      [text.length >> 8, text.length & 255, 7] as const,
      ...Array.from(text, (_, at) => [text.charCodeAt(at) >> 8, text.charCodeAt(at) & 255, 7] as const),
    ];
    if (x + columns.length > width || y + glyphHeight > height) throw new RangeError(`"${text}" does not fit the picture`);
    columns.forEach((colour, column) => {
      for (let row = 0; row < glyphHeight; row += 1) data.set(colour, ((y + row) * width + x + column) * 3);
    });
  }
  return { width, height, data };
}
