import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../domain/errors.ts';
import { decodeSeconds, tookTooLong, unreadable } from './photo-limits.ts';
import type { SlowDecodeReply } from './slow-decoder-worker.ts';

// Beside this module, and built like it: TypeScript from the sources, JavaScript once built.
const workerFile = new URL(`./slow-decoder-worker${extname(import.meta.filename)}`, import.meta.url);

export interface RgbaPixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/**
 * Decodes HEIC and BMP in a worker thread with a time limit; aborting ends the thread at once.
 * Errors: `photo-unreadable`, `cancelled`.
 */
export async function decodeInWorker(format: 'heic' | 'bmp', bytes: Uint8Array, signal?: AbortSignal): Promise<RgbaPixels> {
  const worker = new Worker(workerFile, { workerData: { format, bytes }, stdout: true, stderr: true });
  const stopped = Promise.withResolvers<never>();
  const timer = setTimeout(() => stopped.reject(tookTooLong()), decodeSeconds * 1000);
  const onAbort = (): void => stopped.reject(new AppError('cancelled', 'Reading the photo was stopped.'));
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  const answered = new Promise<SlowDecodeReply>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', (cause) => reject(unreadable('its decoder failed', cause)));
    worker.once('exit', () => reject(unreadable('its decoder ended without a picture')));
  });
  try {
    const reply = await Promise.race([answered, stopped.promise]);
    if ('error' in reply)
      throw unreadable(
        `the ${format === 'heic' ? 'HEIC' : 'BMP'} data is damaged or of a kind that is not supported`,
        new Error(reply.error),
      );
    return reply;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    answered.catch(() => {});
    await worker.terminate();
  }
}
