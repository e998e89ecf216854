import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../domain/errors.ts';
import { acquireLock } from '../platform/file-lock.ts';
import { toFileError } from '../platform/file-errors.ts';

const pollMs = 500;

/**
 * One fetch at a time in a models folder. Waits for another process rather than failing: it most likely fetches the
 * very same files. Errors: `cancelled`, and those of the file system.
 */
export async function lockModels(
  modelsDir: string,
  options: { onMessage?: (message: string) => void; signal?: AbortSignal } = {},
): Promise<AsyncDisposable> {
  try {
    await mkdir(modelsDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw toFileError(error, 'the folder of the models');
  }
  let told = false;
  for (;;) {
    options.signal?.throwIfAborted();
    try {
      return await acquireLock(join(modelsDir, 'fetch.lock'));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'locked') throw toFileError(error, 'the folder of the models');
      if (!told) options.onMessage?.('Another Fixlore is fetching models; waiting for it.');
      told = true;
      await sleep(pollMs, undefined, options.signal ? { signal: options.signal } : {});
    }
  }
}
