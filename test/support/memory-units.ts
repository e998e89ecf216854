import type { Masked } from '../../src/main/domain/masked.ts';
import { detectLanguage } from '../../src/main/domain/language.ts';
import { findCodes } from '../../src/main/domain/code.ts';
import type { EmbeddedUnit, MemoryUnit } from '../../src/main/domain/memory-unit.ts';
import type { TextEmbedder } from '../../src/main/inference/text-embedder.ts';
import { wordsOf } from '../../src/main/memory/word-overlap.ts';
import type { Cuts, ImageCut, TextCut } from '../../src/main/memory/cuts.ts';

/** Test texts hold no personal data. */
export const masked = (text: string) => text as Masked;

export const dimensions = 64;
export const textIdentity = { id: 'word-hash@1', dimensions };
export const imageIdentity = { id: 'image-test@1', dimensions: 8 };

function hash(word: string): number {
  let value = 2166136261;
  for (const ch of word) value = Math.imul(value ^ (ch.codePointAt(0) ?? 0), 16777619);
  return value >>> 0;
}

/** Words hashed to signed positions, L2-normalised: texts that share words are near, and it takes no weights. */
export function hashVector(text: string, size = dimensions): Float32Array {
  const vector = new Float32Array(size);
  for (const word of wordsOf(text)) {
    for (let k = 0; k < 3; k += 1) {
      const value = hash(`${word}#${k}`);
      vector[value % size] = (vector[value % size] ?? 0) + ((value >>> 16) & 1 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

export function createHashEmbedder(id = textIdentity.id): TextEmbedder {
  return {
    id,
    dimensions,
    embed: async (texts, _as, signal) => {
      signal?.throwIfAborted();
      return texts.map((text) => hashVector(text));
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** Cuts that fit the word hashes; only the two cosines of a cut are read outside of the calibration. */
export const testCuts: Cuts = {
  cutFor: (_embedder, question, text) => ({ cut: 0.3, merge: question === text ? 0.8 : null }) as TextCut,
  imageCutFor: () => ({ cut: 0.8 }) as ImageCut,
};

export const testSettings = {
  recallTop: 5,
  recallOverfetch: 3,
  keywordWeight: 0.25,
  imageWeight: 0.3,
  decayAfterDays: 7,
  decayFactor: 0.6,
  oldAfterDays: 30,
  oldFactor: 0.4,
};

let counter = 0;
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function nextId(): string {
  counter += 1;
  return `C-${[...counter.toString(32).padStart(8, '0')].map((ch) => alphabet[Number.parseInt(ch, 32)]).join('')}`;
}

type Loose = { [K in keyof MemoryUnit]?: MemoryUnit[K] extends Masked ? string : MemoryUnit[K] };

export function makeUnit(change: Loose & { text: string }): MemoryUnit {
  const id = change.id ?? nextId();
  const text = `${change.title ?? ''} ${change.text} ${change.resolution ?? ''}`;
  return {
    id,
    kind: 'solved-case',
    title: masked(change.text.slice(0, 40)),
    resolution: masked(''),
    photos: [],
    equipment: masked(''),
    asset: masked(''),
    codes: [...new Set(findCodes(text).map((code) => code.normal))],
    workOrder: masked(''),
    source: { system: 'test', id: masked(id) },
    mergedSources: [],
    modality: 'text',
    language: detectLanguage(text),
    madeAt: '2025-01-02T03:04:05.000Z',
    lastUsedAt: '2025-01-02T03:04:05.000Z',
    useCount: 0,
    importance: 3,
    expiresAt: null,
    status: 'active',
    standing: 'confirmed',
    credibility: 0.8,
    supersededBy: null,
    conflictsWith: [],
    ...change,
  } as MemoryUnit;
}

export function embedded(unit: MemoryUnit, imageVector: Float32Array | null = null): EmbeddedUnit {
  return {
    unit,
    textVector: hashVector(`${unit.title} ${unit.text}`),
    textEmbedder: textIdentity.id,
    imageVector,
    imageEmbedder: imageIdentity.id,
  };
}

/** A unit vector of the test image space that points mainly along one axis. */
export function imageVector(axis: number, tilt = 0): Float32Array {
  const vector = new Float32Array(imageIdentity.dimensions);
  vector[axis] = Math.sqrt(1 - tilt * tilt);
  vector[(axis + 1) % vector.length] = tilt;
  return vector;
}
