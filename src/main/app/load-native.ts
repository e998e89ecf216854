import { AppError } from '../domain/errors.ts';

/**
 * Loads a module that stands on a native library. A library that is missing or does not fit this machine is an
 * expected failure with a message, and nothing else of the app depends on it. Errors: `native-part-missing`.
 */
export async function loadNative<T>(load: () => Promise<T>, what: string): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new AppError(
      'native-part-missing',
      `${what} cannot be loaded on this machine. "npm run fixlore -- models probe" says why; "npm test" once more repairs an installation that was interrupted.`,
      { cause },
    );
  }
}
