import type { RemovedClaim } from '../domain/diagnosis.ts';
import type { Masker } from '../privacy/masked.ts';
import { findFigures, KnownFigures } from './figures.ts';
import { defeatsProtection } from '../memory/defeats-protection.ts';

/** What the check says about one sentence: the text to show (empty when it was left out) and what was taken away. */
export interface CheckedSentence {
  readonly text: string;
  readonly checked: number;
  readonly removed: readonly RemovedClaim[];
}

export interface GroundingCheck {
  check(sentence: string): CheckedSentence;
}

const citations = /\s?[[【(]((?:C|M|W|R|P|K|F|X)-[A-Za-z0-9#._/:-]+|\d{1,2})[\]】)]/gu;

/**
 * Holds a sentence of the model against the evidence that is cited or shown. A figure, code or date that does not
 * stand there takes its whole sentence away (half a sentence about a torque is worse than none); a citation of
 * something that was not retrieved is cut out, and so is advice to defeat a protection.
 */
export function createGroundingCheck(options: {
  evidence: readonly string[];
  codes: readonly string[];
  ids: ReadonlySet<string>;
  masker: Masker;
}): GroundingCheck {
  const known = new KnownFigures();
  for (const text of options.evidence) known.add(text);
  for (const code of options.codes) known.addCode(code);
  const claim = (value: string, reason: RemovedClaim['reason']): RemovedClaim => ({ value: options.masker.mask(value).text, reason });

  return {
    check(sentence) {
      const removed: RemovedClaim[] = [];
      let checked = 0;
      const text = sentence.replace(citations, (whole, id: string) => {
        checked++;
        if (options.ids.has(id)) return whole;
        // A bare number in brackets is the model counting candidates: our own citations carry ids.
        if (!/^\d+$/.test(id)) removed.push(claim(id, 'citation-not-retrieved'));
        return '';
      });
      const figures = findFigures(text);
      checked += figures.length;
      const unknown = figures.filter((figure) => !known.has(figure));
      if (unknown.length > 0)
        return { text: '', checked, removed: [...removed, ...unknown.map((figure) => claim(figure.raw, 'figure-not-in-evidence'))] };
      if (defeatsProtection(text))
        return { text: '', checked: checked + 1, removed: [...removed, claim(text.slice(0, 80), 'unsafe-workaround')] };
      return { text, checked, removed };
    },
  };
}
