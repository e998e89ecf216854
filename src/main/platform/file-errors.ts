import { AppError } from '../domain/errors.ts';

/** Turns an error of the file system into one that says what to do. Others pass unchanged. `what` is ours: "the data folder". */
export function toFileError(error: unknown, what: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = fileCode(error);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new AppError(
        'disk-full',
        `There is no room left for ${what}. Free some disk space and try again; nothing that was stored is lost.`,
        { cause: error },
      );
    case 'EROFS':
      return new AppError(
        'read-only',
        `${what[0]?.toUpperCase()}${what.slice(1)} is on a read-only drive. Choose another folder with --data.`,
        { cause: error },
      );
    case 'EACCES':
    case 'EPERM':
      return new AppError('no-permission', `You may not write to ${what}. Change its permissions or choose another folder with --data.`, {
        cause: error,
      });
    default:
      return error;
  }
}

const known = /\b(ENOSPC|EDQUOT|EROFS|EACCES|EPERM)\b/;

/** Native libraries have codes of their own (`GenericFailure`) and say the system's in the message. */
function fileCode(error: Error): string {
  const own = (error as NodeJS.ErrnoException).code;
  if (typeof own === 'string' && known.test(own)) return own;
  if (own !== undefined && /^E[A-Z]+$/.test(own)) return own;
  const named = known.exec(error.message)?.[1];
  if (named !== undefined) return named;
  if (/no space left/i.test(error.message)) return 'ENOSPC';
  if (/read-only file system/i.test(error.message)) return 'EROFS';
  return /permission denied/i.test(error.message) ? 'EACCES' : '';
}
