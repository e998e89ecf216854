import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box, OcrLine } from '../../src/main/domain/photo.ts';
import { extractFields } from '../../src/main/perception/extract-fields.ts';

function line(text: string, box: Box = [0, 0, text.length * 12, 24], doubtful: readonly number[] = []): OcrLine<string> {
  const [x, y, width, height] = box;
  return {
    text,
    box,
    corners: [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ],
    confidence: 0.95,
    doubtful,
  };
}

/** Lines one below the other. */
function plate(...texts: string[]): OcrLine<string>[] {
  return texts.map((text, row) => line(text, [20, 20 + row * 80, text.length * 12, 24]));
}

const pick = (lines: OcrLine<string>[]) => extractFields(lines).map(({ name, value }) => `${name}=${value}`);

describe('fields on an English plate', () => {
  it('takes the value that follows its cue', () => {
    expect(pick(plate('Model: SK-75A', 'S/N: 88231-A7', 'P/N 100-4471', 'Asset No. CP-0412', 'FAULT CODE: E-204'))).toEqual([
      'fault-code=E-204',
      'model=SK-75A',
      'asset=CP-0412',
      'serial=88231-A7',
      'part-number=100-4471',
    ]);
  });

  it.each([
    ['Serial No. 40-1187', 'serial=40-1187'],
    ['SERIAL NUMBER:20231107', 'serial=20231107'],
    ['Type ATV320', 'model=ATV320'],
    ['Model ACS 550', 'model=ACS 550'],
    ['Part No: 6205-2RS', 'part-number=6205-2RS'],
    ['Alarm 2310', 'fault-code=2310'],
    ['Err 12', 'fault-code=12'],
    ['Error F07 overcurrent', 'fault-code=F07'],
    ['ＭＯＤＥＬ：ＨＰ－４０', 'model=ＨＰ－４０'],
  ])('reads %s as %s', (text, expected) => {
    expect(pick([line(text)])).toContain(expected);
  });

  it('finds the value to the right of a cue, and else below it', () => {
    const lines = [
      line('TYPE', [20, 20, 60, 24]),
      line('GR-16', [300, 22, 80, 24]),
      line('SERIAL NO.', [20, 60, 120, 24]),
      line('40-1187', [20, 90, 100, 24]),
    ];
    expect(pick(lines)).toEqual(['model=GR-16', 'serial=40-1187']);
  });

  it('does not take a plate beside the lamp FAULT for the fault', () => {
    expect(pick([line('FAULT', [20, 20, 60, 24]), line('HPU-07', [120, 20, 80, 24]), line('STOP', [20, 60, 60, 24])])).toEqual([
      'asset=HPU-07',
    ]);
  });

  it('does not take the cue of another value for the value', () => {
    expect(pick([line('MODEL', [20, 20, 60, 24]), line('S/N 88231-A7', [20, 50, 140, 24])])).toEqual(['serial=88231-A7']);
  });
});

describe('fields on a Chinese plate', () => {
  it('knows the Chinese cues, whichever colon follows', () => {
    expect(pick(plate('型号：YE3-160M-4', '出厂编号:2021-0588', '设备编号：CMP-02', '料号 ZJ-0815', '故障代码：E-07'))).toEqual([
      'fault-code=E-07',
      'model=YE3-160M-4',
      'asset=CMP-02',
      'serial=2021-0588',
      'part-number=ZJ-0815',
    ]);
  });

  it('names the machine', () => {
    expect(pick(plate('螺杆空压机', '报警', 'AL-12'))).toEqual(['fault-code=AL-12', 'equipment=螺杆空压机']);
  });

  it('does not take the number of an order for a serial', () => {
    expect(pick([line('订单编号：20230011')])).not.toContain('serial=20230011');
  });
});

describe('what stands without a cue', () => {
  it('tells a fault, a model and a tag apart by their form', () => {
    expect(pick(plate('E-204', 'HP-40', 'CMP-02', 'RESET'))).toEqual(['fault-code=E-204', 'model=HP-40', 'asset=CMP-02']);
  });

  it('takes a row of keys for keys, and a single one for a fault', () => {
    expect(pick(plate('F1', 'F2', 'F3'))).toEqual([]);
    expect(pick(plate('F3', 'BOILER'))).toEqual(['fault-code=F3']);
  });

  it('takes no fault from a program listing', () => {
    expect(pick(plate('N150 G43 H07 Z50.0'))).toEqual([]);
  });

  it('reads measures with their units and a number that stands alone', () => {
    expect(pick(plate('OIL 78 °C', '5.2bar', '吸气1.2bar', '12.500', '-12,5 V'))).toEqual([
      'reading=78 °C',
      'reading=5.2bar',
      'reading=1.2bar',
      'reading=12.500',
      'reading=-12,5 V',
    ]);
  });

  it('takes no part of a serial or a date for a measure', () => {
    expect(pick(plate('S/N 10A-55V', '2019-05-12'))).toEqual(['serial=10A-55V']);
  });
});

describe('what comes with a field', () => {
  it('gives the spellings with look-alikes, without the one that was read', () => {
    const [field] = extractFields([line('E-204')]);
    expect(field?.normal).toBe('E204');
    expect(field?.lookAlikes).toContain('E2O4');
    expect(field?.lookAlikes).not.toContain('E204');
  });

  it('cuts the box to the characters of the value', () => {
    const [field] = extractFields([line('Serial: 88231-A7', [100, 50, 320, 30])]);
    const [x, y, width, height] = field?.box ?? [0, 0, 0, 0];
    expect(x).toBeGreaterThan(200);
    expect(x + width).toBe(420);
    expect([y, height]).toEqual([50, 30]);
  });

  it('believes a value with doubtful characters less', () => {
    const sure = extractFields([line('S/N: 88231-A7')])[0];
    const unsure = extractFields([line('S/N: 88231-A7', [0, 0, 160, 24], [5, 6])])[0];
    expect(unsure?.confidence).toBeCloseTo((sure?.confidence ?? 0) - 0.2, 5);
  });

  it('lists the same code once', () => {
    expect(pick(plate('E-204', 'E204'))).toEqual(['fault-code=E-204']);
  });

  it('holds for any lines: values stand in the text, boxes in the line, at most 40 fields', () => {
    const words = fc.constantFrom(
      'S/N',
      'Model',
      '型号',
      '：',
      'E-204',
      '88231-A7',
      '78 °C',
      'FAULT',
      '故障',
      ' ',
      '-',
      'a',
      'F1',
      '5.2bar',
      '１２',
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.array(words, { maxLength: 8 }).map((parts) => parts.join('')),
          { maxLength: 60 },
        ),
        (texts) => {
          const lines = plate(...texts);
          const fields = extractFields(lines);
          expect(fields.length).toBeLessThanOrEqual(40);
          for (const { value, box, confidence } of fields) {
            const holder = lines.find(({ text, box: [, top] }) => text.includes(value) && top === box[1]);
            expect(holder).toBeDefined();
            expect(box[0]).toBeGreaterThanOrEqual(holder?.box[0] ?? 0);
            expect(confidence).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });
});
