import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ImageCodec } from '../../src/main/inference/image-codec.ts';
import type { OcrEngine } from '../../src/main/inference/ocr-engine.ts';

export interface Planted {
  /** Values that must not be found anywhere. */
  readonly personal: readonly string[];
  /** Values that must still be there, word for word. */
  readonly survivors: readonly string[];
}

export interface FoundText {
  readonly where: string;
  readonly text: string;
}

export interface PlantedReport {
  readonly leaked: readonly { readonly where: string; readonly value: string }[];
  readonly missing: readonly string[];
  readonly read: number;
}

/** Spaces, dashes and case do not hide a value. */
function squeeze(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\-‐-―·.]+/g, '');
}

/** Looks for every planted value in every text. Names of files and folders count as text too. */
export async function checkPlanted(texts: AsyncIterable<FoundText>, planted: Planted): Promise<PlantedReport> {
  const wanted = planted.personal.map((value) => ({ value, squeezed: squeeze(value) }));
  const missing = new Set(planted.survivors);
  const leaked = new Map<string, { where: string; value: string }>();
  let read = 0;
  for await (const { where, text } of texts) {
    read++;
    const squeezed = squeeze(text);
    for (const { value, squeezed: short } of wanted) {
      if (text.includes(value) || (short.length >= 2 && squeezed.includes(short))) leaked.set(`${where} ${value}`, { where, value });
    }
    for (const value of missing) if (text.includes(value)) missing.delete(value);
  }
  return { leaked: [...leaked.values()], missing: [...missing], read };
}

async function* filesUnder(dir: string): AsyncGenerator<string> {
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true }).catch(() => []))
    if (entry.isFile()) yield join(entry.parentPath, entry.name);
}

/** Every file of a data folder as text; photos are read by OCR besides. Compressed tables say nothing here: read them through the store. */
export async function* readDataFolder(dir: string, eyes: { codec: ImageCodec; ocr: OcrEngine }): AsyncGenerator<FoundText> {
  for await (const file of filesUnder(dir)) {
    const where = relative(dir, file);
    const bytes = await readFile(file);
    yield { where, text: `${where}\n${bytes.toString('utf8')}` };
    if (!where.endsWith('.jpg')) continue;
    const { image } = await eyes.codec.decode(bytes, { maxSide: 2048 });
    const { lines } = await eyes.ocr.read(image);
    yield { where: `${where} (read by OCR)`, text: lines.map((line) => line.text).join('\n') };
  }
}
