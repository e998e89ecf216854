import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { RgbImage } from '../../src/main/domain/photo.ts';
import { createSharpImageCodec } from '../../src/main/inference/sharp/sharp-image-codec.ts';
import { readPhoto } from '../../src/main/perception/read-photo.ts';
import { FakeOcrEngine } from '../support/fake-ocr-engine.ts';
import { FakePhotoEmbedder } from '../support/fake-photo-embedder.ts';
import { drawGlyphPhoto } from '../support/glyph-photo.ts';
import { describeOcrEngine } from '../support/photo-ocr-suite.ts';
import { readFixturePhoto } from '../support/photo-fixtures.ts';

const lines = [
  { text: 'HYDRAULIC POWER UNIT', x: 20, y: 20 },
  { text: 'FAULT E-204', x: 20, y: 60 },
  { text: 'S/N 88231-A7', x: 200, y: 60 },
];

describeOcrEngine('The fake', {
  engine: () => new FakeOcrEngine(),
  picture: async () => ({ image: drawGlyphPhoto(400, 200, lines), texts: lines.map(({ text }) => text) }),
});

const png = (image: RgbImage) => sharp(image.data, { raw: { width: image.width, height: image.height, channels: 3 } }).png();
const parts = () => ({ codec: createSharpImageCodec(), ocr: new FakeOcrEngine(), imageEmbedder: new FakePhotoEmbedder() });

describe('reading a photo', () => {
  it('gives fields, description, vector and timings', async () => {
    const { reading, image, imageVector, timings } = await readPhoto(await png(drawGlyphPhoto(400, 200, lines)).toBuffer(), parts());
    expect(reading.fields.map(({ name, value }) => `${name}=${value}`)).toEqual([
      'fault-code=E-204',
      'equipment=HYDRAULIC POWER UNIT',
      'serial=88231-A7',
    ]);
    expect(reading.description).toContain('Read: fault-code E-204');
    expect(reading.description).toContain('May show: power drill 0.41.');
    expect(reading.labels).toHaveLength(1);
    expect([image.width, image.height, reading.width, reading.height, reading.partial]).toEqual([400, 200, 400, 200, false]);
    expect(Math.hypot(...imageVector)).toBeCloseTo(1, 3);
    for (const ms of Object.values(timings)) expect(ms).toBeGreaterThanOrEqual(0);
  });

  it('stands a turned photo upright before it is embedded and shown', async () => {
    const upright = drawGlyphPhoto(400, 200, lines);
    const expected = await readPhoto(await png(upright).toBuffer(), parts());
    const turned = await readPhoto(await png(upright).rotate(90).toBuffer(), parts());
    expect(turned.reading.rotation).toBe(270);
    expect(turned.image).toEqual(expected.image);
    expect(turned.imageVector).toEqual(expected.imageVector);
    expect(turned.reading.ocr).toEqual(expected.reading.ocr);
  });

  it('gives an empty reading, not an error, for a photo of nothing, and does not waste time on reading it', async () => {
    const used = parts();
    const { reading, imageVector } = await readPhoto(await readFixturePhoto('grey.jpg'), used);
    expect(reading.quality.problems).toEqual(['flat']);
    expect(reading.quality.textTrusted).toBe(false);
    expect([reading.ocr, reading.fields]).toEqual([[], []]);
    expect(imageVector).toHaveLength(48);
    expect(used.ocr.reads).toBe(0);
  });

  it('says that a photo is partial', async () => {
    const bytes = await readFixturePhoto('nameplate.jpg');
    expect((await readPhoto(bytes.subarray(0, bytes.length >> 1), parts())).reading.partial).toBe(true);
  });

  it('passes clear errors on', async () => {
    await expect(readPhoto(new Uint8Array(0), parts())).rejects.toMatchObject({ code: 'bad-input' });
    await expect(readPhoto(new TextEncoder().encode('%PDF-1.7 …'), parts())).rejects.toMatchObject({
      code: 'photo-unreadable',
      message: expect.stringContaining('PDF'),
    });
    await expect(readPhoto(await readFixturePhoto('grey.jpg'), parts(), AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  });
});
