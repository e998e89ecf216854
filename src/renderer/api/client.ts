import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '../../preload/contract/index.ts';
import { openLink } from './transport.ts';

/** Every call of the window goes through this one client. */
export const client: ContractRouterClient<typeof contract> = createORPCClient(await openLink());

export interface Failure {
  readonly code: string;
  /** A plain sentence for the user. */
  readonly message: string;
}

/** The error of a call as the window shows it. */
export function toFailure(error: unknown): Failure {
  if (error instanceof ORPCError) {
    const data = error.data as { code?: string } | undefined;
    return { code: data?.code ?? error.code, message: error.message };
  }
  if (error instanceof Error && error.name === 'AbortError') return { code: 'cancelled', message: '' };
  return { code: 'unreachable', message: error instanceof Error ? error.message : String(error) };
}
