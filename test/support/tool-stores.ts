import type { SimilarCase } from '../../src/main/domain/diagnosis.ts';
import type { Evidence } from '../../src/main/domain/evidence.ts';
import type { Masked } from '../../src/main/domain/masked.ts';
import type { KnownFacts, ToolContext } from '../../src/main/tools/tool.ts';
import type { ToolDependencies } from '../../src/main/tools/tool-dependencies.ts';
import { normaliseCode } from '../../src/main/domain/code.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import { plainMasker } from './plain-masker.ts';

const masked = (text: string) => text as Masked;

/** Facts of a question, with what a test wants to be different. */
export function makeFacts(change: Partial<KnownFacts> = {}): KnownFacts {
  return {
    question: masked('pump trips on E-204'),
    language: 'en',
    photos: [],
    codes: [],
    equipment: [],
    assets: [],
    known: new Set(['question']),
    ...change,
  };
}

export function makeContext(change: Partial<KnownFacts> = {}): ToolContext {
  return { facts: makeFacts(change), signal: new AbortController().signal };
}

/** Stores that hold what they are given and look it up by plain comparison. */
export function createToolStores(held: {
  cases?: readonly SimilarCase[];
  passages?: readonly Evidence[];
  codes?: Readonly<Record<string, Evidence>>;
  orders?: Readonly<Record<string, readonly Evidence[]>>;
}): ToolDependencies {
  return {
    masker: plainMasker,
    clock: systemClock,
    recall: async (query) => ({
      cases: (held.cases ?? []).filter(
        (found) =>
          query.codes.some((code) => found.codes.includes(normaliseCode(code))) ||
          query.question.split(' ').some((word) => word.length > 3 && found.text.includes(word)),
      ),
      otherModels: [],
    }),
    knowledge: {
      search: async (query, limit) =>
        (held.passages ?? [])
          .filter((passage) => query.text.split(' ').some((word) => word.length > 3 && passage.text.includes(word)))
          .slice(0, limit),
      codeMeaning: async (code) => [held.codes?.[normaliseCode(code)]].filter((row) => row !== undefined),
      safetyFor: async () => [],
      documents: async () => [],
      importMarkdown: async () => {
        throw new Error('These stores take no documents.');
      },
    },
    records: {
      workOrdersByAsset: async (asset, limit) => (held.orders?.[normaliseCode(asset)] ?? []).slice(0, limit),
      assets: async () => [],
      importWorkOrders: async () => {
        throw new Error('These stores take no records.');
      },
    },
  };
}
