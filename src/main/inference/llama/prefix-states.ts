import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { randomBytes } from 'node:crypto';

/** Goes up when prompts are rendered or states are written in another way. */
const adapterVersion = 1;
const statesKept = 8;

/**
 * Evaluation states of system prompts on disk. A file is named by a hash of model file, context size, adapter
 * version and prompt, and by the hash of its own bytes: loading a foreign or damaged state can crash the native
 * library, so nothing is loaded whose bytes do not match its name. Old ones go when there are more than eight.
 * Failing to write costs a little time at the next start and nothing else, so errors of the disk are swallowed here.
 */
export class PrefixStates {
  readonly #dir: string;
  readonly #modelKey: string;
  readonly #verified = new Map<string, string>();

  private constructor(dir: string, modelKey: string) {
    this.#dir = dir;
    this.#modelKey = modelKey;
  }

  static async open(options: { dir: string; modelFile: string; contextTokens: number }): Promise<PrefixStates> {
    const file = await stat(options.modelFile);
    return new PrefixStates(
      options.dir,
      [adapterVersion, basename(options.modelFile), file.size, Math.round(file.mtimeMs), options.contextTokens].join('|'),
    );
  }

  #keyOf(prompt: string): string {
    return createHash('sha256').update(`${this.#modelKey}|${prompt}`).digest('hex').slice(0, 32);
  }

  /** Path of a sound state of this prompt, or null. A damaged one is removed. */
  async find(prompt: string): Promise<string | null> {
    const key = this.#keyOf(prompt);
    const known = this.#verified.get(key);
    if (known !== undefined) return known;
    for (const name of await this.#names()) {
      if (!name.startsWith(`${key}.`)) continue;
      const path = join(this.#dir, name);
      const bytes = await readFile(path).catch(() => null);
      if (bytes !== null && createHash('sha256').update(bytes).digest('hex').slice(0, 32) === name.split('.')[1]) {
        this.#verified.set(key, path);
        const now = new Date();
        await utimes(path, now, now).catch(() => undefined);
        return path;
      }
      await rm(path, { force: true }).catch(() => undefined);
    }
    return null;
  }

  /** `write` puts the state into the file it is given. */
  async save(prompt: string, write: (path: string) => Promise<unknown>): Promise<void> {
    const part = join(this.#dir, `${randomBytes(8).toString('hex')}.part`);
    try {
      await mkdir(this.#dir, { recursive: true, mode: 0o700 });
      await write(part);
      const digest = createHash('sha256')
        .update(await readFile(part))
        .digest('hex')
        .slice(0, 32);
      const key = this.#keyOf(prompt);
      const path = join(this.#dir, `${key}.${digest}.state`);
      await rename(part, path);
      this.#verified.set(key, path);
      await this.#prune(path);
    } catch {
      await rm(part, { force: true }).catch(() => undefined);
    }
  }

  /** Takes a state that the library refused out of use. */
  async discard(path: string): Promise<void> {
    for (const [key, known] of this.#verified) if (known === path) this.#verified.delete(key);
    await rm(path, { force: true }).catch(() => undefined);
  }

  async #names(): Promise<string[]> {
    return (await readdir(this.#dir).catch(() => [])).filter((name) => /^[0-9a-f]{32}\.[0-9a-f]{32}\.state$/.test(name));
  }

  async #prune(justWritten: string): Promise<void> {
    const files = await Promise.all(
      (await this.#names()).map(async (name) => {
        const path = join(this.#dir, name);
        return { path, at: (await stat(path).catch(() => null))?.mtimeMs ?? 0 };
      }),
    );
    files.sort((a, b) => b.at - a.at);
    for (const file of files.slice(statesKept)) if (file.path !== justWritten) await this.discard(file.path);
  }
}
