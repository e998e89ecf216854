import { loadCuts, type Cuts } from '../memory/cuts.ts';
import type { SimilarityCuts } from '../memory/similarity-cuts.ts';

export interface LoadedCuts {
  readonly table: Cuts;
  /** The cuts of the two embedders in use. */
  readonly similarity: SimilarityCuts;
}

/** The calibrated cuts of the embedders in use. Errors: `embedder-changed` for one without cuts. */
export async function loadSimilarityCuts(textEmbedder: string, imageEmbedder: string): Promise<LoadedCuts> {
  const table = await loadCuts();
  return {
    table,
    similarity: {
      text: (query, passage) => table.cutFor(textEmbedder, query, passage).cut,
      image: table.imageCutFor(imageEmbedder).cut,
      // Texts of one language always have a cut for merging; 1 merges nothing but the same text.
      merge: (language) => table.cutFor(textEmbedder, language, language).merge ?? 1,
    },
  };
}
