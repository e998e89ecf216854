/** A part that is opened when it is first needed, once; a failed opening is tried again at the next call. */
export interface Lazy<T> {
  get(): Promise<T>;
  /** True once it was asked for and did not fail. */
  readonly opened: boolean;
}

/** Parts in the order in which they were opened; they are closed in reverse. */
export class OpenParts implements AsyncDisposable {
  readonly #parts: { close: () => Promise<unknown> | unknown }[] = [];
  readonly #opening = new Set<Promise<unknown>>();
  #closed: Promise<void> | undefined;

  /** Registers something to be closed. */
  add(close: () => Promise<unknown> | unknown): void {
    this.#parts.push({ close });
  }

  lazy<T>(open: () => Promise<T>): Lazy<T> {
    let opening: Promise<T> | undefined;
    return {
      get: () => {
        if (this.#closed) return Promise.reject(new Error('The application is closed.'));
        if (opening) return opening;
        opening = open().then(
          (part) => {
            const close = (part as Partial<AsyncDisposable> | null)?.[Symbol.asyncDispose]?.bind(part);
            if (close) this.add(close);
            return part;
          },
          (error: unknown) => {
            opening = undefined;
            throw error;
          },
        );
        const pending = opening;
        this.#opening.add(pending);
        const settled = () => void this.#opening.delete(pending);
        pending.then(settled, settled);
        return pending;
      },
      get opened() {
        return opening !== undefined;
      },
    };
  }

  /**
   * Closes everything, last opened first; one that fails does not keep the others open. What is still being opened
   * is waited for: a native library must not lose its ground while it loads.
   */
  [Symbol.asyncDispose](): Promise<void> {
    this.#closed ??= (async () => {
      const errors: unknown[] = [];
      await Promise.allSettled(this.#opening);
      for (let part = this.#parts.pop(); part; part = this.#parts.pop()) {
        try {
          await part.close();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors, 'Some parts could not be closed.');
    })();
    return this.#closed;
  }
}
