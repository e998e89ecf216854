import type { PiiKind } from '../domain/masked.ts';
import type { MaskResult, Masker } from './masked.ts';

/** Personal data inside one line of a photo: UTF-16 offsets in the line, and the placeholder of the whole value. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: PiiKind;
  readonly placeholder: string;
}

interface PlacedSpan extends LineSpan {
  readonly crosses: boolean;
}

function withPlaceholders(result: MaskResult): (MaskResult['spans'][number] & { placeholder: string })[] {
  let shift = 0;
  return result.spans.map((span) => {
    // `[` + kind + `:` + 12 hex digits + `]`
    const length = span.kind.length + 15;
    const at = span.start + shift;
    shift += length - (span.end - span.start);
    return { ...span, placeholder: result.text.slice(at, at + length) };
  });
}

/** Masks lines joined by a separator and cuts what was found at the ends of the lines. */
function spansOfJoined(lines: readonly string[], separator: string, masker: Masker): PlacedSpan[][] {
  const found = withPlaceholders(masker.mask(lines.join(separator)));
  let offset = 0;
  return lines.map((line) => {
    const end = offset + line.length;
    const placed: PlacedSpan[] = [];
    for (const span of found) {
      if (span.start < end && span.end > offset) {
        placed.push({
          start: Math.max(span.start, offset) - offset,
          end: Math.min(span.end, end) - offset,
          kind: span.kind,
          placeholder: span.placeholder,
          crosses: span.start < offset || span.end > end,
        });
      }
    }
    offset = end + separator.length;
    return placed;
  });
}

function union(spans: readonly LineSpan[]): LineSpan[] {
  const merged: LineSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last && span.start < last.end) {
      const longer = span.end - span.start > last.end - last.start ? span : last;
      merged[merged.length - 1] = {
        start: last.start,
        end: Math.max(last.end, span.end),
        kind: longer.kind,
        placeholder: longer.placeholder,
      };
    } else {
      merged.push(span);
    }
  }
  return merged;
}

/**
 * Personal data in OCR lines in reading order, one list a line. The lines are read together, since "Contact:" may
 * stand on one line and the name on the next, and each pair of neighbours as one line, since a number may be broken.
 */
export function findInLines(lines: readonly string[], masker: Masker): LineSpan[][] {
  const together = spansOfJoined(lines, '\n', masker);
  const all: LineSpan[][] = together.map((spans) => [...spans]);
  for (let index = 0; index + 1 < lines.length; index += 1) {
    const pair = spansOfJoined([lines[index] as string, lines[index + 1] as string], ' ', masker);
    for (const side of [0, 1]) all[index + side]?.push(...(pair[side] ?? []).filter((span) => span.crosses));
  }
  return all.map(union);
}
