import { createHmac } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import { toFileError } from '../platform/file-errors.ts';
import { writeFileAtomic } from '../platform/write-file.ts';

/** Remembers that a source was purged, without remembering the source. */
export interface Tombstones {
  has(system: string, id: string): Promise<boolean>;
  add(sources: readonly { readonly system: string; readonly id: string }[]): Promise<void>;
}

const fileSchema = z.object({ version: z.literal(1), keys: z.array(z.string().regex(/^[0-9a-f]{32}$/)) });

/** HMAC-SHA-256 (128 bits kept) with the installation's secret, so that nobody can try out sources against the file. Errors: those of the file system. */
export function openTombstones(file: string, secret: Uint8Array): Tombstones {
  let known: Set<string> = new Set();
  /** State of the file that `known` was read from: another instance may have added to it. */
  let seen = '';
  const keyOf = (system: string, id: string) =>
    createHmac('sha256', secret).update(`tombstone\0${system}\0${id}`).digest('hex').slice(0, 32);

  async function stamp(): Promise<string> {
    try {
      const found = await stat(file);
      return `${found.ino}/${found.mtimeMs}/${found.size}`;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'none';
      throw toFileError(error, 'the memory folder');
    }
  }

  async function load(): Promise<ReadonlySet<string>> {
    const now = await stamp();
    if (now === seen) return known;
    try {
      known = now === 'none' ? new Set() : new Set(fileSchema.parse(JSON.parse(await readFile(file, 'utf8'))).keys);
    } catch (error) {
      throw new AppError(
        'internal',
        'The list of purged sources is damaged. Restore it from a backup before you import; without it a purged case could come back.',
        { cause: error },
      );
    }
    seen = now;
    return known;
  }

  return {
    has: async (system, id) => (await load()).has(keyOf(system, id)),
    async add(sources) {
      const keys = new Set(await load());
      for (const source of sources) keys.add(keyOf(source.system, source.id));
      await writeFileAtomic(file, JSON.stringify({ version: 1, keys: [...keys].sort() }), 'the memory folder');
      seen = '';
    },
  };
}
