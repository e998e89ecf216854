import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import type { Clock } from '../platform/clock.ts';
import { writeFileAtomic } from '../platform/write-file.ts';

const pendingSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  ids: z.array(z.string()),
  /** What each unit was before it was hidden, to take the purge back. */
  before: z.record(z.string(), z.enum(['active', 'archived', 'obsolete'])),
  photos: z.number().int(),
  bytes: z.number().int(),
});
export type PendingPurge = z.infer<typeof pendingSchema>;

const dayMs = 86_400_000;

/** Purges within their days of grace: ids and counts alone, in one file. */
export class PendingPurges {
  readonly #file: string;
  readonly #clock: Clock;

  constructor(file: string, clock: Clock) {
    this.#file = file;
    this.#clock = clock;
  }

  async list(): Promise<PendingPurge[]> {
    let text: string;
    try {
      text = await readFile(this.#file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
    const parsed = z.array(pendingSchema).safeParse(parseJson(text));
    if (!parsed.success)
      throw new AppError(
        'internal',
        'The list of purges that wait cannot be read. Restore it from a backup, or delete the file "purges.json" in the data folder: the cases stay hidden in the archive then.',
        { cause: parsed.error },
      );
    return parsed.data;
  }

  async add(
    ids: readonly string[],
    before: PendingPurge['before'],
    size: { photos: number; bytes: number },
    graceDays: number,
  ): Promise<PendingPurge> {
    const now = this.#clock.now();
    const purge: PendingPurge = {
      id: randomUUID(),
      at: now.toISOString(),
      dueAt: new Date(now.getTime() + graceDays * dayMs).toISOString(),
      ids: [...ids],
      before,
      photos: size.photos,
      bytes: size.bytes,
    };
    await this.#write([...(await this.list()), purge]);
    return purge;
  }

  /** Errors: `not-found`. */
  async get(id: string): Promise<PendingPurge> {
    const purge = (await this.list()).find((item) => item.id === id);
    if (!purge)
      throw new AppError(
        'not-found',
        'That purge cannot be taken back any more: its days of grace are over, or it was taken back already.',
      );
    return purge;
  }

  /** Takes one off the list, because it was taken back or carried out. Errors: `not-found`. */
  async settle(id: string): Promise<PendingPurge> {
    const purge = await this.get(id);
    await this.#write((await this.list()).filter((item) => item.id !== id));
    return purge;
  }

  /** Those whose days of grace are over. */
  async due(): Promise<PendingPurge[]> {
    const now = this.#clock.now().toISOString();
    return (await this.list()).filter((purge) => purge.dueAt <= now);
  }

  async #write(all: readonly PendingPurge[]): Promise<void> {
    await writeFileAtomic(this.#file, JSON.stringify(all));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
