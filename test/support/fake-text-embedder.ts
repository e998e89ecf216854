import { AppError } from '../../src/main/domain/errors.ts';
import type { TextEmbedder } from '../../src/main/inference/text-embedder.ts';

const dimensions = 256;

/**
 * A real, small embedder without weights: words and character n-grams hashed into 256 places, L2-normalised. Texts that share
 * words or stems are near, others are far; it knows no synonyms and no second language. Deterministic.
 */
export function createFakeTextEmbedder(id = 'fake-text-embedder@1'): TextEmbedder {
  let closed = false;
  return {
    id,
    dimensions,
    async embed(texts, _as, signal) {
      if (closed) throw new AppError('internal', 'The text model has been closed.');
      if (signal?.aborted) throw new AppError('cancelled', 'Stopped before the text was read.');
      return texts.map(embedText);
    },
    async [Symbol.asyncDispose]() {
      closed = true;
    },
  };
}

function embedText(text: string): Float32Array {
  const folded = text.normalize('NFKC').toLowerCase();
  const vector = new Float32Array(dimensions);
  // A constant share keeps the empty text at length 1 and, as with real models, no two texts quite apart.
  vector[0] = 0.5;
  for (const word of folded.match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? []) {
    add(vector, `w:${word}`, 1);
    const padded = `^${word}$`;
    for (let at = 0; at + 3 <= padded.length; at++) add(vector, `g:${padded.slice(at, at + 3)}`, 0.4);
  }
  for (const run of folded.match(/\p{Script=Han}{2,}/gu) ?? []) {
    for (let at = 0; at + 2 <= run.length; at++) add(vector, `h:${run.slice(at, at + 2)}`, 1.5);
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function add(vector: Float32Array, feature: string, weight: number): void {
  const hash = hashOf(feature);
  const place = 1 + (hash % (dimensions - 1));
  vector[place] = (vector[place] as number) + (hash & 0x10000 ? weight : -weight);
}

/** 32-bit FNV-1a over UTF-16 units, mixed once more so that low bits are even. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
