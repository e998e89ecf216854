import { ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { contract } from '../../src/preload/contract/index.ts';
import { addTestCases, makeWindowApp, type WindowApp } from '../support/make-window-app.ts';

export type Client = ContractRouterClient<typeof contract>;

/** A way to reach the router: in process, over a port, over HTTP. */
export interface Carrier extends AsyncDisposable {
  readonly client: Client;
}

/** The typed error of a call that must fail. */
async function failureOf(call: Promise<unknown>): Promise<{ code: unknown; message: string; rpc: string }> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
    return { rpc: error.code, code: (error.data as { code?: string } | undefined)?.code, message: error.message };
  }
  throw new Error('The call was expected to fail.');
}

async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const until = async (condition: () => boolean, ms = 5_000): Promise<number> => {
  const started = performance.now();
  while (!condition()) {
    if (performance.now() - started > ms) throw new Error('It did not come about in time.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return performance.now() - started;
};

/** The same calls, whatever carries them. */
export function describeContract(name: string, open: (made: WindowApp) => Promise<Carrier>): void {
  describe(`contract: ${name}`, () => {
    let made: WindowApp;
    let carrier: Carrier;
    let client: Client;
    let ids: { fan: string; relay: string; other: string };
    const photo = () => new Blob([made.jpeg], { type: 'image/jpeg' });
    const ask = (question: string, handles: readonly string[] = [], signal?: AbortSignal) =>
      client.diagnose.ask(
        { photos: handles.map((handle) => ({ handle, role: 'fault' as const })), question },
        signal ? { signal } : undefined,
      );

    beforeAll(async () => {
      made = await makeWindowApp({ promptMs: 15 });
      ids = await addTestCases(made.app);
      carrier = await open(made);
      client = carrier.client;
    });
    afterAll(async () => {
      await carrier?.[Symbol.asyncDispose]();
      await made?.[Symbol.asyncDispose]();
    });

    it('tells the status, with the models that are missing', async () => {
      const status = await client.status();
      expect(status).toMatchObject({ version: '0.1.0', desktop: false, units: 3, sample: false, connections: 0 });
      expect(status.missingModels.length).toBeGreaterThan(0);
      expect(Date.parse(status.since)).toBeLessThanOrEqual(Date.now());
    });

    it('reads a photo: fields, boxes, what is masked and painted, questions that fit; nothing is written', async () => {
      const preview = await client.diagnose.readPhoto({ file: photo() });
      expect(preview.role).toBe('fault');
      expect(preview.reading.fields.map((field) => [field.name, field.value])).toEqual(
        expect.arrayContaining([
          ['fault-code', 'E-204'],
          ['model', 'HP-40'],
        ]),
      );
      expect(preview.reading.ocr[2]?.box).toEqual([40, 160, 176, 30]);
      const text = JSON.stringify(preview);
      expect(text).not.toMatch(/Schmidt|1234567/);
      expect(preview.masked).toEqual(
        expect.arrayContaining([
          { kind: 'NAME', count: 1 },
          { kind: 'PHONE', count: 1 },
        ]),
      );
      expect(new Set(preview.painted.map((one) => one.kind))).toEqual(new Set(['NAME', 'PHONE']));
      expect(preview.suggestions[0]).toBe('What does E-204 mean, and how was it solved?');
      expect(preview.suggestions.length).toBeLessThanOrEqual(3);
      expect((await client.status()).units).toBe(3);
      expect(await client.diagnose.forgetPhoto({ handle: preview.handle })).toEqual({ forgotten: true });
      expect(await client.diagnose.forgetPhoto({ handle: preview.handle })).toEqual({ forgotten: false });
      expect(await failureOf(collect(await ask('What is this?', [preview.handle])))).toMatchObject({ rpc: 'FAILED', code: 'not-found' });
    });

    it('takes a photo of 20 MB', async () => {
      const preview = await client.diagnose.readPhoto({ file: new Blob([made.jpeg, new Uint8Array(20 * 1024 * 1024)]), role: 'nameplate' });
      expect(preview).toMatchObject({ role: 'nameplate' });
      expect(preview.reading.fields.map((field) => field.value)).toContain('E-204');
    });

    it('refuses what is no photo, with a code and a sentence', async () => {
      expect(await failureOf(client.diagnose.readPhoto({ file: new Blob(['no picture at all']) }))).toMatchObject({
        rpc: 'FAILED',
        code: expect.stringMatching(/^(photo-unreadable|bad-input)$/),
        message: expect.stringMatching(/\.$/),
      });
      expect(await failureOf(client.diagnose.readPhoto({ file: new Blob([]) }))).toMatchObject({ rpc: 'FAILED' });
    });

    it('refuses input of a wrong form, naming what is wrong', async () => {
      expect(await failureOf(client.memory.get({ id: 'nonsense' }))).toMatchObject({
        code: 'bad-input',
        message: expect.stringContaining('A case id looks like'),
      });
      expect(await failureOf(client.memory.photo({ file: '../../etc/passwd' }))).toMatchObject({ code: 'bad-input' });
      expect(await failureOf(client.memory.list({ limit: 100_000 }))).toMatchObject({
        code: 'bad-input',
        message: expect.stringContaining('limit'),
      });
      expect(await failureOf(ask('x'.repeat(4_001)))).toMatchObject({ code: 'bad-input', message: expect.stringContaining('4,000') });
      expect(await failureOf(collect(await ask('')))).toMatchObject({
        rpc: 'FAILED',
        code: 'bad-input',
        message: expect.stringContaining('neither a photo nor a question'),
      });
    });

    it('streams a diagnosis in order and keeps it as a job', async () => {
      const reads = made.ocr.reads;
      const { handle } = await client.diagnose.readPhoto({ file: photo() });
      const events = await collect(await ask('Why does it stop? Ask Anna Schmidt.', [handle]));
      const types = events.map((event) => event.type);
      expect(types[0]).toBe('job-opened');
      expect(types.slice(1, 3)).toEqual(['photo-read', 'similar-cases']);
      expect(types.at(-1)).toBe('done');
      expect(types.indexOf('text-delta')).toBeGreaterThan(types.indexOf('similar-cases'));
      expect(types.indexOf('answer-checked')).toBeGreaterThan(types.lastIndexOf('text-delta'));
      // What the desk read is not read again.
      expect(made.ocr.reads).toBe(reads + 1);
      const shown = events.find((event) => event.type === 'similar-cases');
      expect(shown?.type === 'similar-cases' && shown.cases[0]?.id).toBe(ids.fan);
      const opened = events[0];
      if (opened?.type !== 'job-opened') throw new Error('no job');
      const { jobs, total } = await client.diagnose.jobs({});
      expect(total).toBe(1);
      expect(jobs[0]).toMatchObject({ id: opened.jobId, outcome: 'open', equipment: 'HP-40', caseId: null });
      expect(JSON.stringify(await client.diagnose.job({ id: opened.jobId }))).not.toMatch(/Schmidt|1234567/);
      expect((await client.diagnose.history()).questions[0]).toContain('Why does it stop?');
      expect(await failureOf(client.diagnose.job({ id: '../../settings' }))).toMatchObject({ code: 'not-found' });
    });

    it('searches again with a corrected code', async () => {
      const preview = await client.diagnose.readPhoto({ file: photo() });
      const index = preview.reading.fields.findIndex((field) => field.name === 'fault-code');
      const corrections = [{ handle: preview.handle, name: 'fault-code' as const, index, value: 'E-999' }];
      const events = await collect(
        await client.diagnose.ask({ photos: [{ handle: preview.handle, role: 'fault' }], question: '', corrections }),
      );
      const read = events.find((event) => event.type === 'photo-read');
      expect(read?.type === 'photo-read' && read.photo.fields[index]).toMatchObject({
        value: 'E-999',
        normal: 'E999',
        confidence: 1,
        lookAlikes: [],
      });
      const found = events.find((event) => event.type === 'similar-cases');
      expect(found?.type === 'similar-cases' && found.cases.flatMap((one) => one.matchedBy)).not.toContain('same-code');
    });

    it('stops in the middle: the engine is idle at once, no job is left, and the next question works', async () => {
      const before = (await client.diagnose.jobs({})).total;
      const stop = new AbortController();
      const started = await ask('Why does the HP-40 stop with E-204?', [], stop.signal);
      const stopped = collect(started).then(
        () => 'finished',
        () => 'stopped',
      );
      await until(() => made.reasoner.busy || made.router.busy);
      stop.abort();
      expect(await stopped).toBe('stopped');
      await until(() => !made.reasoner.busy && !made.router.busy, 500);
      expect((await client.diagnose.jobs({})).total).toBe(before);
      expect((await collect(await ask('Why does the relay not pull in?'))).at(-1)?.type).toBe('done');
    });

    it('writes an outcome back as a provisional case, shows it as stored, and takes it back for good', async () => {
      const { handle } = await client.diagnose.readPhoto({ file: photo() });
      const events = await collect(await ask('The unit trips again, called +49 170 1234567', [handle]));
      const jobId = events[0]?.type === 'job-opened' ? events[0].jobId : '';
      expect(await failureOf(client.diagnose.outcome({ jobId, outcome: 'this-fixed-it' }))).toMatchObject({ code: 'bad-input' });
      expect(await failureOf(client.diagnose.outcome({ jobId, outcome: 'something-else' }))).toMatchObject({ code: 'bad-input' });
      const written = await client.diagnose.outcome({
        jobId,
        outcome: 'something-else',
        note: 'Cleaned the cooler, says anna.schmidt@example.org',
        part: '55-1000',
      });
      const { stored } = written;
      if (!stored) throw new Error('nothing was stored');
      expect(stored).toMatchObject({
        standing: 'provisional',
        kind: 'solved-case',
        title: expect.stringMatching(/^HP-40 E-204: Cleaned the cooler/),
        equipment: 'HP-40',
        source: { system: 'fixlore-job' },
      });
      expect(stored.resolution).toMatch(/Cleaned the cooler, says \[EMAIL:[0-9a-f]+\][\s\S]*Part: 55-1000/);
      expect(JSON.stringify(stored)).not.toMatch(/Schmidt|1234567|anna\.schmidt/);
      expect(await client.memory.get({ id: stored.id })).toEqual(stored);
      const file = stored.photos[0]?.file ?? '';
      const kept = await client.memory.photo({ file });
      expect([...new Uint8Array(await kept.arrayBuffer()).slice(0, 2)]).toEqual([0xff, 0xd8]);
      expect((await client.memory.photo({ file, size: 'thumbnail' })).size).toBeLessThan(kept.size);
      expect(written.job).toMatchObject({ outcome: 'something-else', caseId: stored.id });

      const { job } = await client.diagnose.undoOutcome({ jobId });
      expect(job).toMatchObject({ outcome: 'open', caseId: null });
      expect(await failureOf(client.memory.get({ id: stored.id }))).toMatchObject({ code: 'not-found' });
      expect(await failureOf(client.memory.photo({ file }))).toMatchObject({ code: 'not-found' });

      // What was taken back does not stand in the way of the next outcome.
      const again = await client.diagnose.outcome({ jobId, outcome: 'this-fixed-it', caseId: ids.fan });
      expect(again.stored?.resolution).toContain('Fan contactor 100-4471');
      expect((await client.memory.get({ id: ids.fan })).useCount).toBe(1);
      await client.diagnose.undoOutcome({ jobId });
      expect((await client.memory.get({ id: ids.fan })).useCount).toBe(0);
      expect((await client.memory.list({})).total).toBe(3);
    });

    it('lists, filters, searches, edits, archives and restores', async () => {
      expect((await client.memory.list({ sort: 'madeAt', descending: false })).units.map((unit) => unit.id)).toEqual([
        ids.fan,
        ids.relay,
        ids.other,
      ]);
      expect((await client.memory.list({ code: 'e-204' })).units.map((unit) => unit.id)).toEqual([ids.fan]);
      expect((await client.memory.search({ text: 'conveyor belt slips' })).cases[0]?.id).toBe(ids.other);
      expect((await client.memory.search({ photo: photo() })).cases[0]?.id).toBe(ids.fan);
      expect(await client.memory.facets()).toEqual({ equipment: ['CB-9', 'HP-40', 'UB-20'], sources: ['cmms'] });
      const size = await client.memory.size();
      expect(size.units).toBe(3);
      expect(size.growth).toEqual([
        { month: '2025-01', units: 1 },
        { month: '2025-02', units: 2 },
        { month: '2025-03', units: 3 },
      ]);
      const edited = await client.memory.edit({
        id: ids.other,
        change: { resolution: 'Tensioned the belt to 45 N, asked +49 170 1234567', importance: 5 },
      });
      expect(edited).toMatchObject({ importance: 5, resolution: expect.stringMatching(/45 N, asked \[PHONE:/) });
      expect(await client.memory.archive({ ids: [ids.other] })).toEqual({ changed: 1 });
      expect((await client.memory.list({})).total).toBe(2);
      expect(await client.memory.restore({ ids: [ids.other] })).toEqual({ changed: 1 });
      expect(await failureOf(client.memory.archive({ ids: ['C-ZZZZZZZZ'] }))).toMatchObject({ code: 'not-found' });
    });

    it('purges with days of grace, takes back, and erases at once', async () => {
      expect(await client.memory.purgePreview({ ids: [ids.other] })).toMatchObject({ units: 1, photos: 0, graceDays: 7 });
      expect(await failureOf(client.memory.purge({ ids: [ids.other], word: 'yes' }))).toMatchObject({
        code: 'bad-input',
        message: expect.stringContaining('Nothing was purged'),
      });
      const { purge, gone } = await client.memory.purge({ ids: [ids.other], word: 'purge' });
      expect(gone).toBe(false);
      expect(purge).toMatchObject({ units: 1 });
      const all = { status: ['active', 'archived', 'obsolete'] as ('active' | 'archived' | 'obsolete')[] };
      expect((await client.memory.list(all)).total).toBe(2);
      expect((await client.memory.search({ text: 'conveyor belt slips' })).cases).toEqual([]);
      expect(await failureOf(client.memory.get({ id: ids.other }))).toMatchObject({ code: 'not-found' });
      expect(await failureOf(client.memory.restore({ ids: [ids.other] }))).toMatchObject({ code: 'not-found' });
      expect((await client.status()).units).toBe(2);
      expect((await client.memory.purges()).purges).toHaveLength(1);
      expect(await client.memory.takeBackPurge({ id: purge?.id ?? '' })).toEqual({ restored: 1 });
      expect(await failureOf(client.memory.takeBackPurge({ id: purge?.id ?? '' }))).toMatchObject({ code: 'not-found' });
      expect((await client.memory.list(all)).total).toBe(3);
      await client.memory.purge({ ids: [ids.other], word: '清除' });
      expect(await client.memory.purge({ ids: [ids.other], word: 'purge', now: true })).toEqual({ purge: null, gone: true });
      expect((await client.memory.purges()).purges).toEqual([]);
      expect((await client.memory.list(all)).total).toBe(2);
    });

    it('previews and imports a table, and exports the selection', async () => {
      const csv = new Blob([
        'id,fault,solution,machine,date\nA-1,Valve V3 does not close,Replaced seal of V3,HP-40,2024-03-15\nA-2,,,,\nA-3,Door switch loose,Tightened,CB-9,yesterday\n',
      ]);
      const preview = await client.memory.csvPreview({ file: csv });
      expect(preview).toMatchObject({ columns: ['id', 'fault', 'solution', 'machine', 'date'], totalRows: 3 });
      const events = await collect(
        await client.memory.csvImport({
          file: csv,
          mapping: { text: 'fault', resolution: 'solution', equipment: 'machine', source: 'id', madeAt: 'date' },
        }),
      );
      const last = events.at(-1);
      expect(last).toMatchObject({
        type: 'done',
        result: { stored: 1, rejected: [{ row: 3 }, { row: 4, reason: expect.stringContaining('yesterday') }] },
      });
      const { units } = await client.memory.list({ sourceSystem: 'csv' });
      expect(units[0]).toMatchObject({ text: 'Valve V3 does not close', madeAt: '2024-03-15T00:00:00.000Z' });
      const json = await client.memory.export({ ids: units.map((unit) => unit.id), format: 'json' });
      expect(JSON.parse(await json.text())).toEqual(units);
      const table = await client.memory.export({ ids: units.map((unit) => unit.id), format: 'csv' });
      expect(await table.text()).toContain('Valve V3 does not close');
      expect(table.type).toContain('text/csv');
      expect(await failureOf(client.memory.csvPreview({ file: new Blob(['']) }))).toMatchObject({ code: 'bad-input' });
      expect(await failureOf(collect(await client.memory.csvImport({ file: csv, mapping: { text: 'nope' } })))).toMatchObject({
        rpc: 'FAILED',
        code: 'bad-input',
      });
    });

    it('shows and changes settings, models, audit and the network report', async () => {
      const { settings } = await client.settings.describe();
      expect(settings.find((one) => one.key === 'recallTop')).toMatchObject({ value: 5, default: 5, type: 'whole-number' });
      const changed = await client.settings.set({ key: 'recallTop', value: 7 });
      expect(changed.settings.find((one) => one.key === 'recallTop')?.value).toBe(7);
      expect(await failureOf(client.settings.set({ key: 'recallTop', value: 700 }))).toMatchObject({
        code: 'bad-input',
        message: expect.stringContaining('1 to 20'),
      });
      const { models } = await client.models.list();
      const { nativeParts } = await client.models.nativeParts();
      expect(models.map((model) => model.role)).toEqual(expect.arrayContaining(['router', 'reasoner', 'ocr']));
      expect(nativeParts).toHaveLength(4);
      expect((await client.privacy.recent()).masked.find((one) => one.kind === 'PHONE')?.count).toBeGreaterThan(0);
      const page = await client.privacy.audit({ limit: 3 });
      expect(page.entries).toHaveLength(3);
      expect(page.entries[0]?.seq).toBe(page.total);
      expect(await client.privacy.verifyAudit()).toEqual({ entries: page.total, firstBroken: null });
      expect(await client.privacy.network()).toMatchObject({ connections: 0, attempts: [] });
      expect(await failureOf(client.pickFolder())).toMatchObject({ code: 'not-found' });
      expect(await failureOf(client.models.importFrom({ folder: '/nowhere/at/all' }))).toMatchObject({ rpc: 'FAILED' });
    });
  });
}
