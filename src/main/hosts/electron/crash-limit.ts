/** Counts crashes: `noteCrash` is false once there were `most` within a minute, and then nothing is started again. */
export function createCrashLimit(most: number, now: () => number = Date.now): { noteCrash(): boolean } {
  let recent: number[] = [];
  return {
    noteCrash() {
      const at = now();
      recent = [...recent.filter((before) => at - before < 60_000), at];
      return recent.length < most;
    },
  };
}
