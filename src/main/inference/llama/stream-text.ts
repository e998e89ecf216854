/**
 * Turns tokens into text while they come. A character of several bytes may be spread over tokens: what ends in a
 * replacement character is held back until it is whole. What could be the beginning of a stop string is held too.
 */
export class TextStream<Token> {
  readonly #detokenize: (tokens: readonly Token[]) => string;
  readonly #stop: readonly string[];
  readonly #tokens: Token[] = [];
  #given = 0;
  /** True once a stop string was met. */
  stopped = false;

  constructor(detokenize: (tokens: readonly Token[]) => string, stop: readonly string[] = []) {
    this.#detokenize = detokenize;
    this.#stop = stop.filter((text) => text !== '');
  }

  /** Text that is whole now; often empty. */
  push(token: Token): string {
    this.#tokens.push(token);
    return this.#release(false);
  }

  /** What was held back when generation ends. */
  end(): string {
    return this.stopped ? '' : this.#release(true);
  }

  #release(all: boolean): string {
    const text = this.#detokenize(this.#tokens);
    let until = text.length;
    for (const stop of this.#stop) {
      const at = text.indexOf(stop, Math.max(0, this.#given - stop.length));
      if (at >= 0 && at < until) {
        until = at;
        this.stopped = true;
      }
    }
    if (!this.stopped && !all) {
      while (until > this.#given && text[until - 1] === '\ufffd') until--;
      for (const stop of this.#stop) {
        for (let length = Math.min(stop.length - 1, until); length > 0; length--) {
          if (text.endsWith(stop.slice(0, length))) {
            until = Math.min(until, text.length - length);
            break;
          }
        }
      }
    }
    if (until <= this.#given) return '';
    const piece = text.slice(this.#given, until);
    this.#given = until;
    return all ? piece.replace(/\ufffd+$/u, '') : piece;
  }
}
