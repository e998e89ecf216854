import { foldText } from '../fold-text.ts';
import { spansOf, type Detector } from '../detector.ts';

function patternOf(word: string): string {
  const body = word
    .split(/\s+/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('\\s+');
  // "Li" must not be found inside "Limit"; Chinese has no blanks between words.
  const left = /^[A-Za-z0-9]/.test(word) ? '(?<![A-Za-z0-9])' : '';
  const right = /[A-Za-z0-9]$/.test(word) ? '(?![A-Za-z0-9])' : '';
  return `${left}${body}${right}`;
}

/** The words of the user's own list, any case, whole words; blank entries are skipped. */
export function ownWords(words: readonly string[]): Detector {
  const folded = [...new Set(words.map((word) => foldText(word).text.replaceAll('\uFFFC', ' ').trim()).filter((word) => word !== ''))];
  folded.sort((a, b) => b.length - a.length);
  const pattern = folded.length === 0 ? undefined : new RegExp(`(?<value>${folded.map(patternOf).join('|')})`, 'dgiu');
  return {
    kind: 'OWN_WORD',
    detect: ({ text }) => (pattern ? spansOf('OWN_WORD', text, pattern, (value) => value.toLowerCase().replace(/\s+/g, ' ')) : []),
  };
}
