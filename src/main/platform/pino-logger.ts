import { homedir, userInfo } from 'node:os';
import { pino } from 'pino';
import type { Masked } from '../domain/masked.ts';
import type { Logger } from './logger.ts';
import { RotatingFile } from './rotating-file.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export interface LoggerOptions {
  /** Folder of `fixlore.log`; made when the first line is written. */
  readonly dir: string;
  /** The second wall: every string of a line goes through it once more before it reaches the disk. */
  readonly masker: { mask(text: string): { readonly text: Masked } };
  readonly level: LogLevel;
  /** [5 MiB] */
  readonly maxBytes?: number;
  /** Old files kept beside the current one [3]. */
  readonly keep?: number;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Replaces the home folder and any other user's folder by `~`, in paths of every system. */
export function withoutUserFolders(text: string, home = homedir(), user = userName()): string {
  let out = home.length > 1 ? text.replaceAll(home, '~') : text;
  out = out.replace(/(?:[A-Za-z]:)?[\\/]{1,2}(?:home|Users|Documents and Settings)[\\/]{1,2}[^\\/\s"':,;]{1,64}/g, '~');
  if (user.length >= 3) out = out.replace(new RegExp(`(?<=[\\\\/])${escape(user)}(?=[\\\\/]|$)`, 'g'), '~');
  return out;
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

function cleanEvery(value: Json, clean: (text: string) => string): Json {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleanEvery(item, clean));
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [clean(key), cleanEvery(item, clean)]));
  return value;
}

/**
 * A log file of JSON lines (0600, rotated by size), written at once in this thread so that it works inside a bundle and
 * loses nothing in a crash. Lines carry no process id and no host name. Where the file cannot be written, lines wait in
 * memory; logging never fails.
 */
export function createLogger(options: LoggerOptions): Logger & AsyncDisposable {
  const file = new RotatingFile(options.dir, 'fixlore.log', { maxBytes: options.maxBytes ?? 5 * 1024 * 1024, keep: options.keep ?? 3 });
  const clean = (text: string) => withoutUserFolders(options.masker.mask(text).text);
  const sink = {
    write(line: string) {
      const { time, level, ...rest } = JSON.parse(line) as { [key: string]: Json };
      file.append(`${JSON.stringify({ time, level, ...(cleanEvery(rest, clean) as object) })}\n`);
    },
  };
  const log = pino(
    { level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    sink,
  );
  const writer =
    (level: 'debug' | 'info' | 'warn' | 'error'): Logger['info'] =>
    (message, detail) => {
      // Details stay in a field of their own, so that none can overwrite the time or the level.
      if (detail) log[level]({ detail }, message);
      else log[level](message);
    };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    [Symbol.asyncDispose]() {
      file.flush();
      file.close();
      return Promise.resolve();
    },
  };
}
