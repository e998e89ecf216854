import type { Detector, Span } from '../detector.ts';

// Lengths of the SWIFT IBAN registry.
const lengths: Record<string, number> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  AZ: 28,
  BA: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  BR: 29,
  BY: 28,
  CH: 21,
  CR: 22,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  DO: 28,
  EE: 20,
  EG: 29,
  ES: 24,
  FI: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GE: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  GT: 28,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IQ: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  KZ: 20,
  LB: 28,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MR: 27,
  MT: 31,
  MU: 30,
  NL: 18,
  NO: 15,
  PK: 24,
  PL: 28,
  PS: 29,
  PT: 25,
  QA: 29,
  RO: 24,
  RS: 22,
  SA: 24,
  SC: 31,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  TN: 24,
  TR: 26,
  UA: 29,
  VG: 24,
  XK: 20,
};
const start = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[ -]?[A-Za-z0-9]{2})/g;

/** Remainder 1 modulo 97 with the first four characters moved to the end (ISO 13616). */
export function isIban(value: string): boolean {
  let rest = 0;
  for (const ch of value.slice(4) + value.slice(0, 4)) {
    const number = Number.parseInt(ch, 36);
    rest = (number > 9 ? rest * 100 + number : rest * 10 + number) % 97;
  }
  return rest === 1;
}

/** IBANs of the countries in the registry, with or without blanks. */
export const iban: Detector = {
  kind: 'IBAN',
  detect({ text }) {
    const spans: Span[] = [];
    for (const match of text.matchAll(start)) {
      const length = lengths[match[0].slice(0, 2).toUpperCase()];
      if (length === undefined) continue;
      let value = '';
      let at = match.index;
      for (; at < text.length && value.length < length; at += 1) {
        const ch = text[at] as string;
        if (/[A-Za-z0-9]/.test(ch)) value += ch.toUpperCase();
        else if (!/[ -]/.test(ch) || /[ -]/.test(text[at - 1] ?? '')) break;
      }
      // Blanks stand between groups of four, or nowhere: anything else is a code in a sentence.
      const written = text.slice(match.index, at).split(/[ -]/);
      if (written.slice(0, -1).some((group) => group.length !== 4) && written.length > 1) continue;
      if (value.length === length && !/[A-Za-z0-9]/.test(text[at] ?? '') && isIban(value)) {
        spans.push({ kind: 'IBAN', start: match.index, end: at, canonical: value });
      }
    }
    return spans;
  },
};
