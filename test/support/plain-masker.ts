import type { Masked } from '../../src/main/domain/masked.ts';
import type { Masker } from '../../src/main/privacy/masked.ts';

/** A small masker: names after `contact:`, mail addresses and long phone numbers become placeholders. For tests of rooms that are handed one. */
export const plainMasker: Masker = {
  mask(text) {
    const spans: { start: number; end: number; kind: 'NAME' | 'EMAIL' | 'PHONE' }[] = [];
    const rules = [
      ['EMAIL', /[\w.]+@[\w.]+\w/g],
      ['PHONE', /(?<![\w-])\+?\d[\d ]{9,14}\d(?![\w-])/g],
      ['NAME', /(?<=(?:contact|联系人)[:：]\s?)(?:[A-Z][a-z]+ [A-Z][a-z]+|\p{Script=Han}{2,3})/gu],
    ] as const;
    let out = text;
    for (const [kind, rule] of rules) {
      out = out.replace(rule, (value, start: number) => {
        spans.push({ start, end: start + value.length, kind });
        return `[${kind}:0a1b]`;
      });
    }
    const kinds = [...new Set(spans.map((span) => span.kind))];
    return {
      text: out as Masked,
      counts: kinds.map((kind) => ({ kind, count: spans.filter((span) => span.kind === kind).length })),
      spans,
    };
  },
};
