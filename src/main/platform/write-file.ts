import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toFileError } from './file-errors.ts';
import { makeFolder } from './make-folder.ts';

/** Writes beside the target, flushes to disk, then renames: a reader sees the old file or the new one, never half. Files are 0600, folders 0700. */
export async function writeFileAtomic(path: string, data: Uint8Array | string, what = 'the data folder'): Promise<void> {
  const part = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    await makeFolder(dirname(path), what);
    const file = await open(part, 'w', 0o600);
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw toFileError(error, what);
  }
}
