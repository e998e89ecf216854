import Papa from 'papaparse';
import { caseFields, type CaseField, type CaseMapping } from '../domain/case-table.ts';
import { AppError } from '../domain/errors.ts';
import type { MemoryUnit } from '../domain/memory-unit.ts';

export interface CaseTable {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** For each row the line of the file on which it begins, as an editor counts them. */
  readonly lines: readonly number[];
}

const largestTableBytes = 64 * 1024 * 1024;

/** UTF-8 where it is valid, else GB18030, as spreadsheets in Chinese write it. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** Reads a CSV with a header line. Errors: `bad-input` naming what is wrong. */
export function readCaseTable(bytes: Uint8Array): CaseTable {
  if (bytes.length > largestTableBytes)
    throw new AppError(
      'bad-input',
      `A table may have at most 64 MiB; this one has ${Math.ceil(bytes.length / 1_048_576)} MiB. Split it and import the parts.`,
    );
  const text = decode(bytes).replace(/^\uFEFF/, '');
  if (text.includes('\0')) throw new AppError('bad-input', 'This is not a CSV table. Export the sheet as CSV and choose that file.');
  // Empty lines would mislead the guess, but are needed to count lines.
  const { delimiter } = Papa.parse<string[]>(text, { preview: 20, skipEmptyLines: 'greedy' }).meta;
  const records = numberLines(Papa.parse<string[]>(text, { delimiter }).data).filter(({ cells }) =>
    cells.some((cell) => cell.trim() !== ''),
  );
  const [header, ...body] = records;
  const names = uniqueNames(header?.cells ?? []);
  const columns = names.filter((name) => name !== '');
  if (columns.length === 0 || body.length === 0)
    throw new AppError(
      'bad-input',
      'The table has no rows below its header line. Choose a CSV file with a header line and at least one row.',
    );
  const rows = body.map(({ cells }) => Object.fromEntries(names.flatMap((name, at) => (name === '' ? [] : [[name, cells[at] ?? '']]))));
  return { columns, rows, lines: body.map(({ line }) => line) };
}

/** A quoted cell may hold line breaks, and empty lines count: so that a refused row is found again in an editor. */
function numberLines(data: readonly (readonly string[])[]): { cells: readonly string[]; line: number }[] {
  let next = 1;
  return data.map((cells) => {
    const line = next;
    next += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
    return { cells, line };
  });
}

/** Two columns of one name would hide each other. */
function uniqueNames(header: readonly string[]): string[] {
  const used = new Set<string>();
  return header.map((cell) => {
    const name = cell.trim();
    if (name === '') return name;
    let unique = name;
    for (let at = 2; used.has(unique); at += 1) unique = `${name} (${at})`;
    used.add(unique);
    return unique;
  });
}

const guesses: Readonly<Record<CaseField, RegExp>> = {
  title: /^(title|subject|short ?text|summary|标题|主题)$/i,
  text: /(description|symptom|problem|fault|failure|text|现象|故障|描述|问题)/i,
  resolution: /(resolution|solution|fix|action|remedy|repair|解决|处理|措施|方案)/i,
  equipment: /(equipment|model|machine|type|设备|型号|机型)/i,
  asset: /(asset|serial|tag|资产|序列|编号)/i,
  codes: /(code|part|代码|料号|部件)/i,
  workOrder: /(work ?order|order|ticket|wo\b|工单|单号)/i,
  source: /^(id|key|source|ref.*|number|no\.?|序号)$/i,
  madeAt: /(date|time|created|日期|时间)/i,
};

/** Which column most likely fills which field; each column is used once. */
export function guessMapping(columns: readonly string[]): CaseMapping {
  const mapping: CaseMapping = {};
  const used = new Set<string>();
  for (const field of caseFields) {
    const column = columns.find((name) => !used.has(name) && guesses[field].test(name.trim()));
    if (column === undefined) continue;
    mapping[field] = column;
    used.add(column);
  }
  return mapping;
}

const day = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{2}))?/;
const dayFirst = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})/;

/** Dates as tables write them; null when it is none. `31/12/2024` is read day first unless only month first fits. */
export function readDate(text: string): string | null {
  const iso = day.exec(text.trim());
  const other = dayFirst.exec(text.trim());
  let parts: [number, number, number, number, number];
  if (iso) parts = [Number(iso[1]), Number(iso[2]), Number(iso[3]), Number(iso[4] ?? 0), Number(iso[5] ?? 0)];
  else if (other)
    parts =
      Number(other[2]) > 12
        ? [Number(other[3]), Number(other[1]), Number(other[2]), 0, 0]
        : [Number(other[3]), Number(other[2]), Number(other[1]), 0, 0];
  else return null;
  const date = new Date(Date.UTC(parts[0], parts[1] - 1, parts[2], parts[3], parts[4]));
  return date.getUTCMonth() === parts[1] - 1 && date.getUTCDate() === parts[2] ? date.toISOString() : null;
}

/** A spreadsheet runs a cell that begins like a formula; a quote before it keeps it text. */
function safeCell(value: string): string {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

/** The selection as a table; it holds what is stored, which is masked. */
export function writeCaseTable(units: readonly MemoryUnit[]): string {
  const rows = units.map((unit) => ({
    id: unit.id,
    title: unit.title,
    text: unit.text,
    resolution: unit.resolution,
    equipment: unit.equipment,
    asset: unit.asset,
    codes: unit.codes.join(' '),
    workOrder: unit.workOrder,
    source: unit.source.id,
    madeAt: unit.madeAt,
    kind: unit.kind,
    status: unit.status,
    standing: unit.standing,
    importance: String(unit.importance),
  }));
  return Papa.unparse(rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, safeCell(value)]))));
}
