import type { Table } from '@lancedb/lancedb';
import { AppError } from '../../domain/errors.ts';
import type { EmbeddedUnit } from '../../domain/memory-unit.ts';
import { quote } from './filter-sql.ts';

export interface EmbedderIdentity {
  readonly id: string;
  readonly dimensions: number;
}

/** Keeps vectors of two models apart: cosines between them mean nothing. All its errors are `embedder-changed`. */
export class EmbedderGuard {
  readonly #text: EmbedderIdentity;
  readonly #image: EmbedderIdentity;
  /** Embedder ids of stored rows that are not ours; null in good order. */
  #foreign: { readonly text: string | null; readonly image: string | null } = { text: null, image: null };

  constructor(text: EmbedderIdentity, image: EmbedderIdentity) {
    this.#text = text;
    this.#image = image;
  }

  async notice(table: Table): Promise<void> {
    const first = async (where: string, column: string) => {
      const rows = (await table.query().where(where).select([column]).limit(1).toArray()) as Record<string, unknown>[];
      return rows[0] === undefined ? null : String(rows[0][column]);
    };
    this.#foreign = {
      text: await first(`text_embedder != ${quote(this.#text.id)}`, 'text_embedder'),
      image: await first(`has_image AND image_embedder != ${quote(this.#image.id)}`, 'image_embedder'),
    };
  }

  /** Id of the model that the stored text vectors come from. */
  storedText(): string {
    return this.#foreign.text ?? this.#text.id;
  }

  storedImage(): string {
    return this.#foreign.image ?? this.#image.id;
  }

  check(): void {
    const stored = this.#foreign.text ?? this.#foreign.image;
    if (stored === null) return;
    const wanted = this.#foreign.text === null ? this.#image.id : this.#text.id;
    throw new AppError(
      'embedder-changed',
      `The cases were stored with the model ${stored}, but ${wanted} is in use now. Go back to ${stored}, or have the cases embedded anew; until then nothing is searched or written, and nothing is lost.`,
      {
        data: { stored, wanted },
      },
    );
  }

  checkVector(vector: Float32Array, { dimensions }: EmbedderIdentity): void {
    if (vector.length !== dimensions)
      throw new AppError(
        'embedder-changed',
        `A vector of ${vector.length} values does not fit this memory, which holds ${dimensions}. Use the model that the cases were stored with.`,
        { data: { dimensions: vector.length, expected: dimensions } },
      );
  }

  checkUnit({ textEmbedder, textVector, imageEmbedder, imageVector }: EmbeddedUnit): void {
    if (textEmbedder !== this.#text.id || (imageVector !== null && imageEmbedder !== this.#image.id)) {
      throw new AppError(
        'embedder-changed',
        `This memory takes vectors of ${this.#text.id} and ${this.#image.id} only. Embed the case anew with them.`,
        { data: { text: textEmbedder, image: imageEmbedder } },
      );
    }
    this.checkVector(textVector, this.#text);
    if (imageVector !== null) this.checkVector(imageVector, this.#image);
  }
}
