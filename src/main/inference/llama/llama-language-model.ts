import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { LlamaContext, LlamaContextSequence, LlamaGrammar, LlamaModel, Token } from 'node-llama-cpp';
import { LlamaGrammarEvaluationState } from 'node-llama-cpp';
import { AppError } from '../../domain/errors.ts';
import type { GenerateEvent, GenerateRequest, LanguageModel, OutputShape } from '../language-model.ts';
import { renderChat } from './chat-tokens.ts';
import { buildGrammar } from './grammar.ts';
import type { LlamaRuntime } from './llama-runtime.ts';
import { PrefixStates } from './prefix-states.ts';
import { TextStream } from './stream-text.ts';

export interface LlamaModelOptions {
  readonly runtime: LlamaRuntime;
  /** Absolute path of a GGUF file. */
  readonly modelFile: string;
  readonly id: string;
  readonly contextTokens: number;
  /** Folder of prefix states; they hold system prompts only, which are the product's own text. */
  readonly kvStateDir: string;
  /** Stops the opening: a large file takes seconds. */
  readonly signal?: AbortSignal;
}

// Prompt tokens evaluated between two looks at the signal: about a fifth of a second of the larger model on two cores.
const promptSlice = 32;
const grammarsKept = 32;

function cancelled(): AppError {
  return new AppError('cancelled', 'The answer was stopped.');
}

// A function of its own: the compiler would take the answer of the first look for the second.
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** A GGUF model on llama.cpp (CPU), with one sequence whose evaluated prefix is kept between calls. */
export class LlamaLanguageModel implements LanguageModel {
  readonly id: string;
  readonly contextTokens: number;
  readonly #runtime: LlamaRuntime;
  readonly #model: LlamaModel;
  readonly #context: LlamaContext;
  readonly #sequence: LlamaContextSequence;
  readonly #states: PrefixStates;
  readonly #grammars = new Map<string, LlamaGrammar>();
  #turn: Promise<void> = Promise.resolve();

  private constructor(options: LlamaModelOptions, model: LlamaModel, context: LlamaContext, states: PrefixStates) {
    this.id = options.id;
    this.contextTokens = options.contextTokens;
    this.#runtime = options.runtime;
    this.#model = model;
    this.#context = context;
    this.#sequence = context.getSequence();
    this.#states = states;
  }

  /** Errors: `model-missing`, `model-damaged` (both name the file). */
  static async open(options: LlamaModelOptions): Promise<LlamaLanguageModel> {
    await checkFile(options.modelFile);
    const states = await PrefixStates.open({ dir: options.kvStateDir, modelFile: options.modelFile, contextTokens: options.contextTokens });
    let model: LlamaModel | undefined;
    try {
      // mmap would count the file twice in the resident memory once weights are repacked.
      model = await options.runtime.llama.loadModel({
        modelPath: options.modelFile,
        useMmap: false,
        gpuLayers: 0,
        ...(options.signal ? { loadSignal: options.signal } : {}),
      });
      const context = await model.createContext({
        contextSize: options.contextTokens,
        threads: options.runtime.threads,
        ...(options.signal ? { createSignal: options.signal } : {}),
      });
      return new LlamaLanguageModel(options, model, context, states);
    } catch (error) {
      await model?.dispose().catch(() => undefined);
      if (isAborted(options.signal)) throw cancelled();
      throw damaged(options.modelFile, error);
    }
  }

  async countTokens(text: string): Promise<number> {
    return this.#model.tokenize(text, false).length;
  }

  async warm(systemText: string, signal?: AbortSignal): Promise<void> {
    const release = await this.#takeTurn(signal);
    try {
      const { tokens } = renderChat(this.#model, [
        { role: 'system', text: systemText },
        { role: 'assistant', text: '' },
      ]);
      const { prefix } = renderChat(this.#model, [
        { role: 'system', text: systemText },
        { role: 'user', text: '' },
      ]);
      const wanted = tokens.slice(0, prefix);
      if ((await this.#bringBack(systemText, wanted)) < wanted.length) await this.#evaluate(wanted, signal);
      // Saved only when the sequence holds the prompt and nothing else: no question ever reaches the file.
      if ((await this.#states.find(systemText)) === null) {
        await this.#sequence.adaptStateToTokens(wanted, false);
        if (this.#sequence.nextTokenIndex > wanted.length)
          await this.#sequence.eraseContextTokenRanges([{ start: wanted.length, end: this.#sequence.nextTokenIndex }]);
        await this.#states.save(systemText, (path) => this.#sequence.saveStateToFile(path));
      }
    } finally {
      release();
    }
  }

  async *generate(request: GenerateRequest, signal?: AbortSignal): AsyncIterable<GenerateEvent> {
    const release = await this.#takeTurn(signal);
    try {
      yield* this.#generate(request, signal);
    } finally {
      if (request.reuseState === false) await this.#sequence.clearHistory();
      release();
    }
  }

  async *#generate(request: GenerateRequest, signal?: AbortSignal): AsyncIterable<GenerateEvent> {
    const promptStart = performance.now();
    const { tokens, prefix } = renderChat(this.#model, request.messages);
    // One token short: the library shifts (and forgets the beginning) when the context is full.
    const room = this.contextTokens - tokens.length - 2;
    if (room < 1) {
      throw new AppError(
        'bad-input',
        `The question and its evidence are too long for the model: ${tokens.length} tokens of ${this.contextTokens}. Ask a shorter question, or raise the setting contextTokens.`,
        {
          data: { tokens: tokens.length, contextTokens: this.contextTokens },
        },
      );
    }
    const grammar = request.shape === undefined ? undefined : await this.#grammarOf(request.shape);
    const system = request.messages[0];
    let kept = 0;
    if (request.reuseState === false) await this.#sequence.clearHistory();
    else kept = await this.#bringBack(system?.role === 'system' ? system.text : null, tokens, prefix);
    // The last token is evaluated together with the first sampling.
    kept = Math.min(kept, tokens.length - 1);
    await this.#evaluate(tokens.slice(0, -1), signal);

    let decodeStart = 0;
    let written = 0;
    let soFar = '';
    let reason: 'stop' | 'max-tokens' = 'stop';
    const most = Math.min(request.maxTokens, room);
    const stream = new TextStream<Token>((all) => this.#model.detokenize(all), request.stop);
    const sampling = this.#sequence.evaluate(tokens.slice(-1), {
      temperature: request.temperature,
      ...(request.seed === undefined ? {} : { seed: request.seed }),
      ...(grammar === undefined ? {} : { grammarEvaluationState: new LlamaGrammarEvaluationState({ model: this.#model, grammar }) }),
    });
    try {
      for await (const token of sampling) {
        if (decodeStart === 0) decodeStart = performance.now();
        if (isAborted(signal)) throw cancelled();
        this.#runtime.adapt();
        written++;
        const text = stream.push(token);
        if (text !== '') {
          soFar += text;
          yield { type: 'text', text };
        }
        if (isAborted(signal)) throw cancelled();
        if (stream.stopped) break;
        if (text !== '' && request.stopWhen?.(soFar) === true) break;
        if (written >= most) {
          reason = 'max-tokens';
          break;
        }
      }
    } finally {
      await sampling.return();
    }
    const rest = stream.end();
    if (rest !== '') yield { type: 'text', text: rest };
    const end = performance.now();
    if (decodeStart === 0) decodeStart = end;
    yield {
      type: 'end',
      reason,
      usage: {
        tokensIn: tokens.length,
        tokensCached: kept,
        tokensOut: written,
        promptMs: decodeStart - promptStart,
        decodeMs: end - decodeStart,
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#turn;
    await this.#context.dispose();
    await this.#model.dispose();
  }

  /** Keeps the longest common prefix of the sequence, or loads the system prompt's state when that reaches further. Gives the tokens kept. */
  async #bringBack(systemText: string | null, tokens: Token[], prefix = tokens.length): Promise<number> {
    const common = this.#sequence.compareContextTokens(tokens).firstDifferentIndex;
    if (systemText !== null && common < prefix) {
      const path = await this.#states.find(systemText);
      if (path !== null) {
        try {
          await this.#sequence.loadStateFromFile(path, { acceptRisk: true });
        } catch {
          await this.#states.discard(path);
          await this.#sequence.clearHistory();
        }
      }
    }
    const kept = Math.min(this.#sequence.compareContextTokens(tokens).firstDifferentIndex, tokens.length);
    if (this.#sequence.nextTokenIndex > kept)
      await this.#sequence.eraseContextTokenRanges([{ start: kept, end: this.#sequence.nextTokenIndex }]);
    return this.#sequence.nextTokenIndex;
  }

  /** Evaluates what the sequence does not hold yet of `tokens`, in slices; leaves it at exactly these tokens. */
  async #evaluate(tokens: Token[], signal?: AbortSignal): Promise<void> {
    if (this.#sequence.nextTokenIndex > tokens.length)
      await this.#sequence.eraseContextTokenRanges([{ start: tokens.length, end: this.#sequence.nextTokenIndex }]);
    for (let at = this.#sequence.nextTokenIndex; at < tokens.length; at += promptSlice) {
      if (isAborted(signal)) throw cancelled();
      this.#runtime.adapt();
      await this.#sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(at, at + promptSlice));
    }
    if (isAborted(signal)) throw cancelled();
  }

  async #grammarOf(shape: OutputShape): Promise<LlamaGrammar> {
    const text = buildGrammar(shape);
    const known = this.#grammars.get(text);
    if (known !== undefined) return known;
    const grammar = await this.#runtime.llama.createGrammar({ grammar: text });
    if (this.#grammars.size >= grammarsKept) this.#grammars.delete(this.#grammars.keys().next().value ?? '');
    this.#grammars.set(text, grammar);
    return grammar;
  }

  /** Waits until the calls before this one are over; gives the function that lets the next one in. */
  async #takeTurn(signal?: AbortSignal): Promise<() => void> {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = before.then(() => promise);
    await before;
    if (isAborted(signal)) {
      resolve();
      throw cancelled();
    }
    return resolve;
  }
}

function damaged(file: string, cause?: unknown): AppError {
  return new AppError(
    'model-damaged',
    `The model file ${basename(file)} is damaged or not a model of this kind. Run "fixlore models verify", then "fixlore models fetch".`,
    { data: { file: basename(file) }, cause },
  );
}

async function checkFile(file: string): Promise<void> {
  const info = await stat(file).catch(() => null);
  if (info === null || !info.isFile()) {
    throw new AppError(
      'model-missing',
      `The model file ${basename(file)} is not there. Run "fixlore models fetch", or "fixlore models import" with a folder that holds it.`,
      { data: { file: basename(file) } },
    );
  }
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    if (bytesRead < 4 || buffer.toString('latin1') !== 'GGUF') throw damaged(file);
  } finally {
    await handle.close();
  }
}
