import { writeBarcode, prepareZXingModule } from 'zxing-wasm/writer';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RgbImage } from '../../src/main/domain/photo.ts';
import { createSharpImageCodec } from '../../src/main/inference/sharp/sharp-image-codec.ts';
import { decodePhoto } from '../../src/main/perception/decode-photo.ts';
import { readCodes } from '../../src/main/perception/read-codes.ts';
import { maskCode } from '../../src/main/privacy/mask-code.ts';
import { boxOfCode, redactCodes } from '../../src/main/privacy/redact-codes.ts';
import { createMasker } from '../../src/main/privacy/masker.ts';
import { addTestCases, makeWindowApp, type WindowApp } from '../support/make-window-app.ts';

const codec = createSharpImageCodec();
const masker = createMasker({ secret: new Uint8Array(32).fill(7) });
const card = 'MECARD:N:Schmidt,Anna;TEL:+491701234567;EMAIL:anna.schmidt@example.org;;';

/** A grey picture with codes at given places. */
async function draw(
  codes: readonly { text: string; format: 'QRCode' | 'Code128' | 'DataMatrix'; x: number; y: number }[],
): Promise<RgbImage> {
  const image = { width: 900, height: 700, data: new Uint8Array(900 * 700 * 3).fill(225) };
  for (const { text, format, x, y } of codes) {
    const written = await writeBarcode(text, { format, scale: format === 'Code128' ? 2 : 4 });
    if (!written.image) throw new Error(written.error);
    const drawn = (await decodePhoto(new Uint8Array(await written.image.arrayBuffer()), codec)).image;
    for (let row = 0; row < drawn.height; row += 1)
      image.data.set(drawn.data.subarray(row * drawn.width * 3, (row + 1) * drawn.width * 3), ((y + row) * 900 + x) * 3);
  }
  return image;
}

beforeAll(async () => {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
});

describe('QR and bar codes on a photo', () => {
  it('reads them with their boxes', async () => {
    const found = await readCodes(
      await draw([
        { text: 'HPU-07', format: 'Code128', x: 60, y: 60 },
        { text: 'https://plant.local/assets/HPU-07', format: 'QRCode', x: 400, y: 300 },
        { text: 'SN 4711', format: 'DataMatrix', x: 60, y: 400 },
      ]),
    );
    expect(found.map((code) => code.text).sort()).toEqual(['HPU-07', 'SN 4711', 'https://plant.local/assets/HPU-07']);
    const qr = found.find((code) => code.format.startsWith('QR'));
    expect(qr?.box[0]).toBeGreaterThanOrEqual(400);
    expect(qr?.box[1]).toBeGreaterThanOrEqual(300);
    expect(qr?.box[2]).toBeGreaterThan(60);
    expect(await readCodes({ width: 50, height: 50, data: new Uint8Array(7500).fill(128) })).toEqual([]);
  });

  it.each(['QRCode', 'DataMatrix', 'Code128'] as const)(
    'paints a %s with personal data over until it cannot be read, and leaves the others',
    async (format) => {
      const text = format === 'Code128' ? 'anna.schmidt@example.org' : card;
      const image = await draw([
        { text, format, x: 40, y: 60 },
        { text: 'HPU-07', format: 'QRCode', x: 700, y: 500 },
      ]);
      const before = Uint8Array.from(image.data);
      expect((await readCodes(image)).map((code) => code.text)).toContain(text);
      const redacted = await redactCodes(image, masker, { readCodes, paintOver: (picture, boxes) => codec.paintOver(picture, boxes) });
      expect(redacted.painted.length).toBeGreaterThan(0);
      expect((await readCodes(redacted.image)).map((code) => code.text)).toEqual(['HPU-07']);
      expect(image.data).toEqual(before);
    },
  );

  it.each([
    ['BEGIN:VCARD\nVERSION:3.0\nN:Schmidt;Anna\nEND:VCARD', 'NAME'],
    ['MECARD:N:Schmidt,Anna;;', 'NAME'],
    ['WIFI:S:shop;T:WPA;P:hunter22;;', 'CREDENTIAL'],
    ['otpauth://totp/x?secret=ABC', 'SECRET'],
    ['HPU-07', null],
    ['88231-A7', null],
  ])('tells what %j is', (text, kind) => {
    const told = maskCode(text, masker);
    expect(told.kind).toBe(kind);
    expect(told.text).not.toMatch(/Schmidt|Anna|hunter22|ABC/);
    if (kind === null) expect(told.text).toBe(text);
  });

  it('paints all of the bars, though a bar code is found along one line', () => {
    const [, top, width, height] = boxOfCode([100, 300, 200, 2], { width: 900, height: 700 });
    expect(height).toBeGreaterThan(80);
    expect(top).toBeLessThan(270);
    expect(width).toBeGreaterThan(200);
    expect(boxOfCode([0, 0, 10, 10], { width: 12, height: 12 }, 5)).toEqual([0, 0, 12, 12]);
  });
});

describe('codes on the desk and in the memory', () => {
  let made: WindowApp;
  let png: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    made = await makeWindowApp();
    await addTestCases(made.app);
    const image = await draw([
      { text: 'ASSET:hpu 07', format: 'QRCode', x: 40, y: 40 },
      { text: card, format: 'QRCode', x: 400, y: 200 },
    ]);
    png = new Uint8Array(await codec.encodeJpeg(image, { quality: 95 }));
  });
  afterAll(() => made[Symbol.asyncDispose]());

  it('names the machine that a code belongs to, and masks what is personal', async () => {
    const preview = await (await made.app.window.diagnose()).readPhoto(png, 'nameplate', new AbortController().signal);
    expect(preview.barcodes).toHaveLength(2);
    expect(preview.barcodes.find((code) => code.text === 'ASSET:hpu 07')?.asset).toEqual({ asset: 'HPU-07', equipment: 'HP-40' });
    const other = preview.barcodes.find((code) => code.text !== 'ASSET:hpu 07');
    expect(other?.asset).toBeNull();
    expect(JSON.stringify(preview)).not.toMatch(/Schmidt|1701234567|anna\./);
    expect(preview.painted).toHaveLength(1);
    expect(preview.masked.length).toBeGreaterThan(0);
  });

  it('stores a photo without the code that holds personal data', async () => {
    const { id, masked } = await made.app.memory.add({
      text: 'Label of the press',
      resolution: 'Replaced it.',
      photos: [{ bytes: png, role: 'fault' }],
    });
    expect(masked.length).toBeGreaterThan(0);
    const [photo] = (await made.app.memory.show(id)).photos;
    for (const folder of ['photos', 'thumbnails']) {
      const stored = await decodePhoto(new Uint8Array(await readFile(join(made.workspace.data, folder, photo?.file ?? ''))), codec);
      expect((await readCodes(stored.image)).map((code) => code.text).filter((text) => text.includes('Schmidt'))).toEqual([]);
    }
    const whole = await decodePhoto(new Uint8Array(await readFile(join(made.workspace.data, 'photos', photo?.file ?? ''))), codec);
    expect((await readCodes(whole.image)).map((code) => code.text)).toEqual(['ASSET:hpu 07']);
  });
});
