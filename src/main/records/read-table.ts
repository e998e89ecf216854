import { readFile, stat } from 'node:fs/promises';
import Papa from 'papaparse';
import { AppError } from '../domain/errors.ts';

export interface TableRow {
  /** Line of the file on which the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** What the parser found wrong with the row, in words. */
  readonly problem: string | null;
}

const largestFile = 64 * 1024 * 1024;

/** UTF-8 (with or without mark), UTF-16 with mark, otherwise GB18030, which spreadsheets write on Chinese systems. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** All rows of a CSV file without blank ones; the delimiter is found by itself. Errors: `not-found`, `bad-input`. */
export async function readTable(file: string): Promise<TableRow[]> {
  let bytes: Uint8Array;
  try {
    if ((await stat(file)).size > largestFile)
      throw new AppError('bad-input', 'The table is larger than 64 MiB. Split it into several files.');
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('not-found', 'The table could not be opened. Check that the file is there and readable.', { cause: error });
  }
  const text = decodeText(bytes);
  if (text.includes('\u0000'))
    throw new AppError('bad-input', 'The file is no CSV table. Save it from the spreadsheet as CSV and try again.');
  const parsed = Papa.parse<string[]>(text, { skipEmptyLines: false });
  const problems = new Map<number, string>();
  for (const error of parsed.errors)
    if (error.row !== undefined && error.type === 'Quotes') problems.set(error.row, 'a quotation mark is not closed');
  const rows: TableRow[] = [];
  let line = 1;
  parsed.data.forEach((raw, index) => {
    const cells = raw.map((cell) => cell.trim());
    if (cells.some((cell) => cell !== '')) rows.push({ line, cells, problem: problems.get(index) ?? null });
    line += 1 + raw.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
  });
  return rows;
}
