import type { Connection, Table } from '@lancedb/lancedb';
import type { EmbedderIdentity } from './embedder-guard.ts';
import { tableName, unitSchema } from './schema.ts';

/** The table of units, made when it is missing; an empty one takes the form of the embedders in use. */
export async function openTable(connection: Connection, text: EmbedderIdentity, image: EmbedderIdentity): Promise<Table> {
  const schema = unitSchema(text.dimensions, image.dimensions);
  if (!(await connection.tableNames()).includes(tableName)) return connection.createEmptyTable(tableName, schema);
  const table = await connection.openTable(tableName);
  const stored = await table.schema();
  const fits = (column: string, dimensions: number) =>
    (stored.fields.find((field) => field.name === column)?.type as { listSize?: number } | undefined)?.listSize === dimensions;
  if ((fits('text_vector', text.dimensions) && fits('image_vector', image.dimensions)) || (await table.countRows()) > 0) return table;
  table.close();
  return connection.createEmptyTable(tableName, schema, { mode: 'overwrite' });
}
