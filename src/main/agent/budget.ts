import type { DiagnosisEvent } from '../domain/diagnosis.ts';
import type { GenerationUsage } from '../inference/language-model.ts';
import type { Clock } from '../platform/clock.ts';

type Warning = Extract<DiagnosisEvent, { type: 'budget-warned' }>;

/** Tokens and seconds of one diagnosis: a warning and short mode at 80 %, a soft stop at 100 %. */
export interface Budget {
  readonly usage: { readonly tokensIn: number; readonly tokensOut: number; readonly tokensCached: number; readonly rounds: number };
  add(usage: GenerationUsage): void;
  /** The warning to show, once per unit. */
  warning(): Warning | null;
  /** From 80 % on: answers are kept short. */
  readonly short: boolean;
  readonly spent: boolean;
}

export function createBudget(options: { tokens: number; seconds: number; clock: Clock; startedMs: number }): Budget {
  const usage = { tokensIn: 0, tokensOut: 0, tokensCached: 0, rounds: 0 };
  const warned = new Set<Warning['unit']>();
  const seconds = (): number => (options.clock.monotonicMs() - options.startedMs) / 1000;
  // Kept tokens cost nothing, so they do not count against the budget.
  const tokens = (): number => usage.tokensIn - usage.tokensCached + usage.tokensOut;
  return {
    usage,
    add(one) {
      usage.tokensIn += one.tokensIn;
      usage.tokensOut += one.tokensOut;
      usage.tokensCached += one.tokensCached;
      usage.rounds++;
    },
    warning() {
      const measures = [
        { unit: 'tokens', used: tokens(), budget: options.tokens },
        { unit: 'seconds', used: seconds(), budget: options.seconds },
      ] as const;
      for (const { unit, used, budget } of measures) {
        if (used < 0.8 * budget || warned.has(unit)) continue;
        warned.add(unit);
        return { type: 'budget-warned', used: Math.round(used), budget, unit };
      }
      return null;
    },
    get short() {
      return tokens() >= 0.8 * options.tokens || seconds() >= 0.8 * options.seconds;
    },
    get spent() {
      return tokens() >= options.tokens || seconds() >= options.seconds;
    },
  };
}
