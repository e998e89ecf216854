/**
 * Codes, part numbers and serials: how they are found in running text and compared.
 * `E-204`, `E204`, `e 204` are one code; `E-204` and `P-204` are two.
 */

const fullWidth = /[！-～]/gu;
const dashes = /[‐-―−－]/gu;

/** Full-width forms to ASCII, every dash to `-`; length in UTF-16 units is kept. */
export function foldWidth(text: string): string {
  return text
    .replace(fullWidth, (ch) => String.fromCharCode(ch.charCodeAt(0) - 0xfee0))
    .replace(dashes, '-')
    .replace(/\u3000/g, ' ');
}

/** `E-204`, `e 204`, `Ｅ２０４` → `E204`: upper case, only letters and digits. Empty when nothing remains. */
export function normaliseCode(code: string): string {
  return foldWidth(code)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

// A run of Latin letters and digits that holds at least one of each, in pieces joined by - / . _ :
// E-204, HP-40, 6205-2RS, 88231-A7, GE-3.1
const joined = /(?<![A-Za-z0-9])(?=[A-Za-z0-9./_-]*[A-Za-z])(?=[A-Za-z0-9./_-]*\d)[A-Za-z0-9]+(?:[-/._][A-Za-z0-9]+)*(?![A-Za-z0-9])/g;
// A letter prefix and a number with a blank between: E 204, Err 12, AL 07, F 3.
const spaced = /(?<![A-Za-z0-9])(?:E|F|A|AL|ALM|ERR|ER|FLT|SF|P|U|H)\s(\d{1,5})(?![A-Za-z0-9.,]*[A-Za-z0-9])/gi;
// 3 digits or more with pieces of digits: 100-4471, 22-0815-3 (dates are taken out below).
const digitsOnly = /(?<![A-Za-z0-9.-])\d{2,}(?:-\d{2,})+(?![A-Za-z0-9-])/g;
const unitAfterNumber =
  /^\d+(?:[.,/]\d+)?(?:nm|mm|cm|m|km|kg|g|mg|kw|w|kv|v|mv|ma|a|ah|hz|khz|mhz|rpm|bar|mbar|kpa|mpa|pa|psi|l|ml|s|ms|min|h|d|x|mm2|c|f|k|va|kva|db|ohm|in|ft|lb|st|nd|rd|th)$/i;
const isoDate = /^(?:19|20)\d\d-\d\d(?:-\d\d)?$/;

export interface FoundCode {
  /** As written. */
  readonly raw: string;
  readonly normal: string;
  /** UTF-16 offset in the text. */
  readonly start: number;
}

// What stands for a masked value is no code, although its digits look like one.
const placeholder = /\[[A-Z_]+:[0-9a-f]{4,64}\]/g;

/** All code-like pieces of a text in order, without measures (`25 Nm`, `24V`) and dates. */
export function findCodes(text: string): FoundCode[] {
  const folded = foldWidth(text).replace(placeholder, (match) => ' '.repeat(match.length));
  const found = new Map<number, FoundCode>();
  for (const pattern of [joined, spaced, digitsOnly]) {
    for (const match of folded.matchAll(pattern)) {
      const raw = match[0];
      if (unitAfterNumber.test(raw) || isoDate.test(raw)) continue;
      const normal = normaliseCode(raw);
      if (normal.length < 2 || [...found.values()].some((f) => match.index >= f.start && match.index < f.start + f.raw.length)) continue;
      found.set(match.index, { raw: text.slice(match.index, match.index + raw.length), normal, start: match.index });
    }
  }
  return [...found.values()].sort((a, b) => a.start - b.start);
}

const lookAlikeGroups = ['0OQD', '1IL', '5S', '8B', '69', '2Z'];

/** Spellings of a normalised code with one or two look-alike characters swapped; at most 24, without the code itself. */
export function lookAlikes(normal: string): string[] {
  const swaps: { at: number; to: string }[] = [];
  [...normal].forEach((ch, at) => {
    for (const group of lookAlikeGroups) {
      if (group.includes(ch)) for (const to of group) if (to !== ch) swaps.push({ at, to });
    }
  });
  const out = new Set<string>();
  const put = (code: string, swap: { at: number; to: string }) => code.slice(0, swap.at) + swap.to + code.slice(swap.at + 1);
  for (const swap of swaps) out.add(put(normal, swap));
  for (const first of swaps)
    for (const second of swaps) if (second.at > first.at && out.size < 24) out.add(put(put(normal, first), second));
  out.delete(normal);
  return [...out].slice(0, 24);
}
