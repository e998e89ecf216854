import { foldKeywords } from './search-text.ts';

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Words of a text, folded; Chinese by ICU's dictionary. */
export function wordsOf(text: string): string[] {
  return [...segmenter.segment(foldKeywords(text))].filter((part) => part.isWordLike === true).map((part) => part.segment);
}

/** Share of words that two texts have in common (Jaccard), 0–1; two empty texts are alike. */
export function wordOverlap(a: string, b: string): number {
  const one = new Set(wordsOf(a));
  const other = new Set(wordsOf(b));
  if (one.size === 0 && other.size === 0) return 1;
  const common = [...one].filter((word) => other.has(word)).length;
  return common / (one.size + other.size - common);
}
