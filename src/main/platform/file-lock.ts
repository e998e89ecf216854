import { link, open, readFile, rm, stat } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { dirname } from 'node:path';
import lockfile from 'proper-lockfile';
import { AppError } from '../domain/errors.ts';
import { toFileError } from './file-errors.ts';
import { makeFolder } from './make-folder.ts';

/** Who holds the lock; enough to see that a process is gone even when its number was given to another. */
interface Holder {
  readonly pid: number;
  /** Start of the process in clock ticks after boot; empty where the system does not tell. */
  readonly started: string;
  /** Seconds since the epoch at which the machine started. */
  readonly boot: number;
  readonly token: string;
}

/**
 * Makes this process the only one on a data folder, until it is disposed of. Holds against SIGKILL: a lock of a
 * process that is gone is taken over at once. Errors: `locked` while another process lives, `read-only`,
 * `disk-full`, `no-permission`.
 */
export async function acquireLock(lockFile: string): Promise<AsyncDisposable> {
  const mine: Holder = { pid: process.pid, started: startOf(process.pid), boot: bootSeconds(), token: randomBytes(8).toString('hex') };
  try {
    await makeFolder(dirname(lockFile));
    if (!(await create(lockFile, mine)) && !(await takeOver(lockFile, mine))) throw lockedError(dirname(lockFile));
  } catch (error) {
    throw toFileError(error, 'the data folder');
  }
  return {
    async [Symbol.asyncDispose]() {
      const holder = await readHolder(lockFile);
      if (holder !== null && holder !== 'unreadable' && holder.token === mine.token) await rm(lockFile, { force: true });
    },
  };
}

function lockedError(folder: string): AppError {
  return new AppError('locked', 'Fixlore is already open on this data folder. Close it, or choose another folder with --data.', {
    data: { folder },
  });
}

/** Written whole beside the lock and linked, so that nobody reads half of it; `wx` on file systems without links. */
async function create(lockFile: string, holder: Holder): Promise<boolean> {
  const part = `${lockFile}.${holder.token}`;
  const put = async (path: string) => {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(JSON.stringify(holder));
      await file.sync();
    } finally {
      await file.close();
    }
  };
  try {
    await put(part);
    try {
      await link(part, lockFile);
    } catch (error) {
      if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      await put(lockFile);
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(part, { force: true });
  }
}

/** Only one process at a time may judge and replace a stale lock; otherwise the second would remove the first one's. */
async function takeOver(lockFile: string, mine: Holder): Promise<boolean> {
  if (await isAlive(lockFile)) return false;
  let release: () => Promise<void>;
  try {
    release = await lockfile.lock(lockFile, {
      realpath: false,
      lockfilePath: `${lockFile}.takeover`,
      stale: 5_000,
      retries: { retries: 20, minTimeout: 50, maxTimeout: 500 },
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOCKED') return false;
    throw error;
  }
  try {
    if (await isAlive(lockFile)) return false;
    await rm(lockFile, { force: true });
    return await create(lockFile, mine);
  } finally {
    await release().catch(() => undefined);
  }
}

async function readHolder(lockFile: string): Promise<Holder | 'unreadable' | null> {
  try {
    const value = JSON.parse(await readFile(lockFile, 'utf8')) as Partial<Holder> | null;
    if (typeof value?.pid !== 'number' || typeof value.token !== 'string') return 'unreadable';
    return { pid: value.pid, started: value.started ?? '', boot: value.boot ?? 0, token: value.token };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (error instanceof SyntaxError) return 'unreadable';
    throw error;
  }
}

async function isAlive(lockFile: string): Promise<boolean> {
  const holder = await readHolder(lockFile);
  if (holder === null) return false;
  if (holder === 'unreadable') {
    // Half-written: by a process that died, unless it is only moments old.
    const age = await stat(lockFile).then(
      (found) => Date.now() - found.mtimeMs,
      () => Infinity,
    );
    return age < 3_000;
  }
  // The clock may be set while the machine runs; a minute is no other boot.
  if (holder.started === '' && Math.abs(holder.boot - bootSeconds()) > 60) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const started = startOf(holder.pid);
  return started === '' || holder.started === '' || started === holder.started;
}

function bootSeconds(): number {
  return Math.round(Date.now() / 1000 - uptime());
}

/** Boot id and start ticks of a process on Linux (`proc(5)`, field 22); empty on other systems, and for a zombie. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return 'ended';
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19] ?? ''}`;
  } catch {
    return '';
  }
}
