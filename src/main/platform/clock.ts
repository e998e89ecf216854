/** Time, handed in so that tests can set it. */
export interface Clock {
  now(): Date;
  /** Milliseconds from a fixed point; never goes back. */
  monotonicMs(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
};
