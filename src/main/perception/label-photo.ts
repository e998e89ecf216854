import type { PhotoLabel, RgbImage } from '../domain/photo.ts';
import type { ImageEmbedder } from '../inference/image-embedder.ts';

/** A label less probable than this is a guess among a thousand classes. */
const leastProbability = 0.1;
const most = 3;

/** The labels worth showing, most probable first. They are shown, never embedded. */
export function worthShowing(labels: readonly PhotoLabel[]): PhotoLabel[] {
  return labels
    .filter(({ confidence }) => confidence >= leastProbability)
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, most);
}

/** What the photo seems to show, and its vector. Errors: those of the embedder. */
export async function labelPhoto(
  image: RgbImage,
  embedder: ImageEmbedder,
  signal?: AbortSignal,
): Promise<{ labels: PhotoLabel[]; vector: Float32Array }> {
  const { labels, vector } = await embedder.embed(image, signal);
  return { labels: worthShowing(labels), vector };
}
