import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findDayOrder, parseDate } from '../../../src/main/records/parse-date.ts';
import { decodeText } from '../../../src/main/records/read-table.ts';
import { openRecords, type RecordStore } from '../../../src/main/records/record-store.ts';
import { plainMasker } from '../../support/plain-masker.ts';

let scratch: string;
let dir: string;
let records: RecordStore;
const table = async (content: string | Uint8Array) => {
  const file = join(scratch, 'orders.csv');
  await writeFile(file, content);
  return file;
};

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'fixlore-records-'));
  dir = join(scratch, 'records');
  records = await openRecords({ dir, masker: plainMasker });
});
afterEach(() => rm(scratch, { recursive: true, force: true }));

describe('work orders', () => {
  it('takes the sample table whole and gives the newest first', async () => {
    const report = await records.importWorkOrders(join(import.meta.dirname, '../../../examples/records/work-orders.csv'));
    expect(report.rejected).toEqual([]);
    expect(report.imported).toBeGreaterThanOrEqual(60);
    const orders = await records.workOrdersByAsset('hpu 07', 3);
    expect(orders.map((order) => order.id)).toEqual(['W-240342', 'W-240301', 'W-240266']);
    expect(orders[0]?.title).toBe('Work order 240342, 2026-04-02');
    const again = await openRecords({ dir, masker: plainMasker });
    expect(await again.workOrdersByAsset('HPU-07', 3)).toEqual(orders);
  });

  it('lists each rejected row with its line and reason; the rest goes in', async () => {
    const report = await records.importWorkOrders(
      await table(
        '\uFEFFWO No;Asset;Date;Description\r\n100001;A-1;2025-02-30;x\r\n\r\n100002;A-1;2025-02-03;"two\nlines"\r\n1003;A-1;2025-02-03;x\r\n100004;;2025-02-03;x\r\n100005;A-1;2025-02-03;\r\n100006;A-1;2025-02-03;x;y;z\r\n100007;"A; DROP";2025-02-03;x\r\n100008;A-1;4.2.2025;good\r\n',
      ),
    );
    expect(report.imported).toBe(2);
    expect(report.rejected.map((row) => row.line)).toEqual([2, 6, 7, 8, 9, 10]);
    expect(report.rejected.map((row) => row.reason)).toEqual([
      expect.stringContaining('date'),
      expect.stringContaining('6 digits'),
      'the asset is missing',
      'the text is missing',
      expect.stringContaining('6 cells'),
      expect.stringContaining('signs'),
    ]);
    expect((await records.workOrdersByAsset('A-1', 9)).map((order) => order.id)).toEqual(['W-100008', 'W-100002']);
  });

  it('reads GB18030, UTF-16 and Chinese headings', async () => {
    // 工单号,设备编号,日期,内容 / 100001,空压-1,2025年6月7日,更换滤芯 in GB18030
    const gb = Buffer.from(
      'b9a4b5a5bac52cc9e8b1b8b1e0bac52cc8d5c6da2cc4dac8dd0a3130303030312ccfd1c96b2d312c32303235c4ea36d4c237c8d52cb8fcbbbbc2cbd0be0a',
      'hex',
    );
    expect(decodeText(gb)).toContain('更换滤芯');
    expect((await records.importWorkOrders(await table(gb))).imported).toBe(1);
    const utf16 = Buffer.from('\uFEFFnumber,asset,date,text\n100002,B-2,2025-01-01,pump\n', 'utf16le');
    expect((await records.importWorkOrders(await table(utf16))).imported).toBe(1);
    expect((await records.workOrdersByAsset('B-2', 1))[0]?.text).toContain('pump');
  });

  it('rejects a row whose quotation mark is never closed', async () => {
    const report = await records.importWorkOrders(
      await table('number,asset,date,text\n100001,A-1,2025-01-01,good\n100002,A-1,2025-01-01,"open\n100003,A-1,2025-01-01,x\n'),
    );
    expect(report.imported).toBe(1);
    expect(report.rejected[0]).toMatchObject({ line: 3, reason: expect.stringContaining('quotation mark') });
  });

  it('lets a later import of the same number replace it', async () => {
    await records.importWorkOrders(await table('number,asset,date,text\n100001,A-1,2025-01-01,old\n'));
    await records.importWorkOrders(await table('number,asset,date,text\n100001,A-1,2025-01-02,new\n'));
    const orders = await records.workOrdersByAsset('A-1', 5);
    expect(orders).toHaveLength(1);
    expect(orders[0]?.text).toContain('new');
  });

  it('stores nothing personal', async () => {
    await records.importWorkOrders(
      await table('number,asset,date,text\n100001,A-1,2025-01-01,"contact: Nora Feldman, nora@example.com, part 100-4471"\n'),
    );
    const stored = await readFile(join(dir, 'work-orders.jsonl'), 'utf8');
    expect(stored).not.toMatch(/Nora|Feldman|example\.com/);
    expect(stored).toContain('100-4471');
  });

  it('says what a table lacks, and that a file is missing, empty or no table', async () => {
    await expect(records.importWorkOrders(await table('a,b\n1,2\n'))).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('number, asset, date, text'),
    });
    await expect(records.importWorkOrders(await table(''))).rejects.toMatchObject({ code: 'bad-input' });
    await expect(records.importWorkOrders(await table(new Uint8Array([80, 75, 3, 4, 0, 0])))).rejects.toMatchObject({ code: 'bad-input' });
    await expect(records.importWorkOrders(join(scratch, 'none.csv'))).rejects.toMatchObject({ code: 'not-found' });
    await writeFile(join(scratch, 'work-orders.jsonl'), '{broken\n');
    await expect(openRecords({ dir: scratch, masker: plainMasker })).rejects.toMatchObject({
      message: expect.stringContaining('work-orders.jsonl'),
    });
  });
});

describe('dates', () => {
  it('reads the usual spellings and refuses what is impossible', () => {
    for (const value of [
      '2025-06-07',
      '2025/6/7',
      '2025.06.07',
      '20250607',
      '7.6.2025',
      '2025年6月7日',
      '2025-06-07T08:00:00Z',
      '2025-06-07 08:00',
    ])
      expect(parseDate(value, 'unknown')).toBe('2025-06-07');
    for (const value of ['2025-02-29', '2025-13-01', '32.1.2025', 'yesterday', '', '07.06.25'])
      expect(parseDate(value, 'unknown')).toBeNull();
  });

  it('tells day from month by the other rows of the file, else refuses', () => {
    expect(parseDate('3/4/2025', findDayOrder(['3/4/2025', '25/4/2025']))).toBe('2025-04-03');
    expect(parseDate('3/4/2025', findDayOrder(['3/4/2025', '4/25/2025']))).toBe('2025-03-04');
    expect(parseDate('3/4/2025', findDayOrder(['3/4/2025']))).toBeNull();
    expect(parseDate('3/4/2025', findDayOrder(['25/4/2025', '4/25/2025']))).toBeNull();
  });
});
