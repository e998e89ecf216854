import type { PiiKind } from '../domain/masked.ts';
import type { FoldedText } from './fold-text.ts';

/** One piece of personal data: offsets in the folded text, and the value in the form that two spellings of it share. */
export interface Span {
  readonly kind: PiiKind;
  readonly start: number;
  readonly end: number;
  readonly canonical: string;
}

/**
 * Finds one kind of personal data. Pure, never throws, and linear in the length of the text: patterns have
 * bounded repeats, and no two neighbouring repeats can match the same character.
 */
export interface Detector {
  readonly kind: PiiKind;
  detect(folded: FoldedText): Span[];
}

/** The span of a named group of a match made with the `d` flag; undefined when the group took no part. */
export function groupRange(match: RegExpExecArray, name: string): { start: number; end: number; text: string } | undefined {
  const range = match.indices?.groups?.[name];
  if (!range) return undefined;
  return { start: range[0], end: range[1], text: match.groups?.[name] ?? '' };
}

/** All spans of the group `value` of a pattern with the flags `dg`. `canonise` may return undefined to reject. */
export function spansOf(
  kind: PiiKind,
  text: string,
  pattern: RegExp,
  canonise: (value: string, start: number, end: number) => string | undefined,
): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    const range = groupRange(match, 'value');
    if (!range || range.end === range.start) continue;
    const canonical = canonise(range.text, range.start, range.end);
    if (canonical !== undefined) spans.push({ kind, start: range.start, end: range.end, canonical });
  }
  return spans;
}
