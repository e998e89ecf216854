import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RgbImage } from '../../src/main/domain/photo.ts';
import { padBmp, readBmpHeader } from '../../src/main/inference/sharp/bmp-header.ts';
import { readHeifSize } from '../../src/main/inference/sharp/heif-size.ts';
import { recogniseFormat } from '../../src/main/inference/sharp/photo-format.ts';
import { checkFileSize, checkPixels } from '../../src/main/inference/sharp/photo-limits.ts';
import { paintBoxes, turnImage } from '../../src/main/inference/sharp/pixel-edits.ts';

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const isoFile = (...brands: string[]): Uint8Array =>
  bytesOf(`\0\0\0${String.fromCharCode(16 + (brands.length - 1) * 4)}ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`);

describe('formats by content', () => {
  it.each([
    ['jpeg', bytesOf('\xff\xd8\xff\xe0')],
    ['png', bytesOf('\x89PNG\r\n\x1a\n')],
    ['webp', bytesOf('RIFF\0\0\0\0WEBPVP8 ')],
    ['gif', bytesOf('GIF89a')],
    ['tiff', bytesOf('II*\0')],
    ['tiff', bytesOf('MM\0*')],
    ['bmp', bytesOf('BM')],
    ['heic', isoFile('heic', 'mif1')],
    ['heic', isoFile('mif1', 'heic')],
    ['avif', isoFile('avif', 'mif1')],
    ['avif', isoFile('mif1', 'avif')],
  ])('knows %s', (format, bytes) => {
    expect(recogniseFormat(bytes)).toEqual({ accepted: format });
  });

  it.each([
    ['PDF', '%PDF-1.7'],
    ['SVG', '<?xml version="1.0"?><svg/>'],
    ['SVG', '\xef\xbb\xbf  <svg width="1">'],
    ['JPEG XL', '\xff\x0a\xfa'],
    ['JPEG 2000', '\0\0\0\x0cjP  \r\n'],
    ['Photoshop', '8BPS\0\x01'],
    ['icon', '\0\0\x01\0\x01'],
    ['recognised', 'hello, this is text'],
  ])('refuses %s by its name', (name, text) => {
    expect(recogniseFormat(bytesOf(text))).toEqual({ refused: expect.stringContaining(name) });
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => void recogniseFormat(bytes)));
    fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (tail) => void readHeifSize(Uint8Array.from([...isoFile('heic'), ...tail]))));
  });
});

describe('limits', () => {
  it('refuses by pixels and by bytes, and says by how much', () => {
    expect(() => checkPixels(20_000, 14_000)).toThrow(/20000 × 14000 = 280\.0 megapixels; at most 100/);
    expect(() => checkPixels(10_000, 10_000)).not.toThrow();
    expect(() => checkPixels(0, 5)).toThrow(/no size/);
    expect(() => checkFileSize(new Uint8Array(64 * 1024 * 1024))).not.toThrow();
    expect(() => checkFileSize(new Uint8Array(65 * 1024 * 1024))).toThrow(/65\.0 MiB; at most 64 MiB/);
  });
});

function bmp(width: number, height: number, bits: number, body: number): Uint8Array {
  const bytes = new Uint8Array(54 + body);
  const view = new DataView(bytes.buffer);
  bytes.set(bytesOf('BM'));
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  view.setInt32(22, height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, bits, true);
  return bytes;
}

describe('BMP header', () => {
  it('reads size and completeness, top-down rows included', () => {
    expect(readBmpHeader(bmp(3, -2, 24, 24))).toMatchObject({ width: 3, height: 2, truncated: false });
    expect(readBmpHeader(bmp(3, 2, 24, 23))).toMatchObject({ truncated: true });
  });

  it('refuses what no decoder should be handed', () => {
    expect(() => readBmpHeader(bmp(0, 2, 24, 24))).toThrow(/no size/);
    expect(() => readBmpHeader(bmp(3, 2, 7, 24))).toThrow(/damaged/);
    expect(() => readBmpHeader(new Uint8Array(20))).toThrow(/cut off/);
  });

  it('fills missing rows with grey, unless nearly all are missing', () => {
    const whole = padBmp(bmp(30, 20, 24, 1000));
    expect(whole.length).toBe(54 + 92 * 20);
    expect(whole[whole.length - 1]).toBe(0x80);
    expect(() => padBmp(bmp(9000, 9000, 32, 1000))).toThrow(/too little/);
  });
});

const image: fc.Arbitrary<RgbImage> = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))
  .chain(([width, height]) =>
    fc.uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 }).map((data) => ({ width, height, data })),
  );

describe('edits of pixels', () => {
  it('turns back to the same picture', () => {
    fc.assert(
      fc.property(image, (picture) => {
        expect(turnImage(turnImage(picture, 90), 270)).toEqual(picture);
        expect(turnImage(turnImage(picture, 180), 180)).toEqual(picture);
        expect(turnImage(turnImage(picture, 90), 90)).toEqual(turnImage(picture, 180));
      }),
    );
  });

  it('turns clockwise', () => {
    const picture = { width: 2, height: 1, data: Uint8Array.from([1, 1, 1, 2, 2, 2]) };
    expect(turnImage(picture, 90)).toEqual({ width: 1, height: 2, data: Uint8Array.from([1, 1, 1, 2, 2, 2]) });
    expect(turnImage(picture, 270)).toEqual({ width: 1, height: 2, data: Uint8Array.from([2, 2, 2, 1, 1, 1]) });
  });

  it('paints every pixel of a box and its margin, touches nothing far from it, and leaves the original', () => {
    const picture = { width: 100, height: 60, data: new Uint8Array(100 * 60 * 3).fill(200) };
    const painted = paintBoxes(picture, [
      [30, 20, 20, 10],
      [-10, 50, 30, 30],
    ]);
    const at = (x: number, y: number) => painted.data[(y * 100 + x) * 3];
    for (let y = 18; y < 32; y += 1) for (let x = 28; x < 52; x += 1) expect(at(x, y)).toBe(0);
    expect(at(60, 25)).toBe(200);
    expect(at(0, 59)).toBe(0);
    expect(picture.data.every((value) => value === 200)).toBe(true);
  });
});
