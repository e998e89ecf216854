import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, truncate, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import { toFileError } from '../platform/file-errors.ts';
import { writeFileAtomic } from '../platform/write-file.ts';
import type { ModelFile } from './model-manifest.ts';

const stateSchema = z.object({
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  source: z.string(),
  etag: z.string().nullable(),
  /** Whole package parts that the `.part` file holds, and the bytes that they make; bytes behind them are of a broken part. */
  parts: z.object({ done: z.number(), bytes: z.number() }).nullable(),
});
type PartState = z.infer<typeof stateSchema>;

const folder = 'the folder of the models';

/** SHA-256 of a whole file, in lower-case hexadecimal. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, ...(signal && { signal }) })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * A download under way: `NAME.part` with the bytes, and `NAME.part.json` that says which file they are of and
 * where they came from. What belongs to another file, or to another version of it, is thrown away on opening.
 */
export class PartFile {
  readonly path: string;
  readonly #target: string;
  readonly #file: ModelFile;
  #state: PartState;
  #size: number;

  private constructor(target: string, file: ModelFile, state: PartState, size: number) {
    this.#target = target;
    this.#file = file;
    this.path = `${target}.part`;
    this.#state = state;
    this.#size = size;
  }

  /** Bytes that are there already. */
  get size(): number {
    return this.#size;
  }

  /** The source that the bytes came from, or '' for an empty file. */
  get source(): string {
    return this.#size > 0 ? this.#state.source : '';
  }

  get etag(): string | null {
    return this.#state.etag;
  }

  get partsDone(): number {
    return this.#state.parts?.done ?? 0;
  }

  static async open(target: string, file: ModelFile): Promise<PartFile> {
    const blank: PartState = { name: file.name, bytes: file.bytes, sha256: file.sha256, source: '', etag: null, parts: null };
    try {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    } catch (error) {
      throw toFileError(error, folder);
    }
    const kept = stateSchema.safeParse(
      await readFile(`${target}.part.json`, 'utf8')
        .then(JSON.parse)
        .catch(() => null),
    );
    const size = await stat(`${target}.part`).then(
      (info) => info.size,
      () => 0,
    );
    const part = new PartFile(target, file, kept.success ? kept.data : blank, size);
    const same = kept.success && kept.data.name === file.name && kept.data.bytes === file.bytes && kept.data.sha256 === file.sha256;
    if (!same || size > file.bytes) await part.restart('');
    return part;
  }

  /** Begins anew at zero bytes, from the given source. */
  async restart(source: string, etag: string | null = null): Promise<void> {
    await rm(this.path, { force: true });
    this.#size = 0;
    await this.#save({ name: this.#file.name, bytes: this.#file.bytes, sha256: this.#file.sha256, source, etag, parts: null });
  }

  /** Goes on with the bytes that are there, from the given source. */
  async adopt(source: string, etag: string | null): Promise<void> {
    await this.#save({ ...this.#state, source, etag, parts: null });
  }

  /** Cuts off what a broken package part left behind the last whole one. */
  async cutToWholeParts(): Promise<void> {
    const bytes = this.#state.parts?.bytes ?? 0;
    if (this.#size === bytes) return;
    await truncate(this.path, bytes);
    this.#size = bytes;
  }

  /** Notes that one more package part is whole. */
  async completePart(): Promise<void> {
    await this.#save({ ...this.#state, parts: { done: this.partsDone + 1, bytes: this.#size } });
  }

  /** Appends chunks as they come; `onBytes` gets the size after each. Errors: `disk-full`, `model-damaged` when there is more than the file's size. */
  async append(chunks: AsyncIterable<Uint8Array>, onBytes: (size: number) => void, signal: AbortSignal): Promise<void> {
    const handle = await open(this.path, 'a', 0o600).catch((error: unknown) => {
      throw toFileError(error, folder);
    });
    try {
      for await (const chunk of chunks) {
        signal.throwIfAborted();
        if (this.#size + chunk.length > this.#file.bytes)
          throw new AppError('model-damaged', `More bytes came than ${this.#file.name} has.`, { data: { file: this.#file.name } });
        try {
          await handle.writeFile(chunk);
        } catch (error) {
          throw toFileError(error, folder);
        }
        this.#size += chunk.length;
        onBytes(this.#size);
      }
    } finally {
      await handle.sync().catch(() => undefined);
      await handle.close();
    }
  }

  /** Size, then SHA-256, then the real name. A file that is wrong is thrown away. Error: `model-damaged`. */
  async finish(signal?: AbortSignal): Promise<void> {
    const name = this.#file.name;
    if (this.#size < this.#file.bytes)
      throw new AppError('source-unreachable', `${name} broke off after ${this.#size} of ${this.#file.bytes} bytes.`, {
        data: { file: name },
      });
    if ((await hashFile(this.path, signal)) !== this.#file.sha256) {
      await this.discard();
      throw new AppError('model-damaged', `What came under the name ${name} is another file: its SHA-256 does not fit.`, {
        data: { file: name },
      });
    }
    // A copied file may carry the time of its origin; the stamp goes by the time of arrival.
    const now = new Date();
    await utimes(this.path, now, now);
    await rename(this.path, this.#target);
    await rm(`${this.#target}.part.json`, { force: true });
  }

  async discard(): Promise<void> {
    await rm(this.path, { force: true });
    await rm(`${this.#target}.part.json`, { force: true });
    this.#size = 0;
    this.#state = { ...this.#state, source: '', etag: null, parts: null };
  }

  async #save(state: PartState): Promise<void> {
    this.#state = state;
    await writeFileAtomic(`${this.#target}.part.json`, JSON.stringify(state), folder);
  }
}
