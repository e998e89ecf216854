import { detectLanguage } from '../domain/language.ts';
import type { MemoryStore } from '../memory/memory-store.ts';
import { createRecall, type RecallResult } from '../memory/recall.ts';
import type { Clock } from '../platform/clock.ts';
import { literal, type Masker } from '../privacy/masked.ts';
import type { Engines } from './open-engines.ts';
import type { Settings } from './settings.ts';

/** Cases by words, codes or meaning, without a photo and without a language model. */
export async function searchMemory(
  text: string,
  options: { limit?: number; signal?: AbortSignal },
  parts: { store: MemoryStore; engines: Engines; settings: Settings; clock: Clock; masker: Masker },
): Promise<RecallResult> {
  const recall = createRecall({
    store: parts.store,
    textEmbedder: await parts.engines.textEmbedder.get(),
    imageEmbedderId: parts.engines.imageIdentity.id,
    cuts: await parts.engines.cuts.get(),
    settings: { ...parts.settings, recallTop: options.limit ?? parts.settings.recallTop },
    clock: parts.clock,
  });
  return recall(
    {
      question: parts.masker.mask(text).text,
      description: literal(''),
      codes: [],
      lookAlikeCodes: [],
      equipment: [],
      assets: [],
      imageVector: null,
      language: detectLanguage(text),
    },
    options.signal,
  );
}
