import type { Masked } from '../domain/masked.ts';

/** Lines for the log file. Takes masked text only; details are numbers, booleans, ids and other masked text. */
export interface Logger {
  debug(message: Masked, detail?: Readonly<Record<string, Masked | number | boolean>>): void;
  info(message: Masked, detail?: Readonly<Record<string, Masked | number | boolean>>): void;
  warn(message: Masked, detail?: Readonly<Record<string, Masked | number | boolean>>): void;
  error(message: Masked, detail?: Readonly<Record<string, Masked | number | boolean>>): void;
}

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
