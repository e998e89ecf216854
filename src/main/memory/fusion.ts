/** Scores of one candidate; null where the query has nothing to compare. */
export interface CandidateScores {
  /** BM25, 0 and above; 0 when no word matches. */
  readonly words: number;
  /** Cosine of the text vectors. */
  readonly text: number | null;
  /** Cosine of the image vectors; null also for a case without a photo. */
  readonly image: number | null;
}

export interface FusionWeights {
  /** 0–1: share of the words against the text vector. */
  readonly keyword: number;
  /** 0–1: share of the image vector in the whole, when the query carries one. */
  readonly image: number;
}

/**
 * One value per candidate, 0–1: the weighted sum of min-max normalised scores. Rank fusion is measurably worse
 * (maintnorm R@1: weighted sum 94.6, rank fusion 92.9). A source in which all are equal tells nothing and gives all 1.
 */
export function fuse(candidates: readonly CandidateScores[], weights: FusionWeights): number[] {
  const words = normalise(candidates.map((candidate) => candidate.words));
  const text = normalise(candidates.map((candidate) => candidate.text));
  const image = normalise(candidates.map((candidate) => candidate.image));
  const hasText = candidates.some((candidate) => candidate.text !== null);
  const hasWords = candidates.some((candidate) => candidate.words > 0);
  const hasImage = candidates.some((candidate) => candidate.image !== null);
  const imageShare = hasImage ? (hasText || hasWords ? weights.image : 1) : 0;
  const keywordShare = (hasWords ? (hasText ? weights.keyword : 1) : 0) * (1 - imageShare);
  const textShare = hasText ? 1 - imageShare - keywordShare : 0;
  return candidates.map((_, at) => keywordShare * (words[at] ?? 0) + textShare * (text[at] ?? 0) + imageShare * (image[at] ?? 0));
}

function normalise(values: readonly (number | null)[]): number[] {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return values.map(() => 0);
  const low = Math.min(...known);
  const high = Math.max(...known);
  return values.map((value) => (value === null ? 0 : high === low ? 1 : (value - low) / (high - low)));
}
