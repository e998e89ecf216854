import type { SimilarCase } from '../domain/diagnosis.ts';
import type { GenerationUsage, LanguageModel } from '../inference/language-model.ts';
import type { KnownFacts } from '../tools/tool.ts';
import type { GroundingCheck } from './grounding.ts';
import { generateText } from './language-roles.ts';
import { adviceOpening, chooseOpening, reasonerMessages, type Observation } from './prompt.ts';
import { endOfSentence } from './split-sentences.ts';
import type { RemovedClaim } from '../domain/diagnosis.ts';

export interface ReasoningInput {
  readonly facts: KnownFacts;
  readonly cases: readonly SimilarCase[];
  readonly observations: readonly Observation[];
  readonly model: LanguageModel;
  readonly reuseState: boolean;
  readonly seed?: number;
  readonly onUsage: (usage: GenerationUsage) => void;
  readonly signal: AbortSignal;
}

/** Index of the case that fits best. One candidate, or one with an exact match alone at the top, needs no model. */
export async function chooseCase(input: ReasoningInput): Promise<number> {
  if (input.cases.length <= 1) return 0;
  const options = input.cases.map((_, index) => String(index + 1));
  const choice = await generateText(
    input.model,
    {
      messages: [...reasonerMessages(input), chooseOpening(input.facts.language)],
      shape: { type: 'choice', options },
      maxTokens: 4,
      temperature: 0,
      reuseState: input.reuseState,
    },
    input.signal,
  );
  input.onUsage(choice.usage);
  return Math.max(0, options.indexOf(choice.text));
}

export type AdviceEvent = { readonly sentence: string; readonly checked: number; readonly removed: readonly RemovedClaim[] };

// A model that repeats itself or the prompt adds nothing.
const mostSentences = 2;
const chatter =
  /^(?:sure|certainly|of course|here (?:is|are)|advice|note|i hope|please let me know|if you have any|根据以上|以上|希望|如有|好的|当然)[^.。]{0,40}[,:：!！]?\s*$|^[-*#>\d.)\s]+$/i;

/** The short connecting advice, sentence by sentence as each is whole and has passed the check. */
export async function* writeAdvice(
  input: ReasoningInput & {
    readonly chosen: number | null;
    readonly check: GroundingCheck;
    readonly maxTokens: number;
    readonly temperature: number;
  },
): AsyncGenerator<AdviceEvent> {
  const seen = new Set<string>();
  let given = 0;
  let buffer = '';
  const take = (sentence: string): AdviceEvent | null => {
    const bare = sentence
      .replace(/^\s*(?:[-*•]|\d{1,2}[.)、])\s*/u, '')
      .replace(/\*\*/g, '')
      .trim();
    if (bare === '' || chatter.test(bare) || seen.has(bare)) return null;
    seen.add(bare);
    const result = input.check.check(bare);
    return { sentence: result.text.trim(), checked: result.checked, removed: result.removed };
  };
  const events = input.model.generate(
    {
      messages: [...reasonerMessages(input), adviceOpening(input.facts.language, input.chosen)],
      maxTokens: input.maxTokens,
      temperature: input.temperature,
      ...(input.seed === undefined ? {} : { seed: input.seed }),
      stop: ['\n\n', '<evidence>', 'Observation('],
      stopWhen: () => given >= mostSentences,
      reuseState: input.reuseState,
    },
    input.signal,
  );
  for await (const event of events) {
    if (event.type === 'end') {
      input.onUsage(event.usage);
      // A sentence cut off by the limit is not shown.
      if (event.reason === 'max-tokens' || given >= mostSentences) buffer = '';
      continue;
    }
    buffer += event.text;
    for (let end = endOfSentence(buffer); end > 0 && given < mostSentences; end = endOfSentence(buffer)) {
      const checked = take(buffer.slice(0, end));
      buffer = buffer.slice(end);
      if (checked === null) continue;
      if (checked.sentence !== '') given++;
      yield checked;
    }
  }
  if (buffer.trim() !== '' && given < mostSentences) {
    const checked = take(buffer);
    if (checked !== null) yield checked;
  }
}
