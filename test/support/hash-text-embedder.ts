import { keywordsOf } from '../../src/main/knowledge/keyword-index.ts';
import type { TextEmbedder } from '../../src/main/inference/text-embedder.ts';

/** A real, small embedder: words hashed into 256 dimensions. Cosines are word overlap, so unrelated texts are near 0. */
export function createHashTextEmbedder(id = 'hash@1'): TextEmbedder & { calls: number } {
  return {
    id,
    dimensions: 256,
    calls: 0,
    async embed(texts) {
      this.calls += texts.length;
      return texts.map((text) => {
        const vector = new Float32Array(256);
        for (const word of keywordsOf(text)) {
          let hash = 2166136261;
          for (const ch of word) hash = Math.imul(hash ^ (ch.codePointAt(0) ?? 0), 16777619) >>> 0;
          vector[hash % 256] = (vector[hash % 256] ?? 0) + 1;
        }
        const length = Math.hypot(...vector) || 1;
        return vector.map((value) => value / length);
      });
    },
    async [Symbol.asyncDispose]() {},
  };
}
