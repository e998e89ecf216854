import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import { languages } from '../domain/language.ts';
import type { Masked } from '../domain/masked.ts';
import { writeFileAtomic } from '../platform/write-file.ts';

const masked = z.custom<Masked>((value) => typeof value === 'string', 'text expected');

/** A document as it lies in the knowledge folder: masked, one JSON file each, vectors as base64 of float32 (little endian). */
export const storedDocumentSchema = z.object({
  /** Part of evidence ids: `hp40` in `M-hp40#3.2`. */
  id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  title: masked,
  equipment: z.array(masked),
  version: masked,
  /** As the document says it; empty when it does not. */
  date: masked,
  language: z.enum(languages),
  embedder: z.string(),
  passages: z.array(z.object({ number: z.string(), heading: masked, text: masked, safety: z.boolean(), vector: z.string() })),
  codes: z.array(z.object({ code: masked, normal: z.string(), text: masked, section: z.string(), heading: masked })),
});
export type StoredDocument = z.infer<typeof storedDocumentSchema>;

export function encodeVector(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

export function decodeVector(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength - (bytes.byteLength % 4)));
}

export async function saveDocument(dir: string, document: StoredDocument): Promise<void> {
  await writeFileAtomic(join(dir, `${document.id}.json`), JSON.stringify(document), 'the knowledge folder');
}

/** All documents of a folder; an absent folder is empty. Errors: `internal` names a damaged file and what to do. */
export async function readDocuments(dir: string): Promise<StoredDocument[]> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map(async (name) => {
        try {
          return storedDocumentSchema.parse(JSON.parse(await readFile(join(dir, name), 'utf8')));
        } catch (error) {
          throw new AppError(
            'internal',
            `The stored document ${name} in the knowledge folder is damaged. Delete that file and import the document again.`,
            { data: { file: name }, cause: error },
          );
        }
      }),
  );
}
