import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RgbImage } from '../../src/main/domain/photo.ts';
import type { OcrEngine } from '../../src/main/inference/ocr-engine.ts';
import { PpOcrEngine } from '../../src/main/inference/onnx/pp-ocr-engine.ts';
import { createSharpImageCodec } from '../../src/main/inference/sharp/sharp-image-codec.ts';
import { describeOcrEngine } from '../support/photo-ocr-suite.ts';
import { findTestData, ocrModelFiles, readFixturePhoto } from '../support/photo-fixtures.ts';

const codec = createSharpImageCodec();
let engine: OcrEngine;

beforeAll(async () => {
  engine = await PpOcrEngine.open({ ...ocrModelFiles(), threads: 2 });
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
});

const load = async (name: string): Promise<RgbImage> => (await codec.decode(await readFixturePhoto(name), { maxSide: 1600 })).image;
const texts = async (image: RgbImage): Promise<string[]> => (await engine.read(image)).lines.map(({ text }) => text);
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s/g, '');

describeOcrEngine('PP-OCRv4', {
  engine: () => engine,
  picture: async () => ({ image: await load('display.jpg'), texts: ['FREQUENCY DRIVE', 'E-204', 'FAULT', 'RESET', 'STOP'] }),
});

describe('PP-OCRv4 on drawn photos', () => {
  const plate = [
    'NORDWIND COMPRESSORS',
    'Type: Screw compressor',
    'Model: SK-75A',
    'Year: 2019',
    'S/N: 88231-A7',
    'Asset: CP-0412',
    'Voltage: 400 V',
    'Current: 138 A',
    'Power: 75 kW',
    'Speed: 2960 rpm',
    'Max. pressure: 10 bar',
    'P/N: 100-4471',
    'Oil: 32 L',
    'Noise: 69 dB',
    'WARNING: hot surface',
  ].map(plain);

  it.each(['nameplate.jpg', 'nameplate-turned.jpg', 'nameplate-dark.jpg'])('%s: reads all fifteen lines', async (name) => {
    expect((await texts(await load(name))).map(plain)).toEqual(plate);
  });

  it('reads Chinese', async () => {
    expect((await texts(await load('plate-chinese.jpg'))).map(plain)).toEqual([
      '三相异步电动机',
      '型号:ye3-160m-4',
      '出厂编号:2021-0588',
      '额定功率:11kw',
      '额定电压:380v',
      '故障代码:e-07',
      '江北电机厂',
    ]);
  });

  it('turns a segment display that is upside down', async () => {
    const { lines, rotation } = await engine.read(await load('display-upside-down.jpg'));
    expect(rotation).toBe(180);
    expect(lines.map(({ text }) => text)).toEqual(['E-204']);
  });

  it('makes up nothing where letters run together', async () => {
    expect(await texts(await load('nameplate-blurred.jpg'))).toEqual([]);
  });

  it('stops within one step when the caller stops', async () => {
    const stop = new AbortController();
    const image = await load('nameplate.jpg');
    const reading = engine.read(image, stop.signal);
    setTimeout(() => stop.abort(), 20);
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    expect(await texts(await load('display-upside-down.jpg'))).toEqual(['E-204']);
  });

  it('says which model file is damaged', async () => {
    const files = ocrModelFiles();
    await expect(PpOcrEngine.open({ ...files, recognitionFile: files.keysFile })).rejects.toMatchObject({ code: 'model-damaged' });
    await expect(PpOcrEngine.open({ ...files, keysFile: `${files.keysFile}.not-there` })).rejects.toMatchObject({ code: 'model-missing' });
  });
});

/** Texts that the public tests of RapidOCR expect on their Chinese and English pictures. */
const expectedTexts: readonly (readonly [file: string, text: string])[] = [
  ['ch_en_num.jpg', '正品促销'],
  ['ch_en_num.jpg', '大桶装更划算'],
  ['text_det.jpg', '正品促销'],
  ['text_rec.jpg', '韩国小馆'],
  ['text_cls.jpg', '怪我咯'],
  ['img_exif_orientation.jpg', '我是中国人'],
  ['black_font_color_transparent.png', '我是中国人'],
  ['white_font_color_transparent.png', '我是中国人'],
  ['en_rec.jpg', 'To facilitate the shot type analysis in videos, we collect MovieShots, a large-scale'],
  ['en.jpg', '3'],
  ['issue_170.png', 'TEST'],
  ['test_without_det.jpg', '在中国作家协会第三届儿童文学'],
  [
    'test_letterbox_like.jpg',
    'A：：取决于所使用的执行提供者，它可能没有完全支持模型中的所有操作。回落到CPU操作可能会导致性能速度的下降。此外，即使一个操作是由CUDAeXecution',
  ],
  ['text_vertical_words.png', '已取之時不參一人見而'],
  ['return_word_debug.jpg', '3F1'],
  ['ch_doc_server.png', '嫖娼'],
];

const pictures = findTestData('ocr-rapidocr-tests');
if (pictures === undefined) console.warn('The OCR pictures are not installed (FIXLORE_TEST_DATA): their test is skipped.');

describe.skipIf(pictures === undefined)('PP-OCRv4 on the pictures of RapidOCR', () => {
  it('finds at least twelve of the sixteen expected texts', async () => {
    const missed: string[] = [];
    for (const [file, expected] of expectedTexts) {
      const { image } = await codec.decode(await readFile(join(pictures as string, file)), { maxSide: 1600 });
      const found = (await texts(image)).map(plain);
      if (!found.some((text) => text.includes(plain(expected)))) missed.push(`${file}: ${expected} | ${found.join(' / ').slice(0, 120)}`);
    }
    console.info(
      `RapidOCR pictures: ${expectedTexts.length - missed.length} of ${expectedTexts.length} texts found; missed:\n${missed.join('\n')}`,
    );
    expect(missed.length).toBeLessThanOrEqual(4);
  });

  it('reads nothing on a black picture', async () => {
    const { image } = await codec.decode(await readFile(join(pictures as string, 'empty_black.jpg')), { maxSide: 1600 });
    expect((await engine.read(image)).lines).toEqual([]);
  });
});

describe('time', () => {
  it('decodes a 12-megapixel photo and reads its fifteen lines; the figures are printed', async () => {
    const photo = await sharp(await readFixturePhoto('nameplate.jpg'))
      .resize(4000, 3000)
      .jpeg({ quality: 88 })
      .toBuffer();
    const decodeTimes: number[] = [];
    const readTimes: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      const started = performance.now();
      const { image } = await codec.decode(photo, { maxSide: 1600 });
      const decoded = performance.now();
      const { lines } = await engine.read(image);
      decodeTimes.push(decoded - started);
      readTimes.push(performance.now() - decoded);
      expect(lines).toHaveLength(15);
    }
    console.info(
      `12 megapixels: decode ${Math.round(Math.min(...decodeTimes))} ms, OCR ${Math.round(Math.min(...readTimes))} ms (best of 3)`,
    );
    // Four times what two idle cores need: this guards against a second pass over every line, not against a busy machine.
    expect(Math.min(...decodeTimes)).toBeLessThan(800);
  });
});
