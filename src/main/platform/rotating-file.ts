import { chmodSync, closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Lines kept in memory while the file cannot be opened (full disk, folder not there yet); older ones are dropped. */
const waitingLimit = 1000;

/** Appends lines to `name` in `dir`; over `maxBytes` it becomes `name.1`, and so on, with `keep` old files. Never throws. */
export class RotatingFile {
  readonly #dir: string;
  readonly #name: string;
  readonly #maxBytes: number;
  readonly #keep: number;
  #descriptor: number | undefined;
  #size = 0;
  #waiting: string[] = [];

  constructor(dir: string, name: string, options: { maxBytes: number; keep: number }) {
    this.#dir = dir;
    this.#name = name;
    this.#maxBytes = options.maxBytes;
    this.#keep = options.keep;
  }

  /** Writes the line at once (a crash loses none), or keeps it until the file can be written. */
  append(line: string): void {
    this.#waiting.push(line);
    if (this.#waiting.length > waitingLimit) this.#waiting.shift();
    this.flush();
  }

  flush(): void {
    try {
      while (this.#waiting.length > 0) {
        const line = Buffer.from(this.#waiting[0] as string);
        this.#open();
        if (this.#size > 0 && this.#size + line.length > this.#maxBytes) {
          this.#rotate();
          this.#open();
        }
        writeSync(this.#descriptor as number, line);
        this.#size += line.length;
        this.#waiting.shift();
      }
    } catch {
      // A log that cannot be written must not stop the work; the next line tries again.
      this.close();
    }
  }

  close(): void {
    if (this.#descriptor === undefined) return;
    try {
      closeSync(this.#descriptor);
    } catch {
      // It is gone either way.
    }
    this.#descriptor = undefined;
  }

  #open(): void {
    if (this.#descriptor !== undefined) return;
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    const path = join(this.#dir, this.#name);
    this.#descriptor = openSync(path, 'a', 0o600);
    if (process.platform !== 'win32') chmodSync(path, 0o600);
    this.#size = fstatSync(this.#descriptor).size;
  }

  #rotate(): void {
    this.close();
    const path = join(this.#dir, this.#name);
    rmSync(`${path}.${this.#keep}`, { force: true });
    for (let index = this.#keep; index >= 1; index -= 1) {
      const from = index === 1 ? path : `${path}.${index - 1}`;
      try {
        renameSync(from, `${path}.${index}`);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  }
}
