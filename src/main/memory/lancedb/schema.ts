import { Bool, Field, FixedSizeList, Float32, Float64, Int32, List, Schema, Utf8 } from 'apache-arrow';

/** Version of the table's form; `migrate.ts` knows how to come here from older ones. */
export const schemaVersion = 1;

export const tableName = 'units';

/** All columns but the two vectors: what a list or a search reads. */
export const unitColumns = [
  'id',
  'kind',
  'title',
  'text',
  'resolution',
  'photos',
  'equipment',
  'asset',
  'codes',
  'work_order',
  'source_system',
  'source_id',
  'merged_sources',
  'modality',
  'language',
  'made_at',
  'last_used_at',
  'use_count',
  'importance',
  'expires_at',
  'status',
  'standing',
  'credibility',
  'superseded_by',
  'conflicts_with',
] as const;

/** Text columns that hold content; a proof of erasure reads these in every version. */
export const contentColumns = [
  'id',
  'title',
  'text',
  'resolution',
  'photos',
  'equipment',
  'asset',
  'work_order',
  'source_id',
  'merged_sources',
  'search_text',
] as const;

const text = (name: string, nullable = false) => new Field(name, new Utf8(), nullable);
const texts = (name: string) => new Field(name, new List(new Field('item', new Utf8(), true)), false);
const vector = (name: string, dimensions: number) =>
  new Field(name, new FixedSizeList(dimensions, new Field('item', new Float32(), true)), false);

/** Vectors are L2-normalised; a unit without a photo has a zero image vector and `has_image` false. */
export function unitSchema(textDimensions: number, imageDimensions: number): Schema {
  return new Schema([
    text('id'),
    text('kind'),
    text('title'),
    text('text'),
    text('resolution'),
    text('photos'),
    text('equipment'),
    text('asset'),
    texts('codes'),
    text('work_order'),
    text('source_system'),
    text('source_id'),
    text('merged_sources'),
    // Hashes of all sources, merged ones included, for exact look-up.
    texts('source_keys'),
    text('modality'),
    text('language'),
    text('made_at'),
    text('last_used_at'),
    new Field('use_count', new Int32(), false),
    new Field('importance', new Int32(), false),
    text('expires_at', true),
    text('status'),
    text('standing'),
    new Field('credibility', new Float64(), false),
    text('superseded_by', true),
    texts('conflicts_with'),
    text('search_text'),
    text('text_embedder'),
    vector('text_vector', textDimensions),
    new Field('has_image', new Bool(), false),
    text('image_embedder'),
    vector('image_vector', imageDimensions),
  ]);
}
