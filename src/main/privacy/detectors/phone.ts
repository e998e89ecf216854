import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import { groupRange, type Detector, type Span } from '../detector.ts';
import { joinedToCode, namedAsCode } from '../number-context.ts';

const strongCue =
  /(?:(?<![a-z])(?:tel(?:efon|ephone|efoon)?|phone|fax|mobile|mob|cell ?phone|handy|hotline|whatsapp|telefono|sms|landline|(?:my|his|her|registered|contact|emergency|callback) number)(?![a-z])|(?<![a-z])(?:desk|office|home|work|direct|private):|电话|手机|联系方式|座机|传真|热线|号码|致电|拨打)(?:\s{0,3}(?:no|number|num|nr|is|at|on|号码?|是|为))*[\s.:#=()-]*$/i;
const weakCue =
  /(?:(?<![a-z])(?:call(?:ed|ing)?|dial|ring|text|reach(?:ed)?|contact|cell|registered|answering)(?![a-z])|联系|来电|打给|短信)(?:\s{0,3}(?:me|us|him|her|them|back|no|number|is|at|on|:|是))*[\s.:#=()-]*$/i;
const wordAfter = /^[ -]{0,2}\(?(?:office|fax|mobile|cell|home|handy)(?![a-z])/i;
const dateLike =
  /^(?:(?:19|20)\d\d[-. /]\d{1,2}[-. /]\d{1,2}(?![-./]?\d)|\d{1,2}[-. /]\d{1,2}[-. /](?:19|20)?\d\d(?![-./]?\d)|(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$)/;
const extension = /^(?:-\d{1,5}(?!\d)|\s?(?:ext\.?|extension|x|转|分机)\s?\d{1,6}(?!\d))/i;

/** Shapes that are phones without a word before them, and the countries that must call them valid. */
const shapes: readonly { pattern: RegExp; countries: readonly CountryCode[] }[] = [
  { pattern: /(?<value>(?:\+|(?<!\d)00) ?[1-9](?:[ .()/-]{0,3}\d){6,14})/dg, countries: [] },
  {
    pattern:
      /(?<value>(?<!\d)(?:86[ -]?)?1[3-9]\d(?:[ -]?\d{4}){2}|(?<!\d)(?:86[ -]?)?1[3-9]\d(?:[ -]?\d{2}){4}|(?<!\d)1[3-9]\d[ -]\d{3}[ -]\d{5})/dg,
    countries: ['CN'],
  },
  { pattern: /(?<value>\(?(?<!\d)0(?:10|2\d|[3-9]\d{2})\)?[ -]?\d{3,4}[ -]?\d{4}(?!\d))/dg, countries: ['CN'] },
  { pattern: /(?<value>(?<!\d)[48]00[- ]\d{3}[- ]?\d{4}|(?<!\d)[48]00\d[- ]\d{3}[- ]?\d{3})/dg, countries: [] },
  { pattern: /(?<value>(?:(?<!\d)1[-. ])?(?:\([2-9]\d{2}\) ?|(?<!\d)[2-9]\d{2}[-.])[2-9]\d{2}[-. ]\d{4})/dg, countries: ['US', 'CA'] },
  {
    pattern: /(?<value>(?<!\d)\(?0\d{1,4}\)?[ /]\d{2,8}(?:[ -]\d{2,6}){0,4})/dg,
    countries: ['GB', 'DE', 'FR', 'AT', 'CH', 'NL', 'BE', 'AU', 'IT', 'JP'],
  },
  { pattern: /(?<value>(?<!\d)07\d{9})/dg, countries: ['GB'] },
  { pattern: /(?<value>(?<!\d)01[567]\d{8,9})/dg, countries: ['DE'] },
];
const numberRun = /(?<value>\+?\(?\d(?:[ .()/-]{0,3}\d){4,16})/dg;
const likelyCountries: readonly CountryCode[] = ['CN', 'US', 'GB', 'DE'];
const serviceNumber = /^[48]00/;

function canonical(value: string, countries: readonly CountryCode[]): { text: string; valid: boolean } {
  const dialled = value.replace(/^\s*00(?=[1-9])/, '+').replace(/\/\s*/g, ' ');
  for (const country of dialled.startsWith('+') ? [undefined] : countries) {
    const parsed = parsePhoneNumberFromString(dialled, country);
    if (parsed?.isValid()) return { text: parsed.number, valid: true };
  }
  const digits = value.replace(/\D/g, '');
  return { text: digits, valid: countries.length === 0 && serviceNumber.test(digits) && digits.length === 10 };
}

/** A reading may follow a phone ("Tel 13800138000 3.5 bar"): the longest beginning that is a valid number is the phone; else the whole run. */
function phoneOfRun(run: string): { value: string; canonical: string } {
  const ends = [run.length];
  for (const blank of run.matchAll(/ +/g)) ends.unshift(blank.index);
  ends.sort((a, b) => b - a);
  for (const end of ends.slice(0, 8)) {
    const found = canonical(run.slice(0, end), likelyCountries);
    if (found.valid) return { value: run.slice(0, end), canonical: found.text };
  }
  return { value: run, canonical: canonical(run, likelyCountries).text };
}

function withExtension(text: string, end: number): number {
  return end + (extension.exec(text.slice(end, end + 14))?.[0].length ?? 0);
}

function hasSeparators(value: string): boolean {
  return /[ ()/.-]/.test(value.trim());
}

/**
 * Phone numbers of any country. With a word before it ("Tel", "call", 电话) any run of 5 (7 after a weak word) to 15
 * digits; without one only shapes of a country that libphonenumber calls valid there. Codes, dates and orders stay.
 */
export const phone: Detector = {
  kind: 'PHONE',
  detect({ digits: text }) {
    const spans: Span[] = [];
    for (const match of text.matchAll(numberRun)) {
      const range = groupRange(match, 'value');
      if (!range) continue;
      const count = range.text.replace(/\D/g, '').length;
      const before = text.slice(Math.max(0, range.start - 48), range.start);
      const strong = strongCue.test(before) || wordAfter.test(text.slice(range.end, range.end + 12));
      if (!(strong && count >= 5) && !(count >= 7 && weakCue.test(before))) continue;
      if (dateLike.test(range.text) || /[A-Za-z0-9_]/.test(text[withExtension(text, range.end)] ?? '')) continue;
      const number = phoneOfRun(range.text);
      spans.push({
        kind: 'PHONE',
        start: range.start,
        end: withExtension(text, range.start + number.value.length),
        canonical: number.canonical,
      });
    }
    for (const { pattern, countries } of shapes) {
      for (const match of text.matchAll(pattern)) {
        const range = groupRange(match, 'value');
        if (!range || dateLike.test(range.text)) continue;
        const end = withExtension(text, range.end);
        if (joinedToCode(text, range.start, end) || namedAsCode(text, range.start)) continue;
        if (countries[0] === 'CN' && range.text.startsWith('0') && !hasSeparators(range.text)) continue;
        // Eight digits after a zero are more often a part than a phone.
        if (range.text.replace(/\D/g, '').length < 9) continue;
        const found = canonical(range.text, countries);
        // Nothing but a phone is written with a plus and ten digits, even where a country does not give that number out.
        const isDialled = range.text.startsWith('+') && found.text.length >= 10;
        if (found.valid || isDialled) spans.push({ kind: 'PHONE', start: range.start, end, canonical: found.text });
      }
    }
    return spans;
  },
};
