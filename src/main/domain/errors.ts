/** Every way in which a request can fail, as the user may meet it. */
export type ErrorCode =
  | 'bad-input'
  | 'photo-too-large'
  | 'photo-unreadable'
  | 'not-found'
  | 'model-missing'
  | 'model-damaged'
  | 'native-part-missing'
  | 'embedder-changed'
  | 'locked'
  | 'read-only'
  | 'disk-full'
  | 'no-permission'
  | 'cancelled'
  | 'source-unreachable'
  | 'internal';

/**
 * The one error of the product. `message` is a plain sentence that says what happened and what to do next;
 * it never holds unmasked content of a photo, a question or a case. `data` is for programs.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: { data?: Record<string, unknown>; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.data = options.data ?? {};
  }
}

/** True for an error that only says that the user (or a caller) stopped the work. */
export function isCancellation(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'cancelled';
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}

const exitCodes: Record<ErrorCode, number> = {
  'bad-input': 2,
  'photo-too-large': 2,
  'photo-unreadable': 2,
  'not-found': 2,
  'model-missing': 3,
  'model-damaged': 3,
  'native-part-missing': 3,
  'embedder-changed': 3,
  'source-unreachable': 3,
  locked: 4,
  'read-only': 4,
  'disk-full': 4,
  'no-permission': 4,
  cancelled: 130,
  internal: 1,
};

/** Process exit code of an error: 2 bad input, 3 a model or native part is missing, 4 refused, 130 cancelled, 1 a fault of ours. */
export function exitCodeOf(code: ErrorCode): number {
  return exitCodes[code];
}
