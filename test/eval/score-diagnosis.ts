import { z } from 'zod';
import { languages } from '../../src/main/domain/language.ts';

/** One labelled question. `case` is the source id of the case that answers it; null when nothing in the memory does. */
export const diagnoseItemSchema = z.strictObject({
  id: z.string(),
  language: z.enum(languages),
  category: z.string(),
  question: z.string(),
  photos: z.array(z.string()),
  case: z.string().nullable(),
  /** Facts of the answer; an inner list holds spellings of which one is enough. */
  mustContain: z.array(z.union([z.string(), z.array(z.string())])),
  mustNotContain: z.array(z.string()),
});
export type DiagnoseItem = z.infer<typeof diagnoseItemSchema>;

/** What a run gave, as far as the score needs it. */
export interface DiagnosisOutcome {
  readonly answer: string;
  readonly stopped: string;
  readonly similarCases: readonly { readonly id: string; readonly sourceId: string }[];
  /** Everything that was shown as evidence: texts of cases, passages and records, what was read on the photos. */
  readonly shown: readonly string[];
  readonly tokens: number;
  readonly seconds: number;
}

export interface ItemScore {
  readonly id: string;
  readonly language: string;
  readonly category: string;
  readonly answerable: boolean;
  readonly rightCaseFirst: boolean;
  readonly grounded: boolean;
  readonly declined: boolean;
  readonly inventedFigures: readonly string[];
  readonly tokens: number;
  readonly seconds: number;
  /** Why it counts as failed; empty when it does not. */
  readonly reasons: readonly string[];
}

const citation = /[[【]\s*((?:C|M|W|P|X)-[^\]】\s]+)\s*[\]】]/gu;

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‐-―−]/gu, '-')
    .toLowerCase()
    .replace(/\s+/g, '');
}

export function citedIds(answer: string): string[] {
  return [...answer.matchAll(citation)].map((match) => match[1] ?? '');
}

const unit =
  /^\s*(nm|bar|mbar|kpa|mpa|psi|mm\/s|l\/min|mm|µm|μm|cm|rpm|khz|hz|kw|mohm|kohm|ohm|欧|℃|°c|k|v|a|w|%|kg|g|l|h|min|s|分钟|小时|秒|天)(?![a-z])/iu;

/** Codes, part numbers and figures of a text, each in one spelling. Written apart from the product's own check on purpose. */
export function figuresOf(text: string): string[] {
  let rest = text
    .normalize('NFKC')
    .replace(/[‐-―−]/gu, '-')
    .replace(citation, ' ')
    .replace(/\[[A-Z_]+:[0-9a-f]+\]/g, ' ')
    .replace(/\[\d{1,2}\]/g, ' ')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/(?<=\d),(?=\d)/g, '.')
    .replace(/\b(E|F|AL|ERR)\s(?=\d{2,5}\b)/gi, '$1');
  // "1." and "(2)" at the beginning of a line count steps.
  rest = rest.replace(/^[ \t]*(?:[-*][ \t]*)?[(（]?\d{1,2}[.)、）](?=[\s\p{L}])/gmu, ' ');
  const out: string[] = [];
  for (const match of rest.matchAll(/[A-Za-z0-9]+(?:[-./][A-Za-z0-9]+)*/g)) {
    const word = match[0];
    if (!/\d/.test(word)) continue;
    const measure = /^(\d+(?:[.,]\d+)?)([A-Za-z]+(?:\/[a-z]+)?)?$/.exec(word);
    const tail = rest.slice(match.index + word.length);
    if (measure?.[1] !== undefined && (measure[2] === undefined || unit.test(measure[2]))) {
      const name = (measure[2] ?? unit.exec(tail)?.[1] ?? '').toLowerCase();
      out.push(`${Number(measure[1].replace(',', '.'))}${name === '' ? '' : ` ${name.normalize('NFKC')}`}`);
      continue;
    }
    out.push(word.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  }
  return out;
}

/** Figures of an answer that stand nowhere in what was shown or asked. */
export function inventedFigures(answer: string, allowed: readonly string[]): string[] {
  const known = new Set<string>();
  for (const text of allowed) {
    for (const figure of figuresOf(text)) {
      known.add(figure);
      // A bare number in the answer may be one that carries a unit in the evidence.
      known.add(figure.split(' ')[0] ?? figure);
    }
  }
  const squeezed = allowed
    .map((text) =>
      text
        .normalize('NFKC')
        .toUpperCase()
        .replace(/[^A-Z0-9\p{Script=Han}]/gu, ''),
    )
    .join('\n');
  return [
    ...new Set(
      figuresOf(answer).filter(
        (figure) =>
          !known.has(figure) &&
          !(/[A-Z]/.test(figure) && /\d/.test(figure) && figure.length >= 4 && !figure.includes(' ') && squeezed.includes(figure)),
      ),
    ),
  ];
}

/** How one answer did. A declined answerable question counts as wrong. */
export function scoreDiagnosis(item: DiagnoseItem, outcome: DiagnosisOutcome): ItemScore {
  const answer = fold(outcome.answer);
  const cited = citedIds(outcome.answer);
  const invented = inventedFigures(outcome.answer, [item.question, ...outcome.shown]);
  const declined = outcome.stopped === 'no-evidence' || (cited.length === 0 && outcome.similarCases.length === 0);
  const rightCaseFirst = item.case !== null && outcome.similarCases[0]?.sourceId === item.case;
  const rightId = outcome.similarCases.find((found) => found.sourceId === item.case)?.id;
  const missing = item.mustContain.filter((fact) => ![fact].flat().some((spelling) => answer.includes(fold(spelling))));
  const forbidden = item.mustNotContain.filter((fact) => answer.includes(fold(fact)));
  const citesRight = rightId !== undefined && cited.includes(rightId);
  const grounded = item.case !== null && !declined && missing.length === 0 && forbidden.length === 0 && citesRight;
  const reasons: string[] = [];
  if (item.case !== null) {
    if (!rightCaseFirst) reasons.push(`first case is ${outcome.similarCases[0]?.sourceId ?? 'none'}, not ${item.case}`);
    if (declined) reasons.push('declined');
    if (missing.length > 0) reasons.push(`answer lacks ${missing.map((fact) => [fact].flat()[0]).join(', ')}`);
    if (!citesRight) reasons.push('does not cite the right case');
  } else if (!declined) reasons.push('not declined');
  if (forbidden.length > 0) reasons.push(`answer holds ${forbidden.join(', ')}`);
  if (invented.length > 0) reasons.push(`invented: ${invented.join(', ')}`);
  return {
    id: item.id,
    language: item.language,
    category: item.category,
    answerable: item.case !== null,
    rightCaseFirst,
    grounded,
    declined: declined && forbidden.length === 0,
    inventedFigures: invented,
    tokens: outcome.tokens,
    seconds: outcome.seconds,
    reasons,
  };
}

export interface DiagnoseSummary {
  readonly total: number;
  readonly answerable: number;
  readonly rightCaseFirst: number;
  readonly grounded: number;
  readonly inventedFigures: number;
  readonly unanswerable: number;
  readonly declined: number;
  readonly failures: readonly { readonly id: string; readonly reasons: readonly string[] }[];
}

export function summariseScores(scores: readonly ItemScore[]): DiagnoseSummary {
  const answerable = scores.filter((score) => score.answerable);
  const unanswerable = scores.filter((score) => !score.answerable);
  return {
    total: scores.length,
    answerable: answerable.length,
    rightCaseFirst: answerable.filter((score) => score.rightCaseFirst).length,
    grounded: answerable.filter((score) => score.grounded).length,
    inventedFigures: scores.reduce((sum, score) => sum + score.inventedFigures.length, 0),
    unanswerable: unanswerable.length,
    declined: unanswerable.filter((score) => score.declined).length,
    failures: scores.filter((score) => score.reasons.length > 0).map(({ id, reasons }) => ({ id, reasons })),
  };
}
