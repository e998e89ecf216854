import { randomBytes } from 'node:crypto';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import { toFileError } from '../platform/file-errors.ts';

/**
 * Makes sure that the data folder can be written, before anything is opened in it: the stores would fail later
 * and less clearly. Writes 4 KiB and removes them, since a full disk lets an empty file be made.
 * Errors: `bad-input` when the path is a file, `read-only`, `disk-full`, `no-permission`.
 */
export async function checkDataFolder(dir: string): Promise<void> {
  const what = `the data folder ${dir}`;
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST' || code === 'ENOTDIR') throw notFolder(dir, error);
    throw toFileError(error, what);
  }
  const probe = join(dir, `.probe-${randomBytes(4).toString('hex')}`);
  try {
    const file = await open(probe, 'wx', 0o600);
    try {
      await file.writeFile(new Uint8Array(4096).fill(1));
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw toFileError(error, what);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

/** For reading alone: true when the folder is there. Errors: `bad-input` when the path is a file, `no-permission`. */
export async function dataFolderExists(dir: string): Promise<boolean> {
  try {
    const found = await stat(dir);
    if (!found.isDirectory()) throw notFolder(dir);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return false;
    if (code === 'ENOTDIR') throw notFolder(dir, error);
    throw toFileError(error, `the data folder ${dir}`);
  }
}

function notFolder(dir: string, cause?: unknown): AppError {
  return new AppError(
    'bad-input',
    `The data folder ${dir} is a file, not a folder. Choose a folder with --data.`,
    cause === undefined ? {} : { cause },
  );
}
