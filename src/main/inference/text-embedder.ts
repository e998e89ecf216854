/** Turns text into vectors. Texts are folded (NFKC, lower case) by the adapter. */
export interface TextEmbedder extends AsyncDisposable {
  /** Stands on every stored row; a change of it blocks search and write. */
  readonly id: string;
  readonly dimensions: number;
  /**
   * `[n, dimensions]` float32, L2-normalised, one row per text. `query` for what is looked for, `passage` for what is stored.
   * Texts longer than the model's window are cut. Errors: `cancelled`, `model-missing`, `model-damaged`.
   */
  embed(texts: readonly string[], as: 'query' | 'passage', signal?: AbortSignal): Promise<Float32Array[]>;
}
