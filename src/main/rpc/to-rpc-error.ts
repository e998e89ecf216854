import { ORPCError } from '@orpc/server';
import { AppError, isCancellation } from '../domain/errors.ts';

/** Our errors cross the contract with their code and their sentence; whatever else goes wrong says nothing of its inside. */
export function toRpcError(error: unknown): Error {
  if (error instanceof ORPCError) return error;
  if (isCancellation(error)) return new ORPCError('FAILED', { status: 422, message: 'Stopped.', data: { code: 'cancelled' }, defined: true });
  if (error instanceof AppError) return new ORPCError('FAILED', { status: 422, message: error.message, data: { code: error.code }, defined: true });
  return new ORPCError('FAILED', { status: 500, message: 'That did not work. The log file in the data folder says why.', data: { code: 'internal' }, defined: true });
}
