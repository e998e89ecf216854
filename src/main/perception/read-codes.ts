import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { Box, RgbImage } from '../domain/photo.ts';

/** A QR or bar code as it was read; unmasked, so it may not leave the room. */
export interface MachineCode {
  readonly format: string;
  readonly text: string;
  readonly box: Box;
}

let ready: Promise<void> | undefined;

// Left to itself the library fetches its WebAssembly from the network.
function prepare(): Promise<void> {
  ready ??= readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))).then((file) => {
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(file).buffer } });
  });
  return ready;
}

function toRgba(image: RgbImage): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint8ClampedArray(image.width * image.height * 4);
  for (let from = 0, to = 0; from < image.data.length; from += 3, to += 4) {
    rgba[to] = image.data[from] ?? 0;
    rgba[to + 1] = image.data[from + 1] ?? 0;
    rgba[to + 2] = image.data[from + 2] ?? 0;
    rgba[to + 3] = 255;
  }
  return rgba;
}

/** QR codes, Data Matrix, Aztec, PDF417 and the usual bar codes on an upright photo; at most 16. */
export async function readCodes(image: RgbImage): Promise<MachineCode[]> {
  await prepare();
  const found = await readBarcodes(
    { data: toRgba(image), width: image.width, height: image.height, colorSpace: 'srgb' } as unknown as Parameters<typeof readBarcodes>[0],
    { tryHarder: true, tryRotate: true, tryInvert: true, maxNumberOfSymbols: 16 },
  );
  return found
    .filter((code) => code.isValid && code.text.trim() !== '')
    .map((code) => {
      const corners = [code.position.topLeft, code.position.topRight, code.position.bottomRight, code.position.bottomLeft];
      const left = Math.max(0, Math.min(...corners.map((p) => p.x)));
      const top = Math.max(0, Math.min(...corners.map((p) => p.y)));
      const right = Math.min(image.width, Math.max(...corners.map((p) => p.x)));
      const bottom = Math.min(image.height, Math.max(...corners.map((p) => p.y)));
      return { format: String(code.format), text: code.text.slice(0, 500), box: [left, top, right - left, bottom - top] as const };
    });
}
