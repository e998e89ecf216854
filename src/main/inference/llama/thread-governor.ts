import { cpus } from 'node:os';

/** Processor time used up to a moment, in milliseconds: by the whole system over all cores, and by this process. */
export interface CpuSample {
  readonly atMs: number;
  readonly systemMs: number;
  readonly ownMs: number;
}

export function sampleCpu(): CpuSample {
  const own = process.cpuUsage();
  let systemMs = 0;
  for (const { times } of cpus()) systemMs += times.user + times.nice + times.sys + times.irq;
  return { atMs: performance.now(), systemMs, ownMs: (own.user + own.system) / 1000 };
}

/** The kernel counts in steps of 10 ms: over a shorter time the shares would be noise. */
const windowMs = 300;
/** Others may use this share of a core before one thread less is used. */
const tolerance = 0.3;

/**
 * How many threads the models may use while other programs use the processor too. The threads of one evaluation wait
 * for each other by spinning, so one that is not scheduled holds up all: with two threads on two busy cores decoding
 * falls from 25 tokens a second to below one, while a single thread goes on at half the speed.
 */
export class ThreadGovernor {
  readonly #most: number;
  readonly #cores: number;
  readonly #sample: () => CpuSample;
  #last: CpuSample;
  #threads: number;

  constructor(options: { most: number; cores?: number; sample?: () => CpuSample }) {
    this.#most = options.most;
    this.#cores = options.cores ?? Math.max(1, cpus().length);
    this.#sample = options.sample ?? sampleCpu;
    this.#last = this.#sample();
    this.#threads = options.most;
  }

  /** Call it as often as you like; it looks again after 300 ms. */
  next(): number {
    const now = this.#sample();
    const elapsed = now.atMs - this.#last.atMs;
    if (elapsed < windowMs) return this.#threads;
    const others = Math.max(0, now.systemMs - this.#last.systemMs - (now.ownMs - this.#last.ownMs)) / elapsed;
    this.#last = now;
    this.#threads = Math.max(1, Math.min(this.#most, Math.floor(this.#cores - others + tolerance)));
    return this.#threads;
  }
}
