/** Turns text into the ids of a model's pieces. */
export interface Tokenizer {
  /** Ids with the model's start and end marks, cut to `limit` ids with the end mark kept. */
  encode(text: string, limit: number): number[];
}
