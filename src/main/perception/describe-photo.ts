import type { OcrLine, PhotoField, PhotoLabel, PhotoReading } from '../domain/photo.ts';

/** Longest description in characters: a poster full of text must not drown the question. */
const longest = 1200;

function cut(text: string): string {
  if (text.length <= longest) return text;
  const end = text.lastIndexOf(' ', longest - 1);
  return `${text.slice(0, end > longest / 2 ? end : longest - 1)}…`;
}

function fieldText(fields: readonly PhotoField<string>[]): string {
  return fields.map(({ name, value }) => `${name} ${value}`).join('; ');
}

function lineText(lines: readonly OcrLine<string>[]): string {
  return lines.map(({ text }) => text).join(' | ');
}

/**
 * The photo as structured text, in a fixed order: fields, lines, labels. It is what the answering model is shown;
 * the labels are marked as a guess.
 */
export function describePhoto(reading: {
  readonly fields: readonly PhotoField<string>[];
  readonly ocr: readonly OcrLine<string>[];
  readonly labels: readonly PhotoLabel[];
}): string {
  const parts: string[] = [];
  if (reading.fields.length > 0) parts.push(`Read: ${fieldText(reading.fields)}.`);
  if (reading.ocr.length > 0) parts.push(`Text: ${cut(lineText(reading.ocr))}.`);
  if (reading.labels.length > 0)
    parts.push(`May show: ${reading.labels.map(({ name, confidence }) => `${name} ${confidence.toFixed(2)}`).join(', ')}.`);
  return parts.length === 0 ? 'No text was read on the photo.' : parts.join('\n');
}

/**
 * What is embedded and searched: what was read, without labels, which would pull unrelated photos together.
 * Empty when nothing was read. A masked reading gives masked words only, yet the result must pass the masker to
 * become `Masked`.
 */
export function recallText(reading: Pick<PhotoReading<string>, 'fields' | 'ocr'>): string {
  const values = reading.fields.filter(({ name }) => name !== 'reading' && name !== 'serial').map(({ value }) => value);
  const lines = reading.ocr.map(({ text }) => text);
  const seen = new Set<string>();
  const parts = [...values, ...lines].filter((part) => {
    const key = part.toLowerCase();
    if (part === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return cut(parts.join(' '));
}
