import type { Masked } from '../domain/masked.ts';
import { literal } from '../privacy/masked.ts';

/**
 * The beginning of a masked text, cut at a sentence or a word and never within a placeholder (`[PHONE:7f3a…]`).
 * A part of masked text is masked.
 */
export function shortenMasked(text: Masked, maximum: number): Masked {
  const line = text.replace(/\s+/g, ' ').trim();
  const sentence = /^.*?(?:[.!?](?=\s|$)|[。！？；])/u.exec(line)?.[0] ?? line;
  if (sentence.length <= maximum) return literal(sentence.replace(/[.。；]$/u, ''));
  let end = maximum;
  const opened = sentence.lastIndexOf('[', end);
  if (opened >= 0 && sentence.indexOf(']', opened) >= end) end = opened;
  const blank = sentence.lastIndexOf(' ', end);
  if (blank > maximum / 2) end = Math.min(end, blank);
  // Not between the halves of a surrogate pair.
  if (/[\uD800-\uDBFF]/.test(sentence[end - 1] ?? '')) end -= 1;
  return literal(`${sentence.slice(0, end).trimEnd()}…`);
}
