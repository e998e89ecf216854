import { detectLanguage } from '../domain/language.ts';
import { normaliseCode } from '../domain/code.ts';
import { gatherFacts, lookAlikeCodes } from '../diagnosis/known-facts.ts';
import type { MemoryStore } from '../memory/memory-store.ts';
import { createRecall, type RecallResult } from '../memory/recall.ts';
import type { Clock } from '../platform/clock.ts';
import { maskReading } from '../privacy/mask-reading.ts';
import { literal, type Masker } from '../privacy/masked.ts';
import type { Engines } from './open-engines.ts';
import type { Settings } from './settings.ts';

export interface PhotoSearch {
  readonly bytes: Uint8Array;
  /** Words that go with the photo; may be empty. */
  readonly text: string;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Cases like what a photo shows, with the words beside it; no language model takes part. Errors: those of reading a photo. */
export async function searchByPhoto(
  { bytes, text, limit, signal }: PhotoSearch,
  parts: { store: MemoryStore; engines: Engines; settings: Settings; clock: Clock; masker: Masker },
): Promise<RecallResult> {
  const raw = await parts.engines.readPhoto(bytes, signal);
  const { reading } = maskReading(raw.reading, parts.masker);
  const question = parts.masker.mask(text).text;
  const language = detectLanguage(question === '' ? reading.description : question);
  const facts = gatherFacts({
    question,
    photos: [reading],
    language,
    machines: { equipment: await parts.store.equipmentNames(), assets: [] },
  });
  const recall = createRecall({
    store: parts.store,
    textEmbedder: await parts.engines.textEmbedder.get(),
    imageEmbedderId: parts.engines.imageIdentity.id,
    cuts: await parts.engines.cuts.get(),
    settings: { ...parts.settings, recallTop: Math.min(limit, 20) },
    clock: parts.clock,
  });
  return recall(
    {
      question,
      description: reading.quality.textTrusted ? reading.description : literal(''),
      codes: facts.codes.map(normaliseCode),
      lookAlikeCodes: lookAlikeCodes([reading]),
      equipment: facts.equipment,
      assets: facts.assets,
      imageVector: reading.quality.problems.includes('flat') ? null : raw.imageVector,
      language,
    },
    signal,
  );
}
