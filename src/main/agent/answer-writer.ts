import type { DiagnosisEvent, RemovedClaim } from '../domain/diagnosis.ts';
import type { Evidence } from '../domain/evidence.ts';
import type { Masked } from '../domain/masked.ts';
import type { Clock } from '../platform/clock.ts';
import type { Masker } from '../privacy/masked.ts';
import { joinMasked } from '../privacy/masked.ts';

type TextDelta = Extract<DiagnosisEvent, { type: 'text-delta' }>;
export type SentencePart = NonNullable<TextDelta['part']>;

/** Collects the answer sentence by sentence, with what it cites and what the check took out. */
export class AnswerWriter {
  readonly #masker: Masker;
  readonly #clock: Clock;
  readonly #startedMs: number;
  readonly #parts: Masked[] = [];
  readonly #cited: Evidence[] = [];
  #checked = 0;
  readonly removed: RemovedClaim[] = [];
  msToFirstSentence = 0;

  constructor(options: { masker: Masker; clock: Clock; startedMs: number }) {
    this.#masker = options.masker;
    this.#clock = options.clock;
    this.#startedMs = options.startedMs;
  }

  /** One sentence, with what joins it to the one before; each group begins on a line of its own. */
  say(sentence: string, options: { newLine: boolean; separator: string; part?: SentencePart }): TextDelta {
    const before = this.#parts.length === 0 ? '' : options.newLine ? '\n' : options.separator;
    if (this.#parts.length === 0) this.msToFirstSentence = Math.round(this.#clock.monotonicMs() - this.#startedMs);
    const text = this.#masker.mask(`${before}${sentence}`).text;
    this.#parts.push(text);
    return { type: 'text-delta', text, ...(options.part === undefined ? {} : { part: options.part }) };
  }

  cite(...evidence: readonly Evidence[]): void {
    for (const one of evidence) if (!this.#cited.some((had) => had.id === one.id)) this.#cited.push(one);
  }

  count(checked: number, removed: readonly RemovedClaim[]): void {
    this.#checked += checked;
    this.removed.push(...removed);
  }

  get answer(): Masked {
    return joinMasked(this.#parts, '');
  }

  get cited(): readonly Evidence[] {
    return this.#cited;
  }

  get grounding(): { checked: number; removed: readonly RemovedClaim[] } {
    return { checked: this.#checked, removed: this.removed };
  }
}
