import type { Engines } from '../../src/main/app/open-engines.ts';
import type { ImageCodec } from '../../src/main/inference/image-codec.ts';
import type { ImageEmbedder } from '../../src/main/inference/image-embedder.ts';
import type { LanguageModel } from '../../src/main/inference/language-model.ts';
import type { OcrEngine } from '../../src/main/inference/ocr-engine.ts';
import type { TextEmbedder } from '../../src/main/inference/text-embedder.ts';

/** What the models of one run did. Times in ms. */
export interface Record {
  decode: number;
  ocr: number;
  embed: number;
  prompt: number;
  generate: number;
  promptTokens: number;
  promptTokensKept: number;
  generatedTokens: number;
}

export function emptyRecord(): Record {
  return { decode: 0, ocr: 0, embed: 0, prompt: 0, generate: 0, promptTokens: 0, promptTokensKept: 0, generatedTokens: 0 };
}

/** The engines with a stop-watch at each. They are not closed with the app: whoever opened them closes them. */
export async function recordEngines(engines: Engines, record: () => Record) {
  const time = async <T>(stage: 'decode' | 'ocr' | 'embed', work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    try {
      return await work();
    } finally {
      record()[stage] += performance.now() - started;
    }
  };
  const stays = async () => undefined;
  const [codec, ocr, imageEmbedder, textEmbedder, router, reasoner] = await Promise.all([
    engines.codec.get(),
    engines.ocr.get(),
    engines.imageEmbedder.get(),
    engines.textEmbedder.get(),
    engines.router.get(),
    engines.reasoner.get(),
  ]);
  const model = (inner: LanguageModel): LanguageModel => ({
    id: inner.id,
    contextTokens: inner.contextTokens,
    countTokens: (text) => inner.countTokens(text),
    warm: (text, signal) => inner.warm(text, signal),
    async *generate(request, signal) {
      for await (const event of inner.generate(request, signal)) {
        if (event.type === 'end') {
          const now = record();
          now.prompt += event.usage.promptMs;
          now.generate += event.usage.decodeMs;
          now.promptTokens += event.usage.tokensIn;
          now.promptTokensKept += event.usage.tokensCached;
          now.generatedTokens += event.usage.tokensOut;
        }
        yield event;
      }
    },
    [Symbol.asyncDispose]: stays,
  });
  return {
    codec: { ...codec, decode: (bytes, options) => time('decode', () => codec.decode(bytes, options)) } satisfies ImageCodec,
    ocr: {
      id: ocr.id,
      read: (image, signal) => time('ocr', () => ocr.read(image, signal)),
      [Symbol.asyncDispose]: stays,
    } satisfies OcrEngine,
    imageEmbedder: {
      id: imageEmbedder.id,
      dimensions: imageEmbedder.dimensions,
      embed: (image, signal) => time('embed', () => imageEmbedder.embed(image, signal)),
      [Symbol.asyncDispose]: stays,
    } satisfies ImageEmbedder,
    textEmbedder: {
      id: textEmbedder.id,
      dimensions: textEmbedder.dimensions,
      embed: (texts, as, signal) => textEmbedder.embed(texts, as, signal),
      [Symbol.asyncDispose]: stays,
    } satisfies TextEmbedder,
    router: model(router),
    reasoner: model(reasoner),
  };
}
