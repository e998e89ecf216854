import { ValidationError } from '@orpc/contract';
import { ORPCError } from '@orpc/server';
import { AppError, isCancellation } from '../domain/errors.ts';

function failed(status: number, code: string, message: string): Error {
  return new ORPCError('FAILED', { status, message, data: { code }, defined: true });
}

/** `limit: Too big: expected number to be <=500.` The value itself is not repeated: it may be anything. */
function explainInput(error: ValidationError): string {
  const [issue] = error.issues;
  const path = (issue?.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
  const said = issue?.message ?? 'it cannot be read';
  return `${path === '' ? '' : `${path}: `}${said}${/[.!?。]$/.test(said) ? '' : '.'}`;
}

/** Our errors cross the contract with their code and their sentence; whatever else goes wrong says nothing of its inside. */
export function toRpcError(error: unknown): Error {
  if (error instanceof ORPCError)
    return error.cause instanceof ValidationError && error.code === 'BAD_REQUEST'
      ? failed(422, 'bad-input', explainInput(error.cause))
      : error;
  if (isCancellation(error)) return failed(422, 'cancelled', 'Stopped.');
  if (error instanceof AppError) return failed(422, error.code, error.message);
  return failed(500, 'internal', 'That did not work. The log file in the data folder says why.');
}
