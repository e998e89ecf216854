import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import type { Clock } from '../platform/clock.ts';
import { toFileError } from '../platform/file-errors.ts';
import { auditEntrySchema, auditEventSchema, firstHash, hashOf, type AuditEntry, type AuditEvent } from './audit-entry.ts';

export type { AuditEntry, AuditEvent } from './audit-entry.ts';

export interface AuditCheck {
  readonly entries: number;
  /** Number of the first line whose place, hash or link to the line before is wrong; null when the chain holds. */
  readonly firstBroken: number | null;
}

/** What was read, written, masked, exported, deleted and refused: ids, kinds and counts, never content. */
export interface AuditLog extends AsyncDisposable {
  /** Resolves when the line is on disk. Errors: `bad-input` for anything that looks like free text, `disk-full`, `read-only`. */
  append(event: AuditEvent): Promise<AuditEntry>;
  /** Oldest first; lines that cannot be parsed are left out (see `verify`). */
  read(page: { offset: number; limit: number }): Promise<AuditEntry[]>;
  verify(): Promise<AuditCheck>;
}

const tailBytes = 256 * 1024;
const what = 'the audit log';

function parseLine(line: string): AuditEntry | undefined {
  try {
    return auditEntrySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** Whole lines of the file; what stands after the last line break is a line being written, or one that a crash cut off. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of createReadStream(file, 'utf8')) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw toFileError(error, what);
  }
}

/** The end of the chain, and how many bytes of a line that was cut off by a crash stand behind it. */
async function readTail(handle: FileHandle): Promise<{ seq: number; hash: string; size: number; tornBytes: number }> {
  const { size } = await handle.stat();
  if (size === 0) return { seq: 0, hash: firstHash, size, tornBytes: 0 };
  const length = Math.min(size, tailBytes);
  const tail = Buffer.alloc(length);
  await handle.read(tail, 0, length, size - length);
  const whole = tail.lastIndexOf(0x0a) + 1;
  const last = tail.subarray(0, Math.max(0, whole - 1));
  const line = last.subarray(last.lastIndexOf(0x0a) + 1).toString('utf8');
  const entry = parseLine(line);
  if (entry) return { seq: entry.seq, hash: entry.hash, size, tornBytes: length - whole };
  if (whole === 0 && length === size) return { seq: 0, hash: firstHash, size, tornBytes: size };
  throw new AppError(
    'internal',
    'The end of the audit log was changed by something else. Move the folder audit out of the data folder, keep it as evidence, and start again.',
  );
}

interface Writer {
  readonly handle: FileHandle;
  seq: number;
  hash: string;
  size: number;
}

async function openWriter(dir: string, file: string): Promise<{ writer: Writer; tornBytes: number }> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const handle = await open(file, 'a+', 0o600);
  try {
    if (process.platform !== 'win32') await chmod(file, 0o600);
    const { tornBytes, ...end } = await readTail(handle);
    const size = end.size - tornBytes;
    if (tornBytes > 0) await handle.truncate(size);
    return { writer: { handle, ...end, size }, tornBytes };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * The log `audit.jsonl` in `dir` (0600). Reading changes nothing and needs no lock; the first `append` opens the file
 * for writing and repairs a last line that a crash cut off: the rest of it is removed, and the repair is itself an entry.
 * `key` (the installation's secret) keys the hashes; with `readOnly` nothing can be appended. One writer: whoever appends holds the data lock.
 * Errors of `append`: `internal` when the end of the log is not ours, and those of the file system.
 */
export async function openAuditLog(dir: string, clock: Clock, options: { key?: Uint8Array; readOnly?: boolean } = {}): Promise<AuditLog> {
  const file = join(dir, 'audit.jsonl');
  const { key } = options;
  let writer: Writer | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let isOpen = true;

  async function writeLine(to: Writer, event: AuditEvent): Promise<AuditEntry> {
    const body = { seq: to.seq + 1, time: clock.now().toISOString(), ...event, prev: to.hash };
    const entry: AuditEntry = { ...body, hash: hashOf(body, key) };
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    try {
      await to.handle.appendFile(line);
      await to.handle.datasync();
    } catch (error) {
      // Half a line must not stand before the next one.
      await to.handle.truncate(to.size).catch(() => undefined);
      throw error;
    }
    to.size += line.length;
    to.seq = entry.seq;
    to.hash = entry.hash;
    return entry;
  }

  async function write(event: AuditEvent): Promise<AuditEntry> {
    try {
      if (!writer) {
        const opened = await openWriter(dir, file);
        writer = opened.writer;
        if (opened.tornBytes > 0) await writeLine(writer, { action: 'audit-log-repaired', counts: { bytes: opened.tornBytes } });
      }
      return await writeLine(writer, event);
    } catch (error) {
      throw toFileError(error, what);
    }
  }

  return {
    append(event) {
      const parsed = auditEventSchema.safeParse(event);
      if (!parsed.success) {
        const fields = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? 'event')))].join(', ');
        return Promise.reject(new AppError('bad-input', `The audit log takes names, ids, kinds and counts only; check: ${fields}.`));
      }
      if (options.readOnly === true) return Promise.reject(new AppError('internal', 'The audit log was opened for reading alone.'));
      if (!isOpen) return Promise.reject(new AppError('internal', 'The audit log is already closed.'));
      const written = queue.then(() => write(parsed.data));
      queue = written.catch(() => undefined);
      return written;
    },
    async read({ offset, limit }) {
      await queue;
      const entries: AuditEntry[] = [];
      let index = 0;
      for await (const line of linesOf(file)) {
        if (entries.length >= limit) break;
        const entry = parseLine(line);
        if (entry && index++ >= offset) entries.push(entry);
      }
      return entries;
    },
    async verify() {
      await queue;
      let expected = 1;
      let previous = firstHash;
      for await (const line of linesOf(file)) {
        const entry = parseLine(line);
        if (!entry || entry.seq !== expected || entry.prev !== previous || hashOf(entry, key) !== entry.hash) {
          return { entries: expected - 1, firstBroken: expected };
        }
        previous = entry.hash;
        expected += 1;
      }
      // A process that has written knows how long the chain is: lines cut from the end are missed too.
      return expected - 1 < (writer?.seq ?? 0)
        ? { entries: expected - 1, firstBroken: expected }
        : { entries: expected - 1, firstBroken: null };
    },
    async [Symbol.asyncDispose]() {
      if (!isOpen) return;
      isOpen = false;
      await queue;
      await writer?.handle.close();
    },
  };
}
