import { AppError } from '../domain/errors.ts';
import type { Progress } from '../../preload/contract/common.ts';
import { toRpcError } from './to-rpc-error.ts';

type ProgressEvent = { readonly type: 'progress'; readonly progress: Progress } | { readonly type: 'done' };

/** Turns a task that reports into a stream; a slow reader gets the newest report and not all of them. */
export async function* streamProgress(
  signal: AbortSignal,
  task: (report: (progress: Progress) => void) => Promise<unknown>,
): AsyncGenerator<ProgressEvent> {
  let latest: Progress | null = null;
  let wake = (): void => undefined;
  let finished = false;
  let failure: unknown;
  const running = task((progress) => {
    latest = progress;
    wake();
  })
    .then(
      () => undefined,
      (error: unknown) => {
        failure = error ?? new AppError('internal', 'That did not work.');
      },
    )
    .finally(() => {
      finished = true;
      wake();
    });
  for (;;) {
    if (latest === null && finished) break;
    if (latest === null) await new Promise<void>((resolve) => (wake = resolve));
    if (latest !== null) {
      const progress: Progress = latest;
      latest = null;
      yield { type: 'progress', progress };
    }
  }
  await running;
  if (failure !== undefined) throw toRpcError(failure);
  if (signal.aborted) throw toRpcError(new AppError('cancelled', 'Stopped.'));
  yield { type: 'done' };
}
