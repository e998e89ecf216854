import { access, constants } from 'node:fs/promises';
import { AppError } from '../../domain/errors.ts';

/** Tells a missing file from a damaged one before a native library sees the path. Error: `model-missing`. */
export async function requireModelFiles(what: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    try {
      await access(file, constants.R_OK);
    } catch (cause) {
      throw new AppError(
        'model-missing',
        `A file of ${what} is not there. Run "npm run fixlore -- models fetch" on a machine with a network, or "models import" with a folder that holds it.`,
        { cause, data: { file } },
      );
    }
  }
}
