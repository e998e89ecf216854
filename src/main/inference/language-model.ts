export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: string;
}

/** What the model may write. Without one it writes free text. */
export type OutputShape =
  /** JSON by a schema of the subset that node-llama-cpp knows; sampled without free white space. */
  | { readonly type: 'json'; readonly schema: Readonly<Record<string, unknown>> }
  /** Exactly one of these strings. */
  | { readonly type: 'choice'; readonly options: readonly string[] };

export interface GenerateRequest {
  /**
   * The conversation so far. The leading messages should be byte-stable between calls: the adapter keeps the KV
   * state of the longest common token prefix, and a state on disk for the leading system message.
   * When the last message is the assistant's, the model goes on writing it.
   */
  readonly messages: readonly ChatMessage[];
  readonly shape?: OutputShape;
  /** Upper bound of tokens to write. */
  readonly maxTokens: number;
  /** 0 is greedy. */
  readonly temperature: number;
  readonly seed?: number;
  /** Writing ends before the first of these. */
  readonly stop?: readonly string[];
  /** Asked after each piece with all that was written: true ends the writing there. */
  readonly stopWhen?: (written: string) => boolean;
  /** False: evaluate the whole prompt anew and keep no state (used by the baseline of the bench). */
  readonly reuseState?: boolean;
}

export interface GenerationUsage {
  /** All tokens of the prompt, kept ones included. */
  readonly tokensIn: number;
  /** Tokens of the prompt that came from a kept state. */
  readonly tokensCached: number;
  readonly tokensOut: number;
  readonly promptMs: number;
  readonly decodeMs: number;
}

export type GenerateEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'end'; readonly reason: 'stop' | 'max-tokens'; readonly usage: GenerationUsage };

/**
 * A text generator. One call at a time; a second one waits. Aborting the signal stops prompt evaluation and
 * decoding at the next token and rejects with `AppError` `cancelled`; the engine is idle then.
 * Errors: `bad-input` when the prompt does not fit the context, `model-damaged`, `cancelled`.
 */
export interface LanguageModel extends AsyncDisposable {
  /** Id in the manifest and the settings that shape its state. */
  readonly id: string;
  /** Size of the context in tokens. */
  readonly contextTokens: number;
  countTokens(text: string): Promise<number>;
  generate(request: GenerateRequest, signal?: AbortSignal): AsyncIterable<GenerateEvent>;
  /** Loads or evaluates the state of a system message, so that the first call finds it. */
  warm(systemText: string, signal?: AbortSignal): Promise<void>;
}
