import type { ReadPhoto } from './read-photo.ts';

type Read = (bytes: Uint8Array, signal: AbortSignal) => Promise<ReadPhoto>;

/**
 * Reads each photo once: the same bytes, shown before and asked about later, give the same reading without the work.
 * Nothing is kept longer than the bytes themselves. A reading that failed or was stopped is tried again.
 */
export function readOnce(read: Read): Read {
  const done = new WeakMap<Uint8Array, ReadPhoto>();
  return async (bytes, signal) => {
    const known = done.get(bytes);
    if (known) return known;
    const fresh = await read(bytes, signal);
    done.set(bytes, fresh);
    return fresh;
  };
}
