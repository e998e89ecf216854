import { spansOf, type Detector } from '../detector.ts';
import { joinedToCode, namedAsCode, passesLuhn } from '../number-context.ts';

const cue =
  /(?:(?<![a-z])(?:card|cc|visa|mastercard|amex|maestro|credit|debit|unionpay)(?![a-z])|银行卡|信用卡|卡号|储蓄卡|借记卡|账户|账号)(?:\s{0,3}(?:no\.?|number|is|号码?|是|为))*[\s.:#=-]{0,4}$/i;
const run = /(?<value>(?<![A-Za-z0-9])\d(?:[ -]?\d){11,18}(?![A-Za-z0-9]))/dg;
const groups =
  /^(?:\d{12,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{4,5}|\d{6}([ -])\d{10,13}|\d{4}(?:([ -])\d{4}){3}\4\d{1,3})$/;

/** Lengths by the first digits: Visa, Mastercard, American Express, Discover, UnionPay, JCB, Diners, Maestro. */
function knownIssuer(digits: string): boolean {
  const length = digits.length;
  const four = Number(digits.slice(0, 4));
  if (digits.startsWith('4')) return length === 16 || length === 13 || length === 19;
  if (/^5[1-5]/.test(digits) || (four >= 2221 && four <= 2720)) return length === 16;
  if (/^3[47]/.test(digits)) return length === 15;
  if (/^(?:6011|64[4-9]|65)/.test(digits)) return length === 16 || length === 19;
  if (digits.startsWith('62')) return length >= 16;
  if (four >= 3528 && four <= 3589) return length === 16;
  if (/^3(?:0[0-5]|[689])/.test(digits)) return length === 14;
  return /^(?:50[0-9]|5[6-8]|6[0-9])/.test(digits) && length >= 16;
}

/** Bank card numbers: Luhn and a known issuer, or the word for a card before them. */
export const bankCard: Detector = {
  kind: 'CARD',
  detect: ({ digits: text }) =>
    spansOf('CARD', text, run, (value, start, end) => {
      const digits = value.replace(/\D/g, '');
      if (cue.test(text.slice(Math.max(0, start - 32), start))) return digits;
      if (!groups.test(value) || !knownIssuer(digits) || !passesLuhn(digits)) return undefined;
      return namedAsCode(text, start) || joinedToCode(text, start, end) ? undefined : digits;
    }),
};
