import type { Masked, MaskedCount, PiiKind } from '../domain/masked.ts';
import type { FieldName, OcrLine, PhotoField, PhotoReading } from '../domain/photo.ts';
import type { Masker } from './masked.ts';
import { placeholder } from './fold-text.ts';
import { findInLines, type LineSpan } from './reading-spans.ts';

/** What the perception room already knows a field to be, said so that the masker knows it too. */
const cues: Record<FieldName, string> = {
  'fault-code': 'code ',
  model: 'model ',
  serial: 'S/N ',
  'part-number': 'P/N ',
  asset: 'asset ',
  reading: '',
  equipment: 'equipment ',
};

function replaceSpans(text: string, spans: readonly LineSpan[]): { text: string; offsets: (at: number) => number } {
  let out = '';
  let at = 0;
  const shifts: { from: number; to: number; start: number; length: number }[] = [];
  for (const span of spans) {
    out += text.slice(at, span.start);
    shifts.push({ from: span.start, to: span.end, start: out.length, length: span.placeholder.length });
    out += span.placeholder;
    at = span.end;
  }
  const offsets = (index: number): number => {
    let moved = index;
    for (const shift of shifts) {
      if (index >= shift.from && index < shift.to) return -1;
      if (index >= shift.to) moved += shift.length - (shift.to - shift.from);
    }
    return moved;
  };
  return { text: out + text.slice(at), offsets };
}

function replaceWhole(text: string, value: string, by: string): string {
  const left = /^[A-Za-z0-9]/.test(value) ? '(?<![A-Za-z0-9])' : '';
  const right = /[A-Za-z0-9]$/.test(value) ? '(?![A-Za-z0-9])' : '';
  return text.replace(new RegExp(left + value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') + right, 'g'), () => by);
}

/**
 * Masks every text of a reading: OCR lines in the context of their neighbours, fields, description. Boxes and
 * confidences stay. `counts` counts different values, each once. A field that held personal data can no longer be
 * looked up: its `normal` and `lookAlikes` are empty.
 */
export function maskReading(reading: PhotoReading<string>, masker: Masker): { reading: PhotoReading; counts: MaskedCount[] } {
  const found = findInLines(
    reading.ocr.map((line) => line.text),
    masker,
  );
  const values: { text: string; placeholder: string }[] = [];
  const ocr = reading.ocr.map((line, index): OcrLine => {
    const spans = found[index] ?? [];
    for (const span of spans) values.push({ text: line.text.slice(span.start, span.end), placeholder: span.placeholder });
    const replaced = replaceSpans(line.text, spans);
    // What context alone kept (a serial under "S/N") stays: the line was masked together with its neighbours.
    return { ...line, text: replaced.text as Masked, doubtful: line.doubtful.map(replaced.offsets).filter((at) => at >= 0) };
  });
  values.sort((a, b) => b.text.length - a.text.length);
  const long = values.filter((value) => value.text.trim().length >= 2);

  const fields = reading.fields.map((field): PhotoField => {
    const known = long.find((value) => value.text.includes(field.value) || field.value.includes(value.text));
    const cue = cues[field.name];
    const inner = masker.mask(cue + field.value).text.slice(cue.length);
    const value = (known ? known.placeholder : inner) as Masked;
    return value === field.value ? { ...field, value } : { ...field, value, normal: '', lookAlikes: [] };
  });

  let description = reading.description;
  for (const { text, placeholder: by } of long) description = replaceWhole(description, text, by);
  const kept = new Set(reading.fields.filter((field, index) => fields[index]?.value === field.value).map((field) => field.value));
  const described = maskKeeping(description, kept, masker);

  const seen = new Set<string>();
  const counts = new Map<PiiKind, number>();
  for (const text of [...ocr.map((line) => line.text), ...fields.map((field) => field.value), described]) {
    for (const match of text.matchAll(placeholder)) {
      if (seen.has(match[0])) continue;
      seen.add(match[0]);
      const kind = match[0].slice(1, match[0].indexOf(':')) as PiiKind;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  return { reading: { ...reading, ocr, fields, description: described }, counts: [...counts].map(([kind, count]) => ({ kind, count })) };
}

/** Masks a text, but leaves spans that are exactly a value which its own line, read in context, showed to be a code. */
function maskKeeping(text: string, kept: ReadonlySet<string>, masker: Masker): Masked {
  const result = masker.mask(text);
  if (!result.spans.some((span) => kept.has(text.slice(span.start, span.end)))) return result.text;
  const spans: LineSpan[] = [];
  let shift = 0;
  for (const span of result.spans) {
    const length = span.kind.length + 15;
    const at = span.start + shift;
    shift += length - (span.end - span.start);
    if (!kept.has(text.slice(span.start, span.end))) spans.push({ ...span, placeholder: result.text.slice(at, at + length) });
  }
  return replaceSpans(text, spans).text as Masked;
}

/** The counts of two maskings together, one entry for each kind. */
export function addCounts(first: readonly MaskedCount[], second: readonly MaskedCount[]): MaskedCount[] {
  const sums = new Map<PiiKind, number>();
  for (const { kind, count } of [...first, ...second]) sums.set(kind, (sums.get(kind) ?? 0) + count);
  return [...sums].map(([kind, count]) => ({ kind, count }));
}

/** The same counts as the audit log takes them: kind → number. */
export function countsByKind(masked: readonly MaskedCount[]): Partial<Record<PiiKind, number>> {
  return Object.fromEntries(addCounts(masked, []).map(({ kind, count }) => [kind, count]));
}
