import { findCodes, foldWidth } from '../domain/code.ts';

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const stopWords = new Set(
  'a an and are as at be by can do does did for from has have how i if in is it its me my of on or our so that the their then there this to was we what when where which who why will with you your not no get got has been about any before happened solved fix fixed'
    .split(' ')
    .concat(
      '的 了 是 在 和 与 或 就 都 也 不 有 我 你 他 它 们 吗 呢 吧 啊 怎么 怎样 如何 什么 为什么 哪里 以前 之前 这个 那个 一个 请问 解决 处理 办法'.split(
        ' ',
      ),
    ),
);

/** English plurals and the usual endings fall off: `bearings` and `bearing`, `tripped` and `trip` meet. */
function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  const cut = word
    .replace(/ies$/, 'y')
    .replace(/(?<=[a-z]{2}[^s])s$/, '')
    .replace(/(?<=[a-z]{3})(?:ing|ed)$/, '')
    .replace(/e$/, '');
  return cut.replace(/([bdgmnprt])\1$/, '$1');
}

/** Content words and codes of a text in English or Chinese; codes in normalised form. */
export function keywordsOf(text: string): string[] {
  const folded = foldWidth(text.normalize('NFKC')).toLowerCase();
  const words: string[] = [];
  for (const part of segmenter.segment(folded)) {
    if (part.isWordLike !== true || stopWords.has(part.segment)) continue;
    words.push(stem(part.segment));
  }
  // The dictionary cuts compounds differently in different sentences: pairs of characters meet in every cut.
  for (const [run] of folded.matchAll(/\p{Script=Han}{2,}/gu)) {
    const signs = [...run];
    for (let i = 0; i + 1 < signs.length; i++) {
      const pair = `${signs[i]}${signs[i + 1]}`;
      if (!stopWords.has(pair)) words.push(`~${pair}`);
    }
  }
  for (const code of findCodes(text)) words.push(`#${code.normal}`);
  return words;
}

const k1 = 1.2;
const b = 0.75;

/** BM25 (Robertson and Zaragoza 2009, k1 1.2, b 0.75) over a few thousand passages, in memory. */
export class KeywordIndex {
  readonly #counts: readonly ReadonlyMap<string, number>[];
  readonly #lengths: readonly number[];
  readonly #frequency = new Map<string, number>();
  readonly #meanLength: number;

  constructor(texts: readonly string[]) {
    this.#counts = texts.map((text) => {
      const counts = new Map<string, number>();
      for (const word of keywordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
      for (const word of counts.keys()) this.#frequency.set(word, (this.#frequency.get(word) ?? 0) + 1);
      return counts;
    });
    this.#lengths = this.#counts.map((counts) => [...counts.values()].reduce((sum, count) => sum + count, 0));
    this.#meanLength = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, this.#lengths.length);
  }

  /** For each text a number in 0–1: BM25 as a share of what a text full of the query's words would reach. */
  score(query: string): number[] {
    const words = [...new Set(keywordsOf(query))];
    const total = this.#counts.length;
    const weight = (word: string): number =>
      Math.log(1 + (total - (this.#frequency.get(word) ?? 0) + 0.5) / ((this.#frequency.get(word) ?? 0) + 0.5));
    const ideal = words.reduce((sum, word) => sum + weight(word) * (k1 + 1), 0);
    return this.#counts.map((counts, i) => {
      if (ideal === 0) return 0;
      let sum = 0;
      for (const word of words) {
        const count = counts.get(word) ?? 0;
        if (count > 0) sum += (weight(word) * count * (k1 + 1)) / (count + k1 * (1 - b + (b * (this.#lengths[i] ?? 0)) / this.#meanLength));
      }
      return Math.min(1, sum / ideal);
    });
  }
}
