import { oc } from '@orpc/contract';
import { z } from 'zod';

/** What any call may answer instead of a result: our own error code and a sentence that says what to do. */
export const failureSchema = z.object({ code: z.string(), data: z.record(z.string(), z.unknown()).optional() });

/** Every procedure declares the one typed error; its message is shown to the user as it is. */
export const procedure = oc.errors({ FAILED: { status: 422, data: failureSchema } });

/** Types a value that our own side makes and checks; no second check at run time. */
export function typed<T>(): z.ZodType<T> {
  return z.custom<T>();
}

export const unitId = z.string().regex(/^C-[0-9A-HJKMNP-TV-Z]{8}$/, 'A case id looks like C-7KQ2M9XA.');
export const unitIds = z.array(unitId).min(1).max(100_000);

/** What is done so far, for a bar with rate and time left. */
export interface Progress {
  readonly what: string;
  readonly done: number;
  readonly total: number;
  /** Per second; 0 while unknown. */
  readonly rate: number;
  readonly secondsLeft: number | null;
}
