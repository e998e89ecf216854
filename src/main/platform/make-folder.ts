import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toFileError } from './file-errors.ts';

/** Makes a folder (0700) and those above it. Errors: `read-only`, `disk-full`, `no-permission`. */
export async function makeFolder(dir: string, what = 'the data folder'): Promise<void> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw toFileError((error as NodeJS.ErrnoException).code === 'ENOENT' ? await realReason(dir, error) : error, what);
  }
}

/** Node says ENOENT when a recursive mkdir meets a read-only drive; a plain one says what is the matter. */
async function realReason(dir: string, error: unknown): Promise<unknown> {
  const parent = dirname(dir);
  if (parent === dir) return error;
  try {
    await mkdir(dir, { mode: 0o700 });
    return error;
  } catch (plain) {
    return (plain as NodeJS.ErrnoException).code === 'ENOENT' ? realReason(parent, error) : plain;
  }
}
