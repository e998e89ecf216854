import type { GenerateRequest, GenerationUsage, LanguageModel } from '../inference/language-model.ts';

/** A model, or how to come by it: it is then opened when its role is first needed. */
export type ModelSource = LanguageModel | (() => Promise<LanguageModel>);

/** The two roles of the agent. The same model may fill both. */
export interface LanguageRoles {
  /** Picks tools and arguments. */
  readonly router: ModelSource;
  /** Chooses the case that applies and writes the advice. */
  readonly reasoner: ModelSource;
}

export async function resolveModel(source: ModelSource): Promise<LanguageModel> {
  return typeof source === 'function' ? source() : source;
}

/** Everything that a call wrote, as one text. */
export async function generateText(
  model: LanguageModel,
  request: GenerateRequest,
  signal: AbortSignal,
): Promise<{ text: string; reason: 'stop' | 'max-tokens'; usage: GenerationUsage }> {
  let text = '';
  let reason: 'stop' | 'max-tokens' = 'stop';
  let usage: GenerationUsage = { tokensIn: 0, tokensCached: 0, tokensOut: 0, promptMs: 0, decodeMs: 0 };
  for await (const event of model.generate(request, signal)) {
    if (event.type === 'text') text += event.text;
    else ({ reason, usage } = event);
  }
  return { text, reason, usage };
}
