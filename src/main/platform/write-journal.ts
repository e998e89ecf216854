import { open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { EmbeddedUnit } from '../domain/memory-unit.ts';
import { toFileError } from './file-errors.ts';
import { makeFolder } from './make-folder.ts';
import { writeFileAtomic } from './write-file.ts';

/** What is owed to the memory: a unit to be written, or a purge to be finished. Texts are masked; photos lie in their folder already. */
export type JournalRecord =
  | { readonly type: 'write'; readonly unit: EmbeddedUnit }
  | { readonly type: 'purge'; readonly ids: readonly string[]; /** Photo files that may have to go. */ readonly photos: readonly string[] };

export interface PendingRecord {
  readonly id: number;
  readonly record: JournalRecord;
}

/** An append-only file of what was promised and not yet done. One writer; the caller holds the data folder's lock. */
export interface WriteJournal extends AsyncDisposable {
  /** Resolves once the record is on disk: from then on no crash loses it. Errors: `disk-full`, `read-only`, `no-permission`. */
  append(record: JournalRecord): Promise<number>;
  /** In the order they were appended. */
  pending(): readonly PendingRecord[];
  /** Done; when all are, the file is emptied. */
  settle(id: number): Promise<void>;
  /** Takes records out and leaves nothing of them in the file; returns how many went. */
  erase(match: (record: JournalRecord) => boolean): Promise<number>;
}

type Line = { readonly id: number; readonly record: JournalRecord } | { readonly settled: number };

const headerBytes = 8;
const largestRecord = 64 * 1024 * 1024;

/** Opens the journal of a folder; a tail that a crash tore off is dropped: it was never acknowledged. */
export async function openWriteJournal(dir: string): Promise<WriteJournal> {
  const path = join(dir, 'writes.journal');
  try {
    await makeFolder(dir, 'the journal');
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    });
    const { lines, end } = decode(bytes);
    const file = await open(path, 'a', 0o600);
    if (end < bytes.length) {
      await file.truncate(end);
      await file.sync();
    }
    // The folder's entry of a new file has to reach the disk too.
    if (bytes.length === 0) await syncFolder(dir);
    return new FileWriteJournal(path, file, lines, end);
  } catch (error) {
    throw toFileError(error, 'the journal');
  }
}

class FileWriteJournal implements WriteJournal {
  readonly #path: string;
  #file: FileHandle;
  #end: number;
  readonly #pending = new Map<number, JournalRecord>();
  #nextId = 1;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(path: string, file: FileHandle, lines: readonly Line[], end: number) {
    this.#path = path;
    this.#file = file;
    this.#end = end;
    for (const line of lines) {
      if ('settled' in line) this.#pending.delete(line.settled);
      else this.#pending.set(line.id, line.record);
      this.#nextId = Math.max(this.#nextId, ('settled' in line ? line.settled : line.id) + 1);
    }
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#queue.then(work).catch((error: unknown) => {
      throw toFileError(error, 'the journal');
    });
    this.#queue = run.catch(() => undefined);
    return run;
  }

  async #put(line: Line, flush: boolean): Promise<void> {
    const bytes = encode(line);
    try {
      await this.#file.appendFile(bytes);
      if (flush) await this.#file.datasync();
      this.#end += bytes.length;
    } catch (error) {
      // Half a record before whole ones would hide those that follow.
      await this.#file.truncate(this.#end).catch(() => undefined);
      throw error;
    }
  }

  append(record: JournalRecord): Promise<number> {
    return this.#inOrder(async () => {
      const id = this.#nextId;
      await this.#put({ id, record }, true);
      this.#nextId += 1;
      this.#pending.set(id, record);
      return id;
    });
  }

  pending(): readonly PendingRecord[] {
    return [...this.#pending].map(([id, record]) => ({ id, record }));
  }

  settle(id: number): Promise<void> {
    return this.#inOrder(async () => {
      if (!this.#pending.delete(id)) return;
      if (this.#pending.size === 0) {
        await this.#file.truncate(0);
        this.#end = 0;
        return;
      }
      // Not flushed: a record that is done twice does no harm.
      await this.#put({ settled: id }, false);
    });
  }

  erase(match: (record: JournalRecord) => boolean): Promise<number> {
    return this.#inOrder(async () => {
      const gone = [...this.#pending].filter(([, record]) => match(record)).map(([id]) => id);
      for (const id of gone) this.#pending.delete(id);
      // Rewritten even when nothing pending matches: a settled record may still stand in the file.
      const kept = Buffer.concat([...this.#pending].map(([id, record]) => encode({ id, record })));
      await this.#file.close();
      try {
        await writeFileAtomic(this.#path, kept, 'the journal');
        this.#end = kept.length;
      } finally {
        this.#file = await open(this.#path, 'a', 0o600);
      }
      return gone.length;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#queue;
    await this.#file.close();
    if (this.#pending.size === 0) await rm(this.#path, { force: true });
  }
}

async function syncFolder(dir: string): Promise<void> {
  // Windows opens no folder for flushing; NTFS journals its entries itself.
  if (process.platform === 'win32') return;
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Length and CRC-32 (little endian, four bytes each), then JSON in UTF-8; vectors as base64 of float32. */
function encode(line: Line): Buffer {
  const body = Buffer.from(
    JSON.stringify(line, (_key, value: unknown) =>
      value instanceof Float32Array ? { float32: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') } : value,
    ),
  );
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(body.length, 0);
  header.writeUInt32LE(crc32(body), 4);
  return Buffer.concat([header, body]);
}

function toVector(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** All whole records, and where they end. */
function decode(bytes: Buffer): { lines: Line[]; end: number } {
  const lines: Line[] = [];
  let end = 0;
  while (end + headerBytes <= bytes.length) {
    const length = bytes.readUInt32LE(end);
    const next = end + headerBytes + length;
    if (length === 0 || length > largestRecord || next > bytes.length) break;
    const body = bytes.subarray(end + headerBytes, next);
    if (crc32(body) !== bytes.readUInt32LE(end + 4)) break;
    // What stands here was masked before it was appended, so it may be given its type back.
    lines.push(
      JSON.parse(body.toString('utf8'), (_key, value: unknown) => {
        const holder = value as { float32?: unknown } | null;
        return typeof holder === 'object' && holder !== null && typeof holder.float32 === 'string' ? toVector(holder.float32) : value;
      }) as Line,
    );
    end = next;
  }
  return { lines, end };
}
