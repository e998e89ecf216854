import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { RgbImage } from '../../src/main/domain/photo.ts';
import { createSharpImageCodec } from '../../src/main/inference/sharp/sharp-image-codec.ts';

const codec = createSharpImageCodec();

/** A smooth picture: red grows to the right, green downwards. */
function gradient(width: number, height: number): RgbImage {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.set([(x * 255) / width, (y * 255) / height, 90], (y * width + x) * 3);
  return { width, height, data };
}

const raw = (image: RgbImage) => sharp(image.data, { raw: { width: image.width, height: image.height, channels: 3 } });
const colourAt = (image: RgbImage, x: number, y: number): number[] => [
  ...image.data.subarray((y * image.width + x) * 3, (y * image.width + x) * 3 + 3),
];
const near = (colour: readonly number[], expected: readonly number[], by = 12): void =>
  colour.forEach((value, at) => expect(Math.abs(value - (expected[at] as number))).toBeLessThanOrEqual(by));

function bmp24(image: RgbImage): Uint8Array {
  const row = Math.ceil((image.width * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + row * image.height);
  bytes.write('BM');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(image.width, 18);
  bytes.writeInt32LE(image.height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  for (let y = 0; y < image.height; y += 1) {
    for (let x = 0; x < image.width; x += 1) {
      const [red, green, blue] = colourAt(image, x, image.height - 1 - y) as [number, number, number];
      bytes.set([blue, green, red], 54 + y * row + x * 3);
    }
  }
  return bytes;
}

describe('decoding', () => {
  const picture = gradient(120, 80);

  it.each([
    ['jpeg', () => raw(picture).jpeg().toBuffer()],
    ['png', () => raw(picture).png().toBuffer()],
    ['webp', () => raw(picture).webp({ quality: 95 }).toBuffer()],
    ['avif', () => raw(picture).avif({ quality: 80 }).toBuffer()],
    ['tiff', () => raw(picture).tiff().toBuffer()],
    ['gif', () => raw(picture).gif().toBuffer()],
    ['bmp', async () => bmp24(picture)],
  ] as const)('%s gives the same pixels', async (format, encode) => {
    const bytes = await encode();
    expect(await codec.readHeader(bytes)).toEqual({ format, width: 120, height: 80 });
    const { image, originalWidth, originalHeight, partial } = await codec.decode(bytes, { maxSide: 1600 });
    expect({ width: image.width, height: image.height, originalWidth, originalHeight, partial }).toEqual({
      width: 120,
      height: 80,
      originalWidth: 120,
      originalHeight: 80,
      partial: false,
    });
    near(colourAt(image, 20, 10), colourAt(picture, 20, 10), 24);
    near(colourAt(image, 100, 70), colourAt(picture, 100, 70), 24);
  });

  it('turns 16 bits, grey, a palette and CMYK into 8-bit sRGB', async () => {
    const kinds = [
      await raw(picture).toColourspace('rgb16').png().toBuffer(),
      await raw(picture).png({ palette: true }).toBuffer(),
      await raw(picture).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    ];
    for (const bytes of kinds) near(colourAt((await codec.decode(bytes, { maxSide: 1600 })).image, 60, 40), colourAt(picture, 60, 40), 40);
    const grey = (await codec.decode(await raw(picture).greyscale().png().toBuffer(), { maxSide: 1600 })).image;
    expect(grey.data.length).toBe(120 * 80 * 3);
    const [red, green, blue] = colourAt(grey, 60, 40);
    expect(red).toBe(green);
    expect(green).toBe(blue);
  });

  it('lays light drawings on transparency on a dark ground, so that they can be seen', async () => {
    const white = Buffer.alloc(20 * 20 * 4, 255);
    for (let at = 0; at < 20 * 20; at += 1) if (at % 20 >= 8) white[at * 4 + 3] = 0;
    const bytes = await sharp(white, { raw: { width: 20, height: 20, channels: 4 } })
      .png()
      .toBuffer();
    const { image } = await codec.decode(bytes, { maxSide: 100 });
    const at = (x: number) => image.data[x * 3] ?? 0;
    expect(at(2)).toBe(255);
    expect(at(15)).toBeLessThan(64);
  });

  it('lays transparency on white', async () => {
    const bytes = await sharp({ create: { width: 10, height: 10, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } })
      .png()
      .toBuffer();
    near(colourAt((await codec.decode(bytes, { maxSide: 100 })).image, 5, 5), [255, 128, 128], 3);
  });

  it('reduces to the long side, never enlarges, and keeps the size of the original', async () => {
    const bytes = await raw(gradient(900, 600)).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { image, originalWidth, originalHeight } = await codec.decode(bytes, { maxSide: 300 });
    expect([image.width, image.height, originalWidth, originalHeight]).toEqual([200, 300, 600, 900]);
    expect((await codec.decode(bytes, { maxSide: 5000 })).image.width).toBe(600);
  });

  it('marks a JPEG, PNG, GIF or BMP that ends early as partial', async () => {
    const large = gradient(400, 300);
    for (const bytes of [
      await raw(large).jpeg().toBuffer(),
      await raw(large).png().toBuffer(),
      await raw(large).gif().toBuffer(),
      bmp24(large),
    ]) {
      const { image, partial } = await codec.decode(bytes.subarray(0, Math.floor(bytes.length * 0.6)), { maxSide: 1600 });
      expect(partial).toBe(true);
      near(colourAt(image, 30, bytes[0] === 0x42 ? 290 : 10), colourAt(large, 30, bytes[0] === 0x42 ? 290 : 10), 30);
    }
  });

  it('refuses WebP, AVIF and TIFF that end early, and empty files', async () => {
    const large = gradient(400, 300);
    for (const bytes of [await raw(large).webp().toBuffer(), await raw(large).avif().toBuffer(), await raw(large).tiff().toBuffer()]) {
      await expect(codec.decode(bytes.subarray(0, bytes.length >> 1), { maxSide: 1600 })).rejects.toMatchObject({
        code: 'photo-unreadable',
      });
    }
    await expect(codec.readHeader(new Uint8Array(0))).rejects.toMatchObject({ code: 'photo-unreadable' });
  });

  it('refuses 101 megapixels of a small PNG from its header', async () => {
    const bytes = await sharp({ create: { width: 12, height: 12, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    // IHDR keeps the size in bytes 16–23 and a checksum over bytes 12–28 after itself.
    bytes.writeUInt32BE(10_100, 16);
    bytes.writeUInt32BE(10_000, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
    await expect(codec.decode(bytes, { maxSide: 1600 })).rejects.toMatchObject({
      code: 'photo-too-large',
      message: expect.stringContaining('101.0 megapixels'),
    });
  });

  it('stops at once when the caller stops, for slow decoders too', async () => {
    const stop = AbortSignal.abort();
    await expect(codec.decode(bmp24(gradient(50, 50)), { maxSide: 100, signal: stop })).rejects.toMatchObject({ code: 'cancelled' });
    await expect(codec.decode(await raw(picture).jpeg().toBuffer(), { maxSide: 100, signal: stop })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

describe('encoding', () => {
  it('writes a JPEG without metadata, even of a photo that had some', async () => {
    const bytes = await raw(gradient(200, 150))
      .jpeg()
      .withExif({ IFD0: { Artist: 'Jane Placeholder' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer();
    expect(Buffer.from(bytes).includes('Jane Placeholder')).toBe(true);
    const { image } = await codec.decode(bytes, { maxSide: 1600 });
    const written = Buffer.from(await codec.encodeJpeg(image, { quality: 85, maxSide: 100 }));
    const metadata = await sharp(written).metadata();
    expect([metadata.width, metadata.height, metadata.exif, metadata.icc, metadata.xmp]).toEqual([
      100,
      75,
      undefined,
      undefined,
      undefined,
    ]);
    expect(written.includes('Jane Placeholder')).toBe(false);
  });

  it('keeps nothing of what was painted over, through JPEG too', async () => {
    const secret = gradient(100, 60);
    const painted = codec.paintOver(secret, [[20, 20, 40, 20]]);
    const { image } = await codec.decode(await codec.encodeJpeg(painted, { quality: 90 }), { maxSide: 1600 });
    for (let y = 22; y < 38; y += 1) for (let x = 22; x < 58; x += 1) near(colourAt(image, x, y), [0, 0, 0], 20);
  });
});
