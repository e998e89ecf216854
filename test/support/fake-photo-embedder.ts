import type { RgbImage } from '../../src/main/domain/photo.ts';
import type { EmbeddedImage, ImageEmbedder } from '../../src/main/inference/image-embedder.ts';

/** Mean colour of a 4 × 4 grid, centred and normalised: near pictures have near vectors, turned ones do not. */
export class FakePhotoEmbedder implements ImageEmbedder {
  readonly id = 'fake-photo-embedder';
  readonly dimensions = 48;

  async embed(image: RgbImage): Promise<EmbeddedImage> {
    const vector = new Float32Array(this.dimensions);
    const counts = new Uint32Array(16);
    for (let y = 0; y < image.height; y += 1) {
      for (let x = 0; x < image.width; x += 1) {
        const cell = Math.floor((y * 4) / image.height) * 4 + Math.floor((x * 4) / image.width);
        counts[cell] = (counts[cell] as number) + 1;
        for (let channel = 0; channel < 3; channel += 1)
          vector[cell * 3 + channel] =
            (vector[cell * 3 + channel] as number) + ((image.data[(y * image.width + x) * 3 + channel] as number) - 127.5);
      }
    }
    for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] as number) / Math.max(1, counts[Math.floor(at / 3)] as number);
    const length = Math.hypot(...vector) || 1;
    return {
      vector: vector.map((value) => value / length),
      labels: [
        { name: 'power drill', confidence: 0.41 },
        { name: 'space bar', confidence: 0.02 },
      ],
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
