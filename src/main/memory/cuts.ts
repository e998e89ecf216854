import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import type { Language } from '../domain/language.ts';

const share = z.number().min(0).max(1);
const cosine = z.number().min(-1).max(1);

/** The pairs that `scripts/calibrate-recall.ts` measured. */
const measuredShape = {
  positives: z.number().int().positive(),
  negatives: z.number().int().positive(),
  /** Share of the positives at or above the cut. */
  kept: share,
};

const textCutSchema = z.object({
  /** Cosine of a query and a passage from which on the passage may be shown. */
  cut: cosine,
  /** Cosine of two passages from which on they may be one case; null between two languages, which are never merged. */
  merge: cosine.nullable(),
  ...measuredShape,
  /** Shares at or above the cut: of unrelated questions with any match, and of pairs by kind. */
  falseMatches: z.object({ unrelatedQuestions: share, unrelated: share, otherEquipment: share, sameEquipment: share }),
});
const imageCutSchema = z.object({ cut: cosine, ...measuredShape, falseMatches: share });

const languagePairs = ['en', 'zh', 'en-zh', 'zh-en'] as const;
export type LanguagePair = (typeof languagePairs)[number];

const embedderCutsSchema = z.object({
  text: z.record(z.enum(languagePairs), textCutSchema).optional(),
  image: imageCutSchema.optional(),
});
const cutsSchema = z.record(z.string(), embedderCutsSchema);

export type TextCut = z.infer<typeof textCutSchema>;
export type ImageCut = z.infer<typeof imageCutSchema>;

/** Calibrated cuts: cosines mean something only beside the embedder, the languages and the modality they were measured for. */
export interface Cuts {
  /** `question` and `text` are the languages of the query and of the stored case. Error: `embedder-changed` for an embedder without cuts. */
  cutFor(embedderId: string, question: Language, text: Language): TextCut;
  /** Error: `embedder-changed`. */
  imageCutFor(embedderId: string): ImageCut;
}

/** Reads the cuts that ship with the product, or another file of the same form. Error: `internal`. */
export async function loadCuts(file: string | URL = new URL('./cuts.json', import.meta.url)): Promise<Cuts> {
  let table: unknown;
  try {
    table = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new AppError('internal', 'The calibration of recall cannot be read. Install the program again.', { cause });
  }
  return createCuts(table);
}

/** Checks a table and gives access to it. Error: `internal` for a table that is not one. */
export function createCuts(table: unknown): Cuts {
  const parsed = cutsSchema.safeParse(table);
  if (!parsed.success)
    throw new AppError('internal', 'The calibration of recall is damaged. Install the program again.', { cause: parsed.error });
  return {
    cutFor(embedderId, question, text) {
      const cuts = parsed.data[embedderId]?.text;
      if (cuts === undefined) throw notCalibrated(embedderId);
      return cuts[pairOf(question, text)];
    },
    imageCutFor(embedderId) {
      const cut = parsed.data[embedderId]?.image;
      if (cut === undefined) throw notCalibrated(embedderId);
      return cut;
    },
  };
}

/** `en` and `zh` within one language, `en-zh` for an English question against a Chinese case. */
export function pairOf(question: Language, text: Language): LanguagePair {
  return question === text ? question : (`${question}-${text}` as LanguagePair);
}

function notCalibrated(embedderId: string): AppError {
  return new AppError(
    'embedder-changed',
    `Recall has not been calibrated for the model "${embedderId}". Choose a model that ships, or run scripts/calibrate-recall.ts for this one.`,
    { data: { embedderId } },
  );
}
