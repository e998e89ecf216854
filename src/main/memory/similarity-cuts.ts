import type { Language } from '../domain/language.ts';
import type { Cuts } from './cuts.ts';

/** The calibrated cuts, bound to the embedders in use. */
export interface SimilarityCuts {
  /** Text against text: language of the query, language of the case. */
  text(query: Language, passage: Language): number;
  /** Photo against photo. */
  image(): number;
  /** From here on two texts of one language say the same, if figures, codes and directions agree; above 1 where nothing is merged. */
  merge(language: Language): number;
}

/** Errors of its functions: `embedder-changed` for an embedder that was not calibrated. */
export function similarityCuts(cuts: Cuts, textEmbedder: string, imageEmbedder: string): SimilarityCuts {
  return {
    text: (query, passage) => cuts.cutFor(textEmbedder, query, passage).cut,
    image: () => cuts.imageCutFor(imageEmbedder).cut,
    merge: (language) => cuts.cutFor(textEmbedder, language, language).merge ?? Infinity,
  };
}
