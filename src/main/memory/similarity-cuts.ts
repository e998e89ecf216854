import type { Language } from '../domain/language.ts';

/**
 * Cosines below which nothing counts as alike, for the embedders in use. Calibrated from labelled pairs: small
 * embedders give high cosines to unlike texts too, each language pair on its own level.
 */
export interface SimilarityCuts {
  /** Text against text: language of the query, language of the case. */
  text(query: Language, passage: Language): number;
  /** Photo against photo. */
  readonly image: number;
  /** From here on two texts of one language say the same, if figures, codes and directions agree. */
  merge(language: Language): number;
}
