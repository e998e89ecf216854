import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSampleWorkspace, type SampleFiles } from '../../src/main/app/read-sample-workspace.ts';
import { detectLanguage } from '../../src/main/domain/language.ts';

const dir = join(import.meta.dirname, '../../examples');
let files: SampleFiles;
let scratch: string;

beforeAll(async () => {
  files = await readSampleWorkspace(dir);
  scratch = await mkdtemp(join(tmpdir(), 'fixlore-examples-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

describe('sample workspace', () => {
  it('has at least 44 cases, half of them Chinese, on 8 kinds of equipment', () => {
    const chinese = files.cases.filter((item) => detectLanguage(item.text) === 'zh').length;
    expect(files.cases.length).toBeGreaterThanOrEqual(44);
    expect(chinese / files.cases.length).toBeGreaterThan(0.4);
    expect(chinese / files.cases.length).toBeLessThan(0.6);
    expect(new Set(files.cases.map((item) => item.equipment)).size).toBeGreaterThanOrEqual(8);
    expect(files.manuals).toHaveLength(3);
    expect(files.photos.length).toBeGreaterThanOrEqual(12);
  });

  it('shares at least three codes between different machines', () => {
    const machines = new Map<string, Set<string>>();
    for (const item of files.cases)
      for (const code of item.codes) machines.set(code, (machines.get(code) ?? new Set()).add(item.equipment));
    const shared = ['E-204', 'F-07', 'AL-12', 'E-31'].filter((code) => (machines.get(code)?.size ?? 0) >= 2);
    expect(shared).toHaveLength(4);
  });

  it('puts a successor before what it replaces', () => {
    const at = (id: string) => files.cases.findIndex((item) => item.source.id === id);
    expect(at('T-3103')).toBeGreaterThanOrEqual(0);
    expect(at('T-3103')).toBeLessThan(at('T-3105'));
  });

  it('lists every planted value and survivor that stands in the files', async () => {
    const planted = JSON.parse(await readFile(join(dir, 'planted.json'), 'utf8')) as { personal: string[]; survivors: string[] };
    const all =
      JSON.stringify(files.cases) +
      (
        await Promise.all([...files.workOrders, ...files.manuals, join(dir, 'drawing/scenes.ts')].map((file) => readFile(file, 'utf8')))
      ).join('\n');
    expect(planted.personal.length).toBeGreaterThanOrEqual(20);
    expect(planted.personal.filter((value) => !all.includes(value))).toEqual([]);
    expect(planted.survivors.filter((value) => !all.includes(value))).toEqual([]);
  });

  it('names the file and the field of a damaged case', async () => {
    const copy = join(scratch, 'damaged');
    await cp(dir, copy, { recursive: true });
    const file = join(copy, 'cases/hp-40.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"importance": 4', '"importance": 9'));
    await expect(readSampleWorkspace(copy)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(/hp-40\.json.*importance/),
    });
  });

  it('says which photo is missing and how to draw it', async () => {
    const copy = join(scratch, 'no-photo');
    await cp(dir, copy, { recursive: true });
    await rm(join(copy, 'photos/case-hp40-panel.jpg'));
    await expect(readSampleWorkspace(copy)).rejects.toMatchObject({ code: 'not-found', message: expect.stringContaining('draw-photos') });
  });
});
