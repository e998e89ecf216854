import { piiKinds } from '../domain/masked.ts';

/**
 * A text as the detectors see it: full-width forms, odd dashes, odd spaces and foreign digits are plain ASCII,
 * invisible characters are gone, and each placeholder is one `hidden` character.
 */
export interface FoldedText {
  readonly text: string;
  /** As `text`, same length, with O, o, I, l and | turned into digits inside runs of digits (what OCR confuses). */
  readonly digits: string;
  /** Offsets in the folded text → offsets in the original (UTF-16). */
  toOriginal(start: number, end: number): { start: number; end: number };
}

/** Stands for a placeholder in the folded text; no detector matches it. */
export const hidden = '\uFFFC';

/** A placeholder as stored (12 hex digits) or as shown (4). */
export const placeholder = new RegExp(`\\[(?:${piiKinds.join('|')}):[0-9a-f]{4}(?:[0-9a-f]{8})?\\]`, 'g');

const onlyAscii = /^[\x00-\x7f]*$/;
const invisible = /[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFE00-\uFE0F\uFEFF]/;
const dash = /[\u2010-\u2015\u2043\u2212\uFE58\uFE63\uFF0D]/;
const space = /\p{Zs}/u;
const decimalDigit = /\p{Nd}/u;

function foldCharacter(ch: string): string {
  const point = ch.codePointAt(0) as number;
  if (point >= 0x4e00 && point <= 0x9fff) return ch;
  if (ch === hidden) return ' ';
  if (invisible.test(ch)) return '';
  if (dash.test(ch)) return '-';
  if (point >= 0xff01 && point <= 0xff5e) return String.fromCharCode(point - 0xfee0);
  if (space.test(ch)) return ' ';
  if (ch === '\u2018' || ch === '\u2019') return "'";
  if (ch === '\u201c' || ch === '\u201d') return '"';
  if (decimalDigit.test(ch)) {
    const plain = ch.normalize('NFKC');
    if (plain.length === 1 && plain >= '0' && plain <= '9') return plain;
    // Digits of a script stand in a row of ten: the distance from its zero is the value.
    let value = 0;
    while (value < 9 && decimalDigit.test(String.fromCodePoint(point - value - 1))) value += 1;
    return String(value);
  }
  return ch;
}

const digitRun = /(?<![A-Za-z0-9])[0-9OoIl|](?:[ -]?[0-9OoIl|]){8,24}(?![A-Za-z0-9])/g;
const confused: Record<string, string> = { O: '0', o: '0', I: '1', l: '1', '|': '1' };

/** At most three confused characters beside at least eight digits: fewer digits are a code, not a number. */
function readAsDigits(text: string): string {
  return text.replace(digitRun, (run) => {
    const letters = run.match(/[OoIl|]/g)?.length ?? 0;
    const digits = run.match(/\d/g)?.length ?? 0;
    if (letters === 0 || letters > 3 || digits < 8) return run;
    return run.replace(/(?<=[0-9OoIl|])[OoIl|]|[OoIl|](?=[0-9OoIl|])/g, (ch) => confused[ch] ?? ch);
  });
}

/** Folds a text; the given ranges of the original (sorted, disjoint) and placeholders become one `hidden` character each. */
export function foldText(original: string, masked: readonly { start: number; end: number }[] = []): FoldedText {
  const closed = [...masked];
  for (const match of original.matchAll(placeholder)) {
    const range = { start: match.index, end: match.index + match[0].length };
    if (!closed.some((other) => other.start < range.end && range.start < other.end)) closed.push(range);
  }
  closed.sort((a, b) => a.start - b.start);
  if (closed.length === 0 && onlyAscii.test(original)) {
    return { text: original, digits: readAsDigits(original), toOriginal: (start, end) => ({ start, end }) };
  }
  const starts: number[] = [];
  const ends: number[] = [];
  const pieces: string[] = [];
  let next = 0;
  for (let at = 0; at < original.length;) {
    const range = closed[next];
    if (range && at >= range.start) {
      next += 1;
      if (range.end <= at) continue;
      pieces.push(hidden);
      starts.push(at);
      ends.push(range.end);
      at = range.end;
      continue;
    }
    const code = original.charCodeAt(at);
    if (code < 0x80) {
      pieces.push(original[at] as string);
      starts.push(at);
      ends.push(at + 1);
      at += 1;
      continue;
    }
    const ch = String.fromCodePoint(original.codePointAt(at) as number);
    const folded = foldCharacter(ch);
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(folded.length === ch.length ? at + unit : at);
      ends.push(folded.length === ch.length ? at + unit + 1 : at + ch.length);
    }
    pieces.push(folded);
    at += ch.length;
  }
  const text = pieces.join('');
  return {
    text,
    digits: readAsDigits(text),
    toOriginal: (start, end) => ({ start: starts[start] ?? original.length, end: ends[end - 1] ?? original.length }),
  };
}
