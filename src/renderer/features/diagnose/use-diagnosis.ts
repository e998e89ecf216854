import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { Language } from '../../../preload/contract/vocabulary.ts';
import { client, toFailure } from '../../api/client.ts';
import { idleDiagnosis, reduceDiagnosis } from './diagnosis-state.ts';
import type { Correction, DroppedPhoto } from './use-photos.ts';

export interface Asking {
  readonly question: string;
  readonly photos: readonly DroppedPhoto[];
  readonly corrections: readonly Correction[];
  readonly equipment: string;
  readonly language?: Language;
}

/** Runs one diagnosis at a time; asking again stops the one before. */
export function useDiagnosis() {
  const [state, dispatch] = useReducer(reduceDiagnosis, idleDiagnosis);
  const running = useRef<AbortController | null>(null);

  const stop = useCallback(() => {
    if (!running.current) return;
    running.current.abort();
    running.current = null;
    dispatch({ type: 'stopped' });
  }, []);

  const ask = useCallback(async (asking: Asking) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    dispatch({ type: 'asked', question: asking.question });
    try {
      const events = await client.diagnose.ask(
        {
          question: asking.question,
          photos: asking.photos.flatMap((photo) => (photo.preview ? [{ handle: photo.preview.handle, role: photo.role }] : [])),
          corrections: [...asking.corrections],
          ...(asking.equipment.trim() === '' ? {} : { equipment: asking.equipment.trim() }),
          ...(asking.language === undefined ? {} : { language: asking.language }),
        },
        { signal: controller.signal },
      );
      for await (const event of events) {
        if (running.current !== controller) return;
        dispatch({ type: 'event', event });
      }
    } catch (error) {
      if (running.current === controller) dispatch({ type: 'failed', failure: toFailure(error) });
    } finally {
      if (running.current === controller) running.current = null;
    }
  }, []);

  const reopen = useCallback(async (jobId: string) => {
    running.current?.abort();
    running.current = null;
    try {
      const job = await client.diagnose.job({ id: jobId });
      dispatch({ type: 'reopened', jobId, question: job.question, diagnosis: job.diagnosis, outcome: job.outcome, caseId: job.caseId });
    } catch (error) {
      dispatch({ type: 'failed', failure: toFailure(error) });
    }
  }, []);

  const clear = useCallback(() => {
    running.current?.abort();
    running.current = null;
    dispatch({ type: 'cleared' });
  }, []);

  useEffect(() => () => running.current?.abort(), []);
  return { state, ask, stop, reopen, clear };
}
