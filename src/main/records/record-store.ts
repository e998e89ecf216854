import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { normaliseCode } from '../domain/code.ts';
import { AppError } from '../domain/errors.ts';
import type { Evidence } from '../domain/evidence.ts';
import { detectLanguage } from '../domain/language.ts';
import type { Masked } from '../domain/masked.ts';
import { writeFileAtomic } from '../platform/write-file.ts';
import { joinMasked, maskedText, type Masker } from '../privacy/masked.ts';
import { findDayOrder, parseDate } from './parse-date.ts';
import { readTable } from './read-table.ts';

const masked = z.custom<Masked>((value) => typeof value === 'string', 'text expected');
const maskedDate = z.custom<Masked>((value) => z.iso.date().safeParse(value).success, 'a date expected');
const workOrderSchema = z.object({ number: masked, asset: masked, date: maskedDate, text: masked, status: masked, parts: masked });
export type WorkOrder = z.infer<typeof workOrderSchema>;

export interface RejectedRow {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly reason: string;
}

export interface ImportReport {
  readonly imported: number;
  readonly rejected: readonly RejectedRow[];
}

/** Work orders, masked, in one file of JSON lines. Evidence ids: `W-240113`. */
export interface RecordStore {
  /** Newest first. The asset is compared in normalised form: `HPU-07` = `hpu 07`. */
  workOrdersByAsset(asset: string, limit: number): Promise<Evidence[]>;
  /** Assets that have work orders, as written. */
  assets(): Promise<readonly Masked[]>;
  /** Good rows go in (the same number again replaces), bad ones are listed. Errors: `not-found`, `bad-input`, those of writing. */
  importWorkOrders(file: string): Promise<ImportReport>;
}

const columns = {
  number: /^(?:work ?order(?: ?(?:no|number|id))?|(?:order|wo|ticket)(?: ?(?:no|number|id))?|number|no|id|工单(?:号|编号)?|单号|编号)$/,
  asset: /^(?:asset(?: ?(?:no|number|id|tag))?|equipment(?: ?(?:no|number|id))?|machine|设备(?:号|编号)?|资产(?:号|编号)?|机台)$/,
  date: /^(?:(?:created|closed|finished|start|basic start)? ?(?:date|on)|日期|时间|(?:完工|报修|创建)日期)$/,
  text: /^(?:(?:short|long)? ?(?:text|description)|work done|remarks?|内容|描述|故障描述|说明)$/,
  status: /^(?:status|state|状态)$/,
  parts: /^(?:(?:spare )?parts?(?: used)?|material|备件|配件|物料)$/,
} as const;
type Column = keyof typeof columns;
const required: readonly Column[] = ['number', 'asset', 'date', 'text'];
const storedFile = 'work-orders.jsonl';

export async function openRecords(options: { dir: string; masker: Masker }): Promise<RecordStore> {
  const path = join(options.dir, storedFile);
  const orders = new Map<string, WorkOrder>();
  for (const order of await readStored(path)) orders.set(order.number, order);
  const mask = (text: string): Masked => options.masker.mask(text).text;

  return {
    async workOrdersByAsset(asset, limit) {
      const wanted = normaliseCode(asset);
      return [...orders.values()]
        .filter((order) => normaliseCode(order.asset) === wanted && wanted !== '')
        .sort((a, b) => b.date.localeCompare(a.date) || b.number.localeCompare(a.number))
        .slice(0, limit)
        .map(toEvidence);
    },

    async assets() {
      return [...new Set([...orders.values()].map((order) => order.asset))].sort();
    },

    async importWorkOrders(file) {
      const rows = await readTable(file);
      const [head, ...body] = rows;
      if (head === undefined)
        throw new AppError('bad-input', 'The table is empty. The first line must name the columns: number, asset, date, text.');
      const places = placesOf(head.cells);
      const missing = required.filter((column) => places[column] === undefined);
      if (missing.length > 0)
        throw new AppError(
          'bad-input',
          `The table has no column for ${missing.join(', ')}. The first line must name the columns, for example: number, asset, date, text, status, parts.`,
        );
      const cell = (cells: readonly string[], column: Column): string => cells[places[column] ?? -1] ?? '';
      const order = findDayOrder(body.map((row) => cell(row.cells, 'date')));
      const length = usualLength(body.map((row) => cell(row.cells, 'number')));
      const rejected: RejectedRow[] = [];
      const good: WorkOrder[] = [];
      for (const { line, cells, problem } of body) {
        const [number, asset, date, text] = [
          cell(cells, 'number'),
          cell(cells, 'asset'),
          parseDate(cell(cells, 'date'), order),
          cell(cells, 'text'),
        ];
        const reason =
          problem ??
          (cells.length > head.cells.length ? `it has ${cells.length} cells, the first line has ${head.cells.length}` : null) ??
          (/^\d+$/.test(number) && number.length === length ? null : `the work order number must have ${length} digits`) ??
          (/^[\p{L}\p{N}][\p{L}\p{N} ./_-]{0,31}$/u.test(asset)
            ? null
            : asset === ''
              ? 'the asset is missing'
              : 'the asset has signs that no asset number has') ??
          (date === null ? 'the date is missing, impossible or can be read in two ways (use YYYY-MM-DD)' : null) ??
          (text === '' ? 'the text is missing' : null);
        if (reason !== null || date === null) rejected.push({ line, reason: reason ?? 'the date is missing' });
        else
          good.push({
            number: mask(number),
            asset: mask(asset),
            date: mask(date),
            text: mask(text),
            status: mask(cell(cells, 'status')),
            parts: mask(cell(cells, 'parts')),
          });
      }
      if (good.length > 0) {
        const next = new Map(orders);
        for (const item of good) next.set(item.number, item);
        await writeFileAtomic(path, `${[...next.values()].map((item) => JSON.stringify(item)).join('\n')}\n`, 'the records folder');
        for (const item of good) orders.set(item.number, item);
      }
      return { imported: good.length, rejected };
    },
  };
}

function placesOf(header: readonly string[]): Partial<Record<Column, number>> {
  const places: Partial<Record<Column, number>> = {};
  header.forEach((name, index) => {
    const plain = name
      .replace(/^\uFEFF/, '')
      .toLowerCase()
      .replace(/[_.#:]+/g, ' ')
      .trim();
    for (const [column, pattern] of Object.entries(columns) as [Column, RegExp][]) {
      if (places[column] === undefined && !Object.values(places).includes(index) && pattern.test(plain)) places[column] = index;
    }
  });
  return places;
}

/** Order numbers have one length in a plant: that of most rows, at least 4 digits. */
function usualLength(numbers: readonly string[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) if (/^\d{4,12}$/.test(number)) counts.set(number.length, (counts.get(number.length) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 6;
}

async function readStored(path: string): Promise<WorkOrder[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  try {
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => workOrderSchema.parse(JSON.parse(line)));
  } catch (error) {
    throw new AppError(
      'internal',
      `The stored work orders (${storedFile}) are damaged. Delete that file in the records folder and import the table again.`,
      { cause: error },
    );
  }
}

function toEvidence(order: WorkOrder): Evidence {
  const parts = order.parts === '' ? order.parts : maskedText`Parts: ${order.parts}`;
  return {
    id: `W-${order.number}`,
    kind: 'record',
    title: maskedText`Work order ${order.number}, ${order.date}`,
    text: joinMasked([maskedText`${order.asset}, ${order.date}`, order.text, parts, order.status], '. '),
    score: 1,
    language: detectLanguage(order.text),
    cautions: [],
  };
}
