import { readFile } from 'node:fs/promises';
import { Tokenizer as HuggingFaceTokenizer } from '@huggingface/tokenizers';
import { AppError } from '../../domain/errors.ts';
import type { Tokenizer } from '../tokenizer.ts';

/** No piece of a SentencePiece model is longer, so what stands behind `limit` times this cannot be among the first `limit` pieces. */
const longestPiece = 16;

/** Marks of the model that a text must not be able to write. */
const marks = /<(\/?s|pad|unk|mask)>/gu;

/** Reads the `tokenizer.json` of a Unigram model. Error: `model-damaged`. */
export async function openUnigramTokenizer(file: string): Promise<Tokenizer> {
  let inner: HuggingFaceTokenizer;
  let end: number;
  try {
    inner = new HuggingFaceTokenizer(JSON.parse(await readFile(file, 'utf8')) as object, {});
    const id = inner.token_to_id('</s>');
    if (id === undefined) throw new Error('there is no end mark');
    end = id;
  } catch (cause) {
    throw new AppError(
      'model-damaged',
      'The word list of the text model cannot be read. Run "npm run fixlore -- models verify" to find and replace it.',
      { cause, data: { file } },
    );
  }
  return {
    encode(text, limit) {
      const plain = text
        .toWellFormed()
        .replace(marks, '< $1 >')
        .replace(/\s+/gu, ' ')
        .slice(0, limit * longestPiece);
      const { ids } = inner.encode(plain);
      return ids.length <= limit ? ids : [...ids.slice(0, limit - 1), end];
    },
  };
}
