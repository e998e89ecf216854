import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PhotoDesk } from '../../src/main/diagnosis/photo-desk.ts';
import { JobBook } from '../../src/main/diagnosis/job-book.ts';
import type { PhotoReading } from '../../src/main/domain/photo.ts';
import { guessMapping, readCaseTable, readDate, writeCaseTable } from '../../src/main/memory/case-table.ts';
import { editUnit } from '../../src/main/memory/edit-unit.ts';
import { PendingPurges } from '../../src/main/memory/pending-purges.ts';
import { correctReading } from '../../src/main/perception/correct-reading.ts';
import { readOnce } from '../../src/main/perception/read-once.ts';
import type { ReadPhoto } from '../../src/main/perception/read-photo.ts';
import { suggestQuestions } from '../../src/main/perception/suggest-questions.ts';
import { RateLimit } from '../../src/main/hosts/http/rate-limit.ts';
import { streamProgress } from '../../src/main/rpc/stream-progress.ts';
import { literal } from '../../src/main/privacy/masked.ts';
import { makeReading } from '../support/agent-fixtures.ts';
import { diagnosis } from '../support/make-app.ts';
import { createHashEmbedder, embedded, makeUnit, masked } from '../support/memory-units.ts';
import { plainMasker } from '../support/plain-masker.ts';

const never = new AbortController().signal;

describe('a reading that the user corrects', () => {
  const raw = {
    ...makeReading(),
    description: 'panel; E-2O4 and E-2O4',
    ocr: [
      {
        text: 'FAULT E-2O4',
        box: [0, 0, 9, 9],
        corners: [
          [0, 0],
          [9, 0],
          [9, 9],
          [0, 9],
        ],
        confidence: 0.5,
        doubtful: [8],
      },
    ],
    fields: [{ name: 'fault-code', value: 'E-2O4', normal: 'E2O4', lookAlikes: ['E204'], box: [0, 0, 9, 9], confidence: 0.5 }],
    quality: { brightness: 1, glare: 0, sharpness: 1, problems: ['dark'], textTrusted: false },
  } as unknown as PhotoReading<string>;

  it('is certain in the field, its line and the description; the original stays', () => {
    const corrected = correctReading(raw, [{ field: 0, name: 'fault-code', value: ' E-204 ' }]);
    expect(corrected.fields[0]).toMatchObject({ value: 'E-204', normal: 'E204', lookAlikes: [], confidence: 1 });
    expect(corrected.ocr[0]).toMatchObject({ text: 'FAULT E-204', doubtful: [] });
    expect(corrected.description).toBe('panel; E-204 and E-2O4');
    expect(corrected.quality.textTrusted).toBe(true);
    expect(raw.fields[0]?.value).toBe('E-2O4');
  });

  it('ignores fields that are not there, and empty values', () => {
    expect(
      correctReading(raw, [
        { field: 7, name: 'model', value: 'X' },
        { field: 0, name: 'model', value: ' ' },
      ]).fields,
    ).toEqual(raw.fields);
    expect(correctReading(raw, []).quality.textTrusted).toBe(false);
  });
});

describe('reading once', () => {
  it('gives the same array of bytes the same reading, and tries again after a failure', async () => {
    let calls = 0;
    const read = readOnce(async () => {
      calls += 1;
      if (calls === 1) throw new Error('stopped');
      return { calls } as unknown as ReadPhoto;
    });
    const bytes = new Uint8Array(4);
    await expect(read(bytes, never)).rejects.toThrow('stopped');
    expect(await read(bytes, never)).toBe(await read(bytes, never));
    await read(new Uint8Array(4), never);
    expect(calls).toBe(3);
  });
});

describe('suggested questions', () => {
  it('name what was read, in the language asked for; never a masked value nor what cannot be trusted', () => {
    expect(suggestQuestions(makeReading(), 'en')[0]).toBe('What does E-204 mean, and how was it solved?');
    expect(suggestQuestions(makeReading(), 'zh')[0]).toContain('E-204 是什么故障');
    const hidden = makeReading({
      fields: [{ name: 'model', value: literal('[NAME:7f3a9c01d2e4]'), normal: '', lookAlikes: [], box: [0, 0, 1, 1], confidence: 1 }],
    });
    const untrusted = makeReading({ quality: { ...makeReading().quality, textTrusted: false } });
    for (const reading of [hidden, untrusted, makeReading({ fields: [] })]) {
      const questions = suggestQuestions(reading, 'en');
      expect(questions).toEqual(['Has this happened before?', 'What should I check first?']);
    }
  });
});

describe('the photo desk', () => {
  it('pushes the oldest photos out when too much waits, and says so', async () => {
    const desk = new PhotoDesk({
      read: async () => ({ reading: makeReading(), image: { width: 1, height: 1, data: new Uint8Array(3) } }) as unknown as ReadPhoto,
      readCodes: async () => [],
      maskReading: (reading) => ({ reading: reading as PhotoReading, counts: [] }),
      findPersonal: () => [],
      masker: plainMasker,
      language: () => 'auto',
      knownAsset: async () => null,
    });
    const size = 100 * 1024 * 1024;
    const handles: string[] = [];
    for (let at = 0; at < 3; at += 1) handles.push((await desk.lay(new Uint8Array(size), 'fault', never)).handle);
    expect(desk.take(handles[2] ?? '').length).toBe(size);
    expect(() => desk.take(handles[0] ?? '')).toThrow(/Drop it on the window once more/);
    const stopped = new AbortController();
    stopped.abort();
    await expect(desk.lay(new Uint8Array(1), 'fault', stopped.signal)).rejects.toThrow(/abort/i);
  });
});

describe('jobs and purges on disk', () => {
  let folder: string;
  let now = Date.parse('2026-01-01T00:00:00Z');
  const clock = { now: () => new Date(now), monotonicMs: () => 0 };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fixlore-jobs-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('keeps jobs newest first, pages them, and passes over a damaged one', async () => {
    const book = new JobBook(join(folder, 'jobs'), clock);
    expect(await book.list(0, 10)).toEqual({ jobs: [], total: 0 });
    const ids: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      now += 1_000;
      const id = book.newId();
      ids.push(id);
      await book.open(id, masked(`question ${at}`), masked(''), diagnosis);
    }
    expect((await book.list(1, 1)).jobs[0]?.question).toBe('question 1');
    await writeFile(join(folder, 'jobs', `${ids[2]}.json`), '{');
    expect((await book.list(0, 10)).jobs.map((job) => job.id)).toEqual([ids[1], ids[0]]);
    await expect(book.get(ids[2] ?? '')).rejects.toMatchObject({ code: 'internal' });
    for (const bad of ['../jobs', '', `${ids[0]}.json`, '..%2f']) await expect(book.get(bad)).rejects.toMatchObject({ code: 'not-found' });
    // What cannot be read may show the case, so it goes too.
    expect(await book.forgetCases(new Set(['C-7KQ2M9XA']))).toBe(3);
    expect(await readdir(join(folder, 'jobs'))).toEqual([]);
  });

  it('keeps purges with their days of grace', async () => {
    const purges = new PendingPurges(join(folder, 'purges.json'), clock);
    expect(await purges.list()).toEqual([]);
    const planned = await purges.add(['C-7KQ2M9XA'], { 'C-7KQ2M9XA': 'obsolete' }, { photos: 1, bytes: 10 }, 7);
    expect(await purges.due()).toEqual([]);
    now += 7 * 86_400_000;
    expect(await purges.due()).toEqual([planned]);
    expect(await purges.settle(planned.id)).toEqual(planned);
    await expect(purges.settle(planned.id)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('cases as a table', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  it('reads UTF-8 with and without a mark, GB18030, semicolons and quotes', () => {
    expect(readCaseTable(bytes('\uFEFFid;fault\n1;"a;b"\n\n')).rows).toEqual([{ id: '1', fault: 'a;b' }]);
    // 故障 and 漏油 in GB18030.
    const gb = Uint8Array.from([0xb9, 0xca, 0xd5, 0xcf, 0x2c, 0x69, 0x64, 0x0a, 0xc2, 0xa9, 0xd3, 0xcd, 0x2c, 0x31, 0x0a]);
    expect(readCaseTable(gb)).toEqual({ columns: ['故障', 'id'], rows: [{ 故障: '漏油', id: '1' }], lines: [2] });
  });

  it('knows on which line of the file a row begins, past empty lines and cells of several lines', () => {
    const table = readCaseTable(bytes('\r\nid,fault\r\n1,"first\r\nsecond"\r\n\r\n , \r\n2,x\r\n'));
    expect(table.rows).toEqual([
      { id: '1', fault: 'first\r\nsecond' },
      { id: '2', fault: 'x' },
    ]);
    expect(table.lines).toEqual([3, 7]);
  });

  it('keeps two columns of one name apart, and leaves out a column without one', () => {
    expect(readCaseTable(bytes('note,,note\na,b,c\n'))).toMatchObject({
      columns: ['note', 'note (2)'],
      rows: [{ note: 'a', 'note (2)': 'c' }],
    });
  });

  it.each([
    ['', 'no rows'],
    ['id,fault\n', 'no rows'],
    ['PK\0\0sheet', 'not a CSV'],
  ])('refuses %j', (text, said) => {
    expect(() => readCaseTable(bytes(text))).toThrow(said);
  });

  it('guesses the mapping in two languages, each column once', () => {
    expect(guessMapping(['ID', 'Short text', 'Description', 'Solution', 'Equipment', 'Date'])).toEqual({
      title: 'Short text',
      text: 'Description',
      resolution: 'Solution',
      equipment: 'Equipment',
      source: 'ID',
      madeAt: 'Date',
    });
    expect(guessMapping(['工单', '现象', '处理措施', '设备', '日期'])).toEqual({
      text: '现象',
      resolution: '处理措施',
      equipment: '设备',
      workOrder: '工单',
      madeAt: '日期',
    });
  });

  it.each([
    ['2024-03-15', '2024-03-15T00:00:00.000Z'],
    ['2024/3/5 08:30', '2024-03-05T08:30:00.000Z'],
    ['15.03.2024', '2024-03-15T00:00:00.000Z'],
    ['03/15/2024', '2024-03-15T00:00:00.000Z'],
    ['2024年3月5日', '2024-03-05T00:00:00.000Z'],
    ['2024-02-30', null],
    ['soon', null],
  ])('reads the date %s', (text, wanted) => {
    expect(readDate(text)).toBe(wanted);
  });

  it('writes cells that a spreadsheet does not run', () => {
    const table = writeCaseTable([makeUnit({ text: '=HYPERLINK("http://x")', resolution: '+1 turn', title: '@SUM(A1)' })]);
    expect(table).toContain(`'=HYPERLINK`);
    expect(table).toContain(`'+1 turn`);
    expect(table).toContain(`'@SUM`);
  });
});

describe('editing a case', () => {
  it('makes codes and vector anew where the text changed, and keeps what was given by hand', async () => {
    const before = embedded(makeUnit({ text: 'Panel shows E-204', codes: ['E204', 'HANDMADE1'] }));
    const embedder = createHashEmbedder();
    const after = await editUnit(before, { text: masked('Panel shows E-118') }, embedder);
    expect(after.unit.codes.toSorted()).toEqual(['E118', 'HANDMADE1']);
    expect(after.textVector).not.toEqual(before.textVector);
    const only = await editUnit(before, { importance: 5 }, embedder);
    expect(only.textVector).toBe(before.textVector);
    expect(only.unit.importance).toBe(5);
  });
});

describe('what a host needs', () => {
  it('limits by a bucket that refills', () => {
    let at = 0;
    const limit = new RateLimit({ burst: 3, perSecond: 2, nowMs: () => at });
    expect([1, 2, 3, 4].map(() => limit.take())).toEqual([true, true, true, false]);
    at = 500;
    expect([limit.take(), limit.take()]).toEqual([true, false]);
    at = 60_000;
    expect([1, 2, 3, 4].map(() => limit.take())).toEqual([true, true, true, false]);
  });

  it('streams the newest progress, then the end; and a failure as a typed error', async () => {
    const progress = (done: number) => ({ what: 'x', done, total: 3, rate: 0, secondsLeft: null });
    const events = [];
    for await (const event of streamProgress(never, async (report) => {
      report(progress(1));
      report(progress(2));
      await Promise.resolve();
      report(progress(3));
    }))
      events.push(event);
    expect(events.at(-1)).toEqual({ type: 'done' });
    expect(events.at(-2)).toMatchObject({ progress: { done: 3 } });
    await expect(
      (async () => {
        for await (const _ of streamProgress(never, async () => Promise.reject(new Error('inside')))) continue;
      })(),
    ).rejects.toMatchObject({ code: 'FAILED', data: { code: 'internal' } });
  });
});
