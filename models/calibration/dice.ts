/** Repeatable random numbers (the 32-bit mix of splitmix), so that a calibration gives the same figures each time. */
export function createDice(seed: number): {
  /** A whole number from `low` to `high`, both included. */ within(low: number, high: number): number;
} {
  let state = seed >>> 0;
  return {
    within(low, high) {
      state = (state + 0x9e3779b9) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
      mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
      return low + (((mixed ^ (mixed >>> 16)) >>> 0) % (high - low + 1));
    },
  };
}
