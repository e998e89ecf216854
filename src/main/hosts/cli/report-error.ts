import { CommanderError } from 'commander';
import { AppError, exitCodeOf, isCancellation } from '../../domain/errors.ts';
import type { Terminal } from './terminal.ts';

/** Any error as the user may meet it: a code and one plain sentence. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof CommanderError) {
    const message = error.message
      .replace(/^error:\s*/, '')
      .replace(/\s*\n\s*/g, ' ')
      .trim();
    const said = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
    return new AppError('bad-input', `${/[.?)]$/.test(said) ? said : `${said}.`} Run "npm run fixlore -- --help" to see what there is.`, {
      cause: error,
    });
  }
  if (isCancellation(error)) return new AppError('cancelled', 'Stopped.', { cause: error });
  return new AppError('internal', 'Something went wrong inside Fixlore. Try once more; the log file in the data folder says more.', {
    cause: error,
  });
}

/** Says what went wrong and returns the exit code. No stack is shown: it would help nobody and may quote the input. */
export function reportError(error: unknown, terminal: Terminal): number {
  const said = toAppError(error);
  if (terminal.json) terminal.object({ error: { code: said.code, message: said.message } });
  else terminal.note(terminal.style('red', said.message));
  return exitCodeOf(said.code);
}
