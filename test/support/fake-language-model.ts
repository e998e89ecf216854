import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../src/main/domain/errors.ts';
import type { GenerateEvent, GenerateRequest, LanguageModel, OutputShape } from '../../src/main/inference/language-model.ts';

/** What the fake says: the next of a script, or what a rule makes of the request. Null falls through to the default. */
export type Reply = string | ((request: GenerateRequest) => string | null);

export interface FakeModelOptions {
  readonly replies?: readonly Reply[];
  /** Asked when the script is used up. */
  readonly rule?: (request: GenerateRequest) => string | null;
  /** Milliseconds per 32 prompt tokens and per written token. */
  readonly promptMs?: number;
  readonly decodeMs?: number;
  readonly contextTokens?: number;
  /** Let a scripted text pass although it breaks the shape (a truncated or misshapen step). */
  readonly breakShape?: boolean;
}

const han = /\p{Script=Han}/u;

/** Words, single Han characters and signs; enough like tokens for counting and for prefixes. */
function toTokens(text: string): string[] {
  return text.match(/\p{Script=Han}|[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu) ?? [];
}

function aborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** True when a value fits a schema of the subset that the grammar knows. */
export function fitsSchema(value: unknown, schema: Readonly<Record<string, unknown>>): boolean {
  if ('const' in schema) return value === schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'].includes(value);
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches)) return branches.some((branch) => fitsSchema(value, branch as Record<string, unknown>));
  switch (schema['type']) {
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      const properties = (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>;
      return (
        JSON.stringify(Object.keys(value)) === JSON.stringify(Object.keys(properties)) &&
        Object.entries(value).every(([key, one]) => fitsSchema(one, properties[key] ?? {}))
      );
    }
    case 'array':
      return (
        Array.isArray(value) &&
        value.length >= Number(schema['minItems'] ?? 0) &&
        value.length <= Number(schema['maxItems'] ?? 8) &&
        value.every((one) => fitsSchema(one, (schema['items'] ?? {}) as Record<string, unknown>))
      );
    case 'string':
      return (
        typeof value === 'string' && value.length >= Number(schema['minLength'] ?? 0) && value.length <= Number(schema['maxLength'] ?? 400)
      );
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    default:
      return value === null;
  }
}

/** The least value of a schema: first options, short strings. */
function leastValue(schema: Readonly<Record<string, unknown>>): unknown {
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches)) return leastValue(branches[0] as Record<string, unknown>);
  switch (schema['type']) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema['properties'] ?? {}) as Record<string, Record<string, unknown>>).map(([key, one]) => [key, leastValue(one)]),
      );
    case 'array':
      return Array.from({ length: Number(schema['minItems'] ?? 0) }, () => leastValue((schema['items'] ?? {}) as Record<string, unknown>));
    case 'string':
      return 'a'.repeat(Math.max(1, Number(schema['minLength'] ?? 1)));
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function keepsShape(text: string, shape: OutputShape): boolean {
  if (shape.type === 'choice') return shape.options.includes(text);
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text && fitsSchema(value, shape.schema);
  } catch {
    return false;
  }
}

/**
 * A language model without weights that keeps the whole contract of the port: shapes, limits, stop strings, the
 * kept prefix and its count, one call at a time, and cancelling during the prompt and during decoding.
 */
export class FakeLanguageModel implements LanguageModel {
  readonly id = 'fake';
  readonly contextTokens: number;
  /** Every request, in order. */
  readonly requests: GenerateRequest[] = [];
  readonly warmed: string[] = [];
  /** True while a call runs. */
  busy = false;
  readonly #options: FakeModelOptions;
  readonly #script: Reply[];
  #held: string[] = [];
  #turn: Promise<void> = Promise.resolve();

  constructor(options: FakeModelOptions = {}) {
    this.#options = options;
    this.#script = [...(options.replies ?? [])];
    this.contextTokens = options.contextTokens ?? 2048;
  }

  async countTokens(text: string): Promise<number> {
    return toTokens(text).length;
  }

  async warm(systemText: string, signal?: AbortSignal): Promise<void> {
    if (aborted(signal)) throw new AppError('cancelled', 'The answer was stopped.');
    this.warmed.push(systemText);
    this.#held = this.#render([{ role: 'system', text: systemText }], false);
  }

  #render(messages: GenerateRequest['messages'], open: boolean): string[] {
    const tokens = messages.flatMap((message, index) => [
      `<${message.role}>`,
      ...toTokens(message.text),
      ...(message.role === 'assistant' && index === messages.length - 1 ? [] : ['<end>']),
    ]);
    return open && messages.at(-1)?.role !== 'assistant' ? [...tokens, '<assistant>'] : tokens;
  }

  #answerTo(request: GenerateRequest): string {
    const scripted = this.#script.shift();
    let text = typeof scripted === 'function' ? scripted(request) : (scripted ?? null);
    text ??= this.#options.rule?.(request) ?? null;
    if (request.shape === undefined) return text ?? 'Check the parts named in the case first, then run the machine and watch it.';
    if (text !== null && (this.#options.breakShape === true || keepsShape(text, request.shape))) return text;
    if (text !== null) throw new Error(`The script breaks the shape: ${text}`);
    return request.shape.type === 'choice' ? (request.shape.options[0] ?? '') : JSON.stringify(leastValue(request.shape.schema));
  }

  async *generate(request: GenerateRequest, signal?: AbortSignal): AsyncIterable<GenerateEvent> {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = before.then(() => promise);
    await before;
    this.busy = true;
    try {
      yield* this.#generate(request, signal);
    } finally {
      this.busy = false;
      resolve();
    }
  }

  async *#generate(request: GenerateRequest, signal?: AbortSignal): AsyncIterable<GenerateEvent> {
    const started = performance.now();
    const check = (): void => {
      if (aborted(signal)) throw new AppError('cancelled', 'The answer was stopped.');
    };
    check();
    this.requests.push(request);
    const prompt = this.#render(request.messages, true);
    if (prompt.length + 3 > this.contextTokens)
      throw new AppError(
        'bad-input',
        `The question and its evidence are too long for the model: ${prompt.length} tokens of ${this.contextTokens}.`,
      );
    if (request.reuseState === false) this.#held = [];
    let kept = 0;
    while (kept < prompt.length - 1 && kept < this.#held.length && this.#held[kept] === prompt[kept]) kept++;
    for (let at = kept; at < prompt.length; at += 32) {
      check();
      this.#held = prompt.slice(0, at + 32);
      await wait(this.#options.promptMs ?? 0);
    }
    check();
    const promptMs = performance.now() - started;
    const text = this.#answerTo(request);
    const limit = Math.min(request.maxTokens, this.contextTokens - prompt.length - 2);
    const pieces = toTokens(text);
    let written = '';
    let count = 0;
    let reason: 'stop' | 'max-tokens' = 'stop';
    for (const piece of pieces) {
      if (count >= limit) {
        reason = 'max-tokens';
        break;
      }
      if (han.test(piece) || (this.#options.decodeMs ?? 0) > 0) await wait(this.#options.decodeMs ?? 0);
      check();
      count++;
      const stop = (request.stop ?? []).find((one) => (written + piece).includes(one));
      if (stop !== undefined) break;
      // A piece that may begin a stop string waits for the next one.
      written += piece;
      this.#held.push(piece);
      yield { type: 'text', text: piece };
      if (request.stopWhen?.(written) === true) break;
    }
    yield {
      type: 'end',
      reason,
      usage: { tokensIn: prompt.length, tokensCached: kept, tokensOut: count, promptMs, decodeMs: performance.now() - started - promptMs },
    };
    if (request.reuseState === false) this.#held = [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#turn;
  }
}
