/** Recall counts this many times as much as precision: a case that is not shown is lost, one too many is read and passed over. */
const beta = 1.5;

/** Above the cut no more than this share of any kind of negatives that must not match at all. */
const toleratedShare = 0.1;

/**
 * The threshold with the best F1.5. `positives` are cosines of pairs that belong together, `negatives` of what should not match:
 * precision is kept / (kept + share of the negatives let through), so both sides weigh the same however many there are.
 * `forbidden` is what must not match, and bounds the cut from below. Thresholds are tried at three decimals; of equal ones the highest wins.
 */
export function chooseCut(positives: readonly number[], negatives: readonly number[], forbidden: readonly number[] = []): number {
  let best = { cut: 1, score: -1 };
  for (let step = -1000; step <= 1000; step++) {
    const cut = step / 1000;
    const recall = shareAtOrAbove(positives, cut);
    if (recall === 0) break;
    const forbiddenShare = shareAtOrAbove(forbidden, cut);
    if (forbiddenShare > toleratedShare) continue;
    const precision = recall / (recall + Math.max(forbiddenShare, shareAtOrAbove(negatives, cut)));
    const score = ((1 + beta ** 2) * precision * recall) / (beta ** 2 * precision + recall);
    if (score >= best.score) best = { cut, score };
  }
  return best.cut;
}

/** Share of `values` at or above `threshold`, 0–1, rounded to four decimals. */
export function shareAtOrAbove(values: readonly number[], threshold: number): number {
  if (values.length === 0) return 0;
  return Math.round((values.filter((value) => value >= threshold).length / values.length) * 10_000) / 10_000;
}
