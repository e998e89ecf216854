import type { Detector, Span } from '../detector.ts';

const localEnd = /[\p{L}\p{N}._%+'-]{1,64}(?: ?[[(] ?at ?[\])] ?| ?)$/iu;
const domain = /^ ?((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,5}\p{L}{2,24})(?![\p{L}\p{N}])/u;
const at = /@|[[(] ?at ?[\])]/gi;

/** E-mail addresses, also with a blank around the @ or written `(at)`, any script. */
export const email: Detector = {
  kind: 'EMAIL',
  detect({ text }) {
    const spans: Span[] = [];
    for (const match of text.matchAll(at)) {
      const after = match.index + match[0].length;
      const left = localEnd.exec(text.slice(Math.max(0, match.index - 66), match.index));
      const right = domain.exec(text.slice(after, after + 260));
      if (!left || !right) continue;
      // In Chinese running text the word before the address belongs to the sentence.
      const local = /[A-Za-z0-9._%+'-]+ ?$/.exec(left[0])?.[0] ?? left[0];
      const name = local.trim().replace(/^[.'-]+/, '');
      if (name === '') continue;
      const start = match.index - local.length + local.indexOf(name);
      spans.push({ kind: 'EMAIL', start, end: after + right[0].length, canonical: `${name}@${right[1]}`.toLowerCase() });
    }
    return spans;
  },
};
