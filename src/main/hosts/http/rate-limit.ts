/** A bucket that refills: `burst` calls at once, `perSecond` in the long run. */
export class RateLimit {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #nowMs: () => number;
  #left: number;
  #at: number;

  constructor(options: { burst: number; perSecond: number; nowMs: () => number }) {
    this.#burst = options.burst;
    this.#perSecond = options.perSecond;
    this.#nowMs = options.nowMs;
    this.#left = options.burst;
    this.#at = options.nowMs();
  }

  take(): boolean {
    const now = this.#nowMs();
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
