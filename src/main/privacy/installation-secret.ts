import { createHash, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../domain/errors.ts';
import { toFileError } from '../platform/file-errors.ts';

const form = /^fixlore-secret-1 ([0-9a-f]{64}) ([0-9a-f]{16})\n?$/;
const what = 'the configuration folder';

function checkOf(hex: string): string {
  return createHash('sha256').update(hex).digest('hex').slice(0, 16);
}

function parse(content: string): Uint8Array | undefined {
  const match = form.exec(content);
  if (!match?.[1] || checkOf(match[1]) !== match[2]) return undefined;
  return new Uint8Array(Buffer.from(match[1], 'hex'));
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    if (isCode(error, 'EACCES', 'EPERM')) {
      throw new AppError(
        'no-permission',
        'The secret of this installation may not be read. Give your user the right to read the file installation-secret in the configuration folder.',
        { cause: error },
      );
    }
    throw error;
  }
}

/** A whole file appears at once (a hard link to a finished one), or, on drives without links, by exclusive creation. */
async function create(file: string, content: string): Promise<void> {
  const part = `${file}.${randomBytes(6).toString('hex')}.part`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const write = async (path: string) => {
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
  try {
    await write(part);
    await link(part, file);
  } catch (error) {
    if (isCode(error, 'EEXIST')) return;
    if (!isCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK')) throw error;
    await write(file).catch((second: unknown) => {
      if (!isCode(second, 'EEXIST')) throw second;
    });
  } finally {
    await rm(part, { force: true }).catch(() => undefined);
  }
}

/**
 * The 32 random bytes that make this installation's placeholders; made at the first call (0600). Two processes that
 * race get the same ones. A damaged file is never replaced: with a new secret the same person would get a new
 * placeholder. Errors: `internal` when the file is damaged, `no-permission`, `read-only`, `disk-full`.
 */
export async function loadInstallationSecret(file: string): Promise<Uint8Array> {
  try {
    if ((await read(file)) === undefined) {
      const hex = randomBytes(32).toString('hex');
      await create(file, `fixlore-secret-1 ${hex} ${checkOf(hex)}\n`);
    }
  } catch (error) {
    throw toFileError(error, what);
  }
  // Where links are missing another process may still be writing: give it a moment.
  for (let tries = 0; ; tries += 1) {
    const secret = parse((await read(file)) ?? '');
    if (secret) {
      if (process.platform !== 'win32') await chmod(file, 0o600).catch(() => undefined);
      return secret;
    }
    if (tries >= 4) break;
    await wait(50);
  }
  throw new AppError(
    'internal',
    'The file installation-secret in the configuration folder is damaged. Restore it from a backup; without it the same person gets a new placeholder. To start with a new one, delete the file yourself.',
  );
}
