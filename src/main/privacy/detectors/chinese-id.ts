import { spansOf, type Detector } from '../detector.ts';
import { joinedToCode, namedAsCode } from '../number-context.ts';

// First two digits of GB/T 2260: provinces.
const province = /^(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])/;
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const cue = /(?:身份证|证件|公民身份|(?<![a-z])id card|(?<![a-z])resident id|(?<![a-z])identity)[^\d\n]{0,12}$/i;
const eighteen = /(?<value>(?<![A-Za-z0-9])[1-8]\d{5}[ -]?\d{4}[ -]?\d{2}[ -]?\d{2}[ -]?\d{3}[ -]?[\dXx](?![A-Za-z0-9]))/dg;
const fifteen = /(?<value>(?<![A-Za-z0-9])[1-8]\d{14}(?![A-Za-z0-9]))/dg;

function isDate(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Check digit of GB 11643-1999 (ISO 7064 MOD 11-2). */
export function hasValidCheckDigit(id: string): boolean {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(id[index]), 0);
  return '10X98765432'[sum % 11] === id[17];
}

/** Chinese resident ID numbers: 18 digits with a right check digit, or 15 of the old form; with 身份证 before it the check digit may be wrong. */
export const chineseId: Detector = {
  kind: 'CN_ID',
  detect({ digits: text }) {
    const named = (start: number) => cue.test(text.slice(Math.max(0, start - 24), start));
    return [
      ...spansOf('CN_ID', text, eighteen, (value, start) => {
        const id = value.replace(/[ -]/g, '').toUpperCase();
        if (named(start)) return id;
        const year = Number(id.slice(6, 10));
        if (!province.test(id) || year < 1850 || year > 2100 || !isDate(year, Number(id.slice(10, 12)), Number(id.slice(12, 14))))
          return undefined;
        return hasValidCheckDigit(id) ? id : undefined;
      }),
      ...spansOf('CN_ID', text, fifteen, (value, start, end) => {
        if (named(start)) return value;
        if (joinedToCode(text, start, end) || namedAsCode(text, start) || !province.test(value)) return undefined;
        return isDate(1900 + Number(value.slice(6, 8)), Number(value.slice(8, 10)), Number(value.slice(10, 12))) ? value : undefined;
      }),
    ];
  },
};
