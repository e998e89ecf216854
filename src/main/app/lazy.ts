/** A part that is opened when it is first needed, once; a failed opening is tried again at the next call. */
export interface Lazy<T> {
  get(): Promise<T>;
  /** True once it was asked for and did not fail. */
  readonly opened: boolean;
}

/** Parts in the order in which they were opened; they are closed in reverse. */
export class OpenParts implements AsyncDisposable {
  readonly #parts: { close: () => Promise<unknown> | unknown }[] = [];
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
        opening ??= open().then(
          async (part) => {
            const close = (part as Partial<AsyncDisposable> | null)?.[Symbol.asyncDispose]?.bind(part);
            // Closed while it was still being opened: nobody will ask for it any more.
            if (close && this.#closed) await close();
            else if (close) this.add(close);
            return part;
          },
          (error: unknown) => {
            opening = undefined;
            throw error;
          },
        );
        return opening;
      },
      get opened() {
        return opening !== undefined;
      },
    };
  }

  /** Closes everything, last opened first; one that fails does not keep the others open. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#closed ??= (async () => {
      const errors: unknown[] = [];
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
