/**
 * Reads run side by side; a write waits for them and runs alone. Cleaning up old table versions deletes files
 * that a running read may still need.
 */
export class ReadWriteGate {
  #reads = new Set<Promise<unknown>>();
  #lastWrite: Promise<unknown> = Promise.resolve();

  async read<T>(work: () => Promise<T>): Promise<T> {
    let seen: Promise<unknown>;
    do {
      seen = this.#lastWrite;
      await seen;
    } while (seen !== this.#lastWrite);
    const run = work();
    const settled = run.then(
      () => undefined,
      () => undefined,
    );
    this.#reads.add(settled);
    void settled.then(() => this.#reads.delete(settled));
    return run;
  }

  write<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#lastWrite;
    const run = before.then(async () => {
      await Promise.all(this.#reads);
      return work();
    });
    this.#lastWrite = run.then(
      () => undefined,
      () => undefined,
    );
    return run;
  }
}
