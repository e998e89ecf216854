import type { PhotoLabel, RgbImage } from '../domain/photo.ts';

export interface EmbeddedImage {
  /** `[dimensions]` float32, L2-normalised. */
  readonly vector: Float32Array;
  /** Best five, most probable first. */
  readonly labels: readonly PhotoLabel[];
}

/** Turns a photo into a vector and labels. Errors: `cancelled`, `model-missing`, `model-damaged`. */
export interface ImageEmbedder extends AsyncDisposable {
  readonly id: string;
  readonly dimensions: number;
  embed(image: RgbImage, signal?: AbortSignal): Promise<EmbeddedImage>;
}
