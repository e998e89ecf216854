import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Table } from '@lancedb/lancedb';
import { AppError } from '../../domain/errors.ts';
import { toFileError } from '../../platform/file-errors.ts';
import { writeFileAtomic } from '../../platform/write-file.ts';

/** Brings a table from version `from` to `from + 1`; must do no harm when it runs twice. */
export interface Migration {
  readonly from: number;
  run(table: Table): Promise<void>;
}

/** In order; the first form of the table is version 1, so there is nothing to bring forward yet. */
export const migrations: readonly Migration[] = [];

const metaFile = (dir: string) => join(dir, 'meta.json');

/** The version that stands in the folder, or null for a new one. Errors: `internal` for an unreadable meta file. */
export async function readSchemaVersion(dir: string): Promise<number | null> {
  let text: string;
  try {
    text = await readFile(metaFile(dir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw toFileError(error, 'the memory folder');
  }
  let version: unknown;
  try {
    version = (JSON.parse(text) as { schemaVersion?: unknown }).schemaVersion;
  } catch (error) {
    throw new AppError(
      'internal',
      'The file meta.json of the memory folder is damaged. Restore it from a backup; the cases themselves are untouched.',
      { cause: error },
    );
  }
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new AppError(
      'internal',
      'The file meta.json of the memory folder is damaged. Restore it from a backup; the cases themselves are untouched.',
    );
  }
  return version;
}

/** Refuses a memory of a newer Fixlore before anything in it is touched. */
export function refuseNewer(found: number, known: number): void {
  if (found > known) {
    throw new AppError(
      'bad-input',
      `This memory was written by a newer Fixlore (format ${found}; this one knows format ${known}). Update Fixlore, or choose another folder with --data. Nothing was changed.`,
      {
        data: { found, known },
      },
    );
  }
}

export async function writeSchemaVersion(dir: string, version: number): Promise<void> {
  await writeFileAtomic(metaFile(dir), JSON.stringify({ schemaVersion: version }), 'the memory folder');
}

/** Runs the steps from `found` to `target`, and notes each as soon as it is done. */
export async function migrate(
  dir: string,
  table: Table,
  found: number,
  target: number,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  for (let version = found; version < target; version += 1) {
    const step = steps.find((candidate) => candidate.from === version);
    if (step === undefined)
      throw new AppError(
        'internal',
        `This memory has format ${version}, and no way leads from there to format ${target}. Update Fixlore and try again.`,
      );
    await step.run(table);
    await writeSchemaVersion(dir, version + 1);
  }
}
