import { AppError } from '../../domain/errors.ts';
import type { TextEmbedder } from '../text-embedder.ts';
import type { Tokenizer } from '../tokenizer.ts';
import { OnnxSession } from './onnx-session.ts';
import { requireModelFiles } from './require-model-files.ts';
import { openUnigramTokenizer } from './unigram-tokenizer.ts';

const dimensions = 384;
/** The model's window; it has no positions behind this. */
const longestText = 512;
const largestBatch = 16;
/** Padded tokens in one run; attention over more would take hundreds of megabytes. */
const tokensPerBatch = 4096;
const padId = 1;

/**
 * multilingual-e5-small with 4-bit weights: 384 dimensions, English and Chinese. Cosines of this model live between about
 * 0.74 and 0.94, so they are compared with calibrated cuts only (see memory/cuts.ts).
 */
export class E5TextEmbedder implements TextEmbedder {
  /** What stands on stored rows; known without loading the model. */
  static readonly identity = { id: 'multilingual-e5-small-q4-zhen@1', dimensions } as const;
  readonly id = E5TextEmbedder.identity.id;
  readonly dimensions = dimensions;
  readonly #session: OnnxSession;
  readonly #tokenizer: Tokenizer;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  private constructor(session: OnnxSession, tokenizer: Tokenizer) {
    this.#session = session;
    this.#tokenizer = tokenizer;
  }

  /** Errors: `model-missing`, `model-damaged`, `native-part-missing`. */
  static async open(options: { modelFile: string; tokenizerFile: string; threads?: number }): Promise<E5TextEmbedder> {
    await requireModelFiles('the text model', [options.modelFile, options.tokenizerFile]);
    const tokenizer = await openUnigramTokenizer(options.tokenizerFile);
    const session = await OnnxSession.open(options.modelFile, options.threads === undefined ? {} : { threads: options.threads });
    if (!session.inputNames.includes('attention_mask') || !session.outputNames.includes('embedding')) {
      await session[Symbol.asyncDispose]();
      throw new AppError(
        'model-damaged',
        'The file of the text model holds another model. Run "npm run fixlore -- models verify" to find and replace it.',
        { data: { file: options.modelFile } },
      );
    }
    return new E5TextEmbedder(session, tokenizer);
  }

  async embed(texts: readonly string[], as: 'query' | 'passage', signal?: AbortSignal): Promise<Float32Array[]> {
    // One call after the other: two runs at once would share the same few cores and both be late.
    const turn = this.#last.then(() => this.#embedNow(texts, as, signal));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #embedNow(texts: readonly string[], as: 'query' | 'passage', signal: AbortSignal | undefined): Promise<Float32Array[]> {
    if (this.#closed) throw new AppError('internal', 'The text model has been closed.');
    if (signal?.aborted) throw cancelled();
    const encoded = texts.map((text, index) => ({ index, ids: this.#tokenizer.encode(`${as}: ${foldText(text)}`, longestText) }));
    encoded.sort((a, b) => a.ids.length - b.ids.length);
    const vectors = new Array<Float32Array>(texts.length);
    for (let start = 0; start < encoded.length;) {
      if (signal?.aborted) throw cancelled();
      const batch = takeBatch(encoded, start);
      const rows = await this.#runBatch(batch.map((one) => one.ids));
      batch.forEach((one, row) => (vectors[one.index] = rows[row] as Float32Array));
      start += batch.length;
    }
    if (signal?.aborted) throw cancelled();
    return vectors;
  }

  async #runBatch(batch: readonly (readonly number[])[]): Promise<Float32Array[]> {
    const width = Math.max(...batch.map((ids) => ids.length));
    const ids = new BigInt64Array(batch.length * width).fill(BigInt(padId));
    const mask = new BigInt64Array(batch.length * width);
    batch.forEach((row, r) => {
      row.forEach((id, column) => {
        ids[r * width + column] = BigInt(id);
        mask[r * width + column] = 1n;
      });
    });
    const dims = [batch.length, width];
    const outputs = await this.#session.run({
      input_ids: { type: 'int64', data: ids, dims },
      attention_mask: { type: 'int64', data: mask, dims },
    });
    const all = outputs['embedding']?.data as Float32Array;
    return batch.map((_, row) => all.slice(row * dimensions, (row + 1) * dimensions));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#last;
    await this.#session[Symbol.asyncDispose]();
  }
}

/** NFKC and lower case: full-width letters, ligatures and capitals become the plain form that the model ranks best. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function takeBatch<T extends { ids: readonly number[] }>(sorted: readonly T[], start: number): T[] {
  const batch: T[] = [];
  for (let at = start; at < sorted.length && batch.length < largestBatch; at++) {
    const next = sorted[at] as T;
    if (batch.length > 0 && (batch.length + 1) * next.ids.length > tokensPerBatch) break;
    batch.push(next);
  }
  return batch;
}

function cancelled(): AppError {
  return new AppError('cancelled', 'Stopped before the text was read.');
}
