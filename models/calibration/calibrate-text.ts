import type { TextEmbedder } from '../../src/main/inference/text-embedder.ts';
import type { Language } from '../../src/main/domain/language.ts';
import type { LanguagePair, TextCut } from '../../src/main/memory/cuts.ts';
import { pairOf } from '../../src/main/memory/cuts.ts';
import { chooseCut, shareAtOrAbove } from './choose-cut.ts';
import { varyText } from './vary-text.ts';

/** One stored case in both languages. */
export interface CalibrationCase {
  readonly id: string;
  readonly equipment: string;
  readonly en: string;
  readonly zh: string;
}

/** A question in one language; `answers` names the cases that answer it, none for one that has nothing to do with machines. */
export interface CalibrationQuestion {
  readonly language: Language;
  readonly text: string;
  readonly answers: readonly string[];
}

/** Room between the most alike pair of different cases and the merge threshold. */
const mergeMargin = 0.005;
/** Below this no two notes are called near-identical, however far apart an embedder keeps different faults. */
const lowestMerge = 0.95;

/** Cuts of a text embedder for both languages and across them. */
export async function calibrateText(
  embedder: TextEmbedder,
  cases: readonly CalibrationCase[],
  questions: readonly CalibrationQuestion[],
): Promise<Record<LanguagePair, TextCut>> {
  const questionVectors = await embedder.embed(
    questions.map((question) => question.text),
    'query',
  );
  const cuts: Partial<Record<LanguagePair, TextCut>> = {};
  for (const text of ['en', 'zh'] as const) {
    const passages = await embedder.embed(
      cases.map((one) => one[text]),
      'passage',
    );
    for (const asked of ['en', 'zh'] as const) {
      const scores = scoreQuestions(asked, questions, questionVectors, cases, passages);
      // The same machine with another fault is no negative here: which of the two it is, ranking and the codes decide.
      const cut = chooseCut(scores.positives, scores.otherEquipment, scores.bestOfUnrelated);
      cuts[pairOf(asked, text)] = {
        cut,
        merge: asked === text ? chooseMerge(cases, passages) : null,
        positives: scores.positives.length,
        negatives: scores.unrelated.length + scores.otherEquipment.length + scores.sameEquipment.length,
        kept: shareAtOrAbove(scores.positives, cut),
        falseMatches: {
          unrelatedQuestions: shareAtOrAbove(scores.bestOfUnrelated, cut),
          unrelated: shareAtOrAbove(scores.unrelated, cut),
          otherEquipment: shareAtOrAbove(scores.otherEquipment, cut),
          sameEquipment: shareAtOrAbove(scores.sameEquipment, cut),
        },
      };
    }
  }
  return cuts as Record<LanguagePair, TextCut>;
}

/** Share of lightly edited cases (no capitals, turned sentences, typing slips) whose cosine with the original reaches `merge`. */
export async function shareMerged(
  embedder: TextEmbedder,
  cases: readonly CalibrationCase[],
  language: Language,
  merge: number,
): Promise<number> {
  const originals = cases.flatMap((one) => varyText(one[language]).map(() => one[language]));
  const variants = cases.flatMap((one) => varyText(one[language]));
  const [a, b] = [await embedder.embed(originals, 'passage'), await embedder.embed(variants, 'passage')];
  return shareAtOrAbove(
    a.map((vector, index) => cosineOf(vector, b[index] as Float32Array)),
    merge,
  );
}

interface Scores {
  readonly positives: number[];
  readonly sameEquipment: number[];
  readonly otherEquipment: number[];
  readonly unrelated: number[];
  /** The highest cosine that each unrelated question reaches against any case. */
  readonly bestOfUnrelated: number[];
}

function scoreQuestions(
  asked: Language,
  questions: readonly CalibrationQuestion[],
  questionVectors: readonly Float32Array[],
  cases: readonly CalibrationCase[],
  passages: readonly Float32Array[],
): Scores {
  const scores: Scores = { positives: [], sameEquipment: [], otherEquipment: [], unrelated: [], bestOfUnrelated: [] };
  questions.forEach((question, index) => {
    if (question.language !== asked) return;
    const cosines = passages.map((passage) => cosineOf(questionVectors[index] as Float32Array, passage));
    if (question.answers.length === 0) {
      scores.unrelated.push(...cosines);
      scores.bestOfUnrelated.push(Math.max(...cosines));
      return;
    }
    const equipment = new Set(cases.filter((one) => question.answers.includes(one.id)).map((one) => one.equipment));
    cases.forEach((one, row) => {
      const kind = question.answers.includes(one.id)
        ? scores.positives
        : equipment.has(one.equipment)
          ? scores.sameEquipment
          : scores.otherEquipment;
      kind.push(cosines[row] as number);
    });
  });
  return scores;
}

/** A little above the most alike pair of different faults: what lies higher says the same thing in other words. */
function chooseMerge(cases: readonly CalibrationCase[], passages: readonly Float32Array[]): number {
  let highest = -1;
  for (let a = 0; a < cases.length; a++) {
    for (let b = a + 1; b < cases.length; b++)
      highest = Math.max(highest, cosineOf(passages[a] as Float32Array, passages[b] as Float32Array));
  }
  return Math.min(1, Math.max(lowestMerge, Math.ceil((highest + mergeMargin) * 1000) / 1000));
}

function cosineOf(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] as number), 0);
}
