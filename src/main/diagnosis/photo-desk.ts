import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AppError } from '../domain/errors.ts';
import { detectLanguage, type Language } from '../domain/language.ts';
import type { Masked, MaskedCount, PiiKind } from '../domain/masked.ts';
import type { Box, PhotoInput, PhotoReading, PhotoRole, RgbImage } from '../domain/photo.ts';
import type { MachineCode } from '../perception/read-codes.ts';
import type { ReadPhoto } from '../perception/read-photo.ts';
import { suggestQuestions } from '../perception/suggest-questions.ts';
import type { Masker } from '../privacy/masked.ts';
import { maskCode } from '../privacy/mask-code.ts';
import { addCounts } from '../privacy/mask-reading.ts';
import { boxOfCode } from '../privacy/redact-codes.ts';

/** A QR or bar code as the window shows it. */
export interface DeskCode {
  readonly format: string;
  readonly text: Masked;
  readonly box: Box;
  readonly asset: { readonly asset: Masked; readonly equipment: Masked } | null;
}

/** What is said of a photo before anything is asked of it. */
export interface DeskPhoto {
  readonly handle: string;
  readonly role: PhotoRole;
  readonly reading: PhotoReading;
  readonly barcodes: readonly DeskCode[];
  readonly painted: readonly { readonly box: Box; readonly kind: PiiKind }[];
  readonly masked: readonly MaskedCount[];
  /** Short questions that fit what was read. */
  readonly suggestions: readonly Masked[];
}

export interface PhotoDeskDependencies {
  /** Reads once per array of bytes; the diagnosis gets the same reading. */
  readonly read: (bytes: Uint8Array, signal: AbortSignal) => Promise<ReadPhoto>;
  readonly readCodes: (image: RgbImage) => Promise<readonly MachineCode[]>;
  readonly maskReading: (reading: PhotoReading<string>) => { reading: PhotoReading; counts: readonly MaskedCount[] };
  readonly findPersonal: (image: RgbImage, reading: PhotoReading<string>) => readonly { box: Box; kind: PiiKind }[];
  readonly masker: Masker;
  /** Language of the suggested questions; `auto` follows the window, else the text of the photo. */
  readonly language: () => 'auto' | Language;
  /** The machine that this asset or serial number belongs to, when the memory knows it. */
  readonly knownAsset: (code: string) => Promise<DeskCode['asset']>;
}

/** Photos wait here, in memory alone, between the drop and the question. */
const deskBytes = 256 * 1024 * 1024;

export class PhotoDesk {
  readonly #parts: PhotoDeskDependencies;
  readonly #photos = new LRUCache<string, PhotoInput['bytes']>({
    maxSize: deskBytes,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
  });

  constructor(parts: PhotoDeskDependencies) {
    this.#parts = parts;
  }

  /** Reads a photo without writing anything. Errors: `photo-unreadable`, `photo-too-large`, `model-missing`, `cancelled`. */
  async lay(bytes: PhotoInput['bytes'], role: PhotoRole, signal: AbortSignal, ofWindow?: Language): Promise<DeskPhoto> {
    const { reading: raw, image } = await this.#parts.read(bytes, signal);
    const [codes, masked] = [await this.#parts.readCodes(image), this.#parts.maskReading(raw)];
    const painted = [...this.#parts.findPersonal(image, raw)];
    const barcodes: DeskCode[] = [];
    let counts = masked.counts;
    for (const code of codes) {
      const result = maskCode(code.text, this.#parts.masker);
      counts = addCounts(counts, result.counts);
      const { kind } = result;
      if (kind !== null) painted.push({ box: boxOfCode(code.box, image), kind });
      barcodes.push({
        format: code.format,
        text: result.text,
        box: code.box,
        asset: kind === null ? await this.#parts.knownAsset(code.text) : null,
      });
    }
    signal.throwIfAborted();
    const handle = randomUUID();
    this.#photos.set(handle, bytes);
    const wanted = this.#parts.language();
    const language = wanted === 'auto' ? (ofWindow ?? detectLanguage(masked.reading.ocr.map((line) => line.text).join('\n'))) : wanted;
    return {
      handle,
      role,
      reading: masked.reading,
      barcodes,
      painted,
      masked: counts,
      suggestions: suggestQuestions(masked.reading, language),
    };
  }

  /** Errors: `not-found` when the photo was put away or pushed out by others. */
  take(handle: string): PhotoInput['bytes'] {
    const bytes = this.#photos.get(handle);
    if (!bytes) throw new AppError('not-found', 'That photo is not on the desk any more. Drop it on the window once more.');
    return bytes;
  }

  forget(handle: string): boolean {
    return this.#photos.delete(handle);
  }
}
