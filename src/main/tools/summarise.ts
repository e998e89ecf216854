import type { Evidence } from '../domain/evidence.ts';
import type { Masked } from '../domain/masked.ts';
import { joinMasked, literal, type Masker } from '../privacy/masked.ts';

const mostTokens = 120;

/** Tokens of a text for a small model: 1 a Han character, 1 for 3 other signs. On the safe side. */
function tokensOf(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return han + Math.ceil((text.length - han) / 3);
}

/** Whole lines as long as they fit into 120 tokens; a first line that is too long is cut at a word. */
export function summarise(lines: readonly Masked[], masker: Masker): Masked {
  const kept: Masked[] = [];
  let used = 0;
  for (const line of lines) {
    const flat = line.replace(/\s+/g, ' ').trim();
    const room = mostTokens - used - 1;
    if (tokensOf(flat) <= room) {
      kept.push(masker.mask(flat).text);
      used += tokensOf(flat) + 1;
      continue;
    }
    if (kept.length === 0) {
      let short = flat;
      while (tokensOf(short) > room - 1) short = short.slice(0, Math.max(1, Math.floor(short.length * 0.92)));
      kept.push(masker.mask(`${short.replace(/[[【][^\]】]*$/u, '').replace(/\s\S*$/u, '')} …`).text);
    }
    break;
  }
  return joinMasked(kept, '\n');
}

/** `[M-hp40#3.2] Oil over temperature: …`: what a model reads of a piece of evidence. */
export function evidenceLine(evidence: Evidence, masker: Masker): Masked {
  return masker.mask(`[${evidence.id}] ${evidence.text}`).text;
}

export const nothingFound = literal('Nothing found.');
