// "No. 5", "approx. 3", "e.g. the pump": a full stop that ends no sentence.
const abbreviation = /(?:\b(?:no|nr|approx|ca|e\.g|i\.e|max|min|fig|vs|resp|incl|temp|pos|mr|mrs|dr)|^\s*\d{1,2})\.$/i;

/** Offset after the first whole sentence, or -1 while it may go on. At the end of a text pass `atEnd`. */
export function endOfSentence(text: string, atEnd = false): number {
  for (let at = 0; at < text.length; at++) {
    const ch = text[at] ?? '';
    if (ch === '\n' && text.slice(0, at).trim() !== '') return at + 1;
    if (/[。！？；]/u.test(ch)) return /[”」』"）)]/u.test(text[at + 1] ?? '') ? at + 2 : at + 1;
    if (!/[.!?]/.test(ch)) continue;
    const next = text[at + 1];
    if (next === undefined) return atEnd ? at + 1 : -1;
    // A full stop inside a number, a name or a version ends nothing.
    if (!/\s/.test(next) && !/\p{Script=Han}/u.test(next)) continue;
    if (abbreviation.test(text.slice(0, at + 1))) continue;
    return at + 1;
  }
  return atEnd && text !== '' ? text.length : -1;
}

/** A text as its sentences, trimmed, without empty ones. Decimals, versions and list markers are not split. */
export function splitSentences(text: string): string[] {
  const out: string[] = [];
  let rest = text;
  while (rest.trim() !== '') {
    const end = endOfSentence(rest, true);
    if (end <= 0) break;
    const sentence = rest.slice(0, end).trim();
    if (sentence !== '') out.push(sentence);
    rest = rest.slice(end);
  }
  return out;
}
