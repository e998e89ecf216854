import type { Language } from '../domain/language.ts';

/**
 * Where cosines of the shipped text embedder (multilingual-e5-small) stop meaning anything, per language of question
 * and passage: `none` is what unrelated pairs reach, `full` what good pairs reach. Measured on the sample manuals.
 */
const spans: Readonly<Record<`${Language}-${Language}`, { readonly none: number; readonly full: number }>> = {
  'en-en': { none: 0.79, full: 0.9 },
  'zh-zh': { none: 0.83, full: 0.92 },
  'en-zh': { none: 0.78, full: 0.87 },
  'zh-en': { none: 0.78, full: 0.87 },
};

/** A cosine as 0–1 between the two marks. */
export function scaleCosine(cosine: number, from: Language, to: Language): number {
  const span = spans[`${from}-${to}`];
  return Math.min(1, Math.max(0, (cosine - span.none) / (span.full - span.none)));
}

/**
 * Below this score (0–1) a passage is not shown. When the machine is known only its own documents are searched, so
 * less is asked; when it is not, a question about something else must find nothing.
 */
export const passageCut = { ownMachine: 0.3, anyMachine: 0.42 } as const;
