import type { Lazy } from './lazy.ts';
import type { DiagnosisParts } from './open-diagnosis.ts';
import type { Engines } from './open-engines.ts';
import type { DiagnosisEvent, DiagnosisInput } from '../domain/diagnosis.ts';
import { AppError } from '../domain/errors.ts';

export interface RunDiagnosis {
  readonly input: DiagnosisInput;
  readonly signal: AbortSignal;
  readonly lock: Lazy<AsyncDisposable>;
  readonly diagnosing: () => Promise<DiagnosisParts>;
  readonly engines: Engines;
}

/**
 * One diagnosis. The language models load while the photo is being read. One that is missing or damaged is said as
 * soon as the similar cases are shown: those need no model and may be all that the technician wants.
 */
export async function* runDiagnosis({ input, signal, lock, diagnosing, engines }: RunDiagnosis): AsyncGenerator<DiagnosisEvent> {
  if (signal.aborted) throw new AppError('cancelled', 'The diagnosis was stopped.');
  await lock.get();
  const { diagnoseFault } = await diagnosing();
  const checked = engines.checkLanguageModels();
  // Failures are said by the check, or by the agent when it needs the model.
  Promise.all([checked, engines.router.get(), engines.reasoner.get()]).catch(() => undefined);
  for await (const event of diagnoseFault(input, signal)) {
    yield event;
    if (event.type === 'similar-cases') await untilAborted(checked, signal);
  }
}

/** Waits, but not longer than the user does: the first check of a model file reads all of it. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(new AppError('cancelled', 'The diagnosis was stopped.'));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
    stopped.promise.catch(() => undefined);
  }
}
