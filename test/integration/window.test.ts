import { access, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../../src/main/app/app.ts';
import { plainEvent } from '../../src/main/app/plain-event.ts';
import type { AskEvent } from '../../src/main/app/window-diagnose.ts';
import { auditEventSchema } from '../../src/main/audit/audit-entry.ts';
import { addTestCases, makeWindowApp, type WindowApp } from '../support/make-window-app.ts';

const day = 86_400_000;
const never = new AbortController().signal;
const everything = {
  status: ['active', 'archived', 'obsolete'] as const,
  sort: 'madeAt' as const,
  descending: true,
  offset: 0,
  limit: 100,
};

let made: WindowApp;
let ids: { fan: string; relay: string; other: string };
let nowMs: number;
beforeEach(async () => {
  nowMs = Date.parse('2026-03-01T08:00:00Z');
  made = await makeWindowApp({ clock: { now: () => new Date(nowMs), monotonicMs: () => performance.now() } });
});
afterEach(() => made[Symbol.asyncDispose]());

async function ask(app: App, question: string, bytes?: Uint8Array<ArrayBuffer>): Promise<{ jobId: string; events: AskEvent[] }> {
  const window = await app.window.diagnose();
  const photos = bytes ? [{ handle: (await window.readPhoto(bytes, 'fault', never)).handle, role: 'fault' as const }] : [];
  const events: AskEvent[] = [];
  for await (const event of window.ask({ photos, question, corrections: [] }, never)) events.push(event);
  const [opened] = events;
  if (opened?.type !== 'job-opened') throw new Error('no job');
  return { jobId: opened.jobId, events };
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

describe('what takes the lock', () => {
  it('looking does not: status, list, search, previews, reading a photo', async () => {
    const { window } = made.app;
    const lock = join(made.workspace.data, 'writer.lock');
    expect((await window.status(false)).units).toBe(0);
    const memory = await window.memory();
    await memory.list(everything);
    await memory.search({ text: 'pump', photo: null, limit: 5, filter: {}, signal: never });
    await memory.facets();
    await memory.size();
    memory.csvPreview(new TextEncoder().encode('id,fault\n1,x\n'));
    await (await window.diagnose()).readPhoto(made.jpeg, 'fault', never);
    expect(await exists(lock)).toBe(false);
    await addTestCases(made.app);
    expect(await exists(lock)).toBe(true);
  });
});

describe('purges with days of grace', () => {
  beforeEach(async () => {
    ids = await addTestCases(made.app);
  });

  it('are finished at the first opening after the days are over, and not before', async () => {
    await (await made.app.window.memory()).purge([ids.other], 'purge', false);
    nowMs += 6 * day;
    expect(await (await (await made.reopen()).window.memory()).purges()).toHaveLength(1);
    expect((await made.app.memory.list({ status: ['archived'] })).total).toBe(1);
    nowMs += 1 * day;
    const memory = await (await made.reopen()).window.memory();
    expect(await memory.purges()).toEqual([]);
    expect((await made.app.memory.list({ ...everything })).total).toBe(2);
    await expect(memory.takeBackPurge('any')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('are hidden again after a crash between the plan and the hiding', async () => {
    const purge = {
      id: 'p',
      at: new Date(nowMs).toISOString(),
      dueAt: new Date(nowMs + 7 * day).toISOString(),
      ids: [ids.other],
      before: { [ids.other]: 'active' },
      photos: 0,
      bytes: 1,
    };
    await writeFile(join(made.workspace.data, 'purges.json'), JSON.stringify([purge]));
    const memory = await (await made.reopen()).window.memory();
    expect((await memory.list({ ...everything })).total).toBe(2);
    expect((await made.app.memory.list({})).total).toBe(2);
    expect(await memory.takeBackPurge('p')).toEqual({ restored: 1 });
    expect((await memory.list({ ...everything, status: ['active'] })).total).toBe(3);
  });

  it('give an archived case back to the archive', async () => {
    const memory = await made.app.window.memory();
    await memory.archive([ids.other]);
    const { purge } = await memory.purge([ids.other, ids.fan], 'purge', false);
    await memory.takeBackPurge(purge?.id ?? '');
    expect((await memory.get(ids.other)).status).toBe('archived');
    expect((await memory.get(ids.fan)).status).toBe('active');
  });

  it('erase at once with no days of grace', async () => {
    await made.app.settings.set({ purgeGraceDays: 0 });
    expect(await (await made.app.window.memory()).purge([ids.other], 'Purge ', false)).toEqual({ purge: null, gone: true });
  });

  it('say so when the list is damaged, and lose nothing', async () => {
    await writeFile(join(made.workspace.data, 'purges.json'), '{"broken"');
    const app = await made.reopen();
    await expect((await app.window.memory()).list({ ...everything })).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining('purges.json'),
    });
    expect((await app.memory.list({})).total).toBe(3);
  });
});

describe('jobs and outcomes', () => {
  beforeEach(async () => {
    ids = await addTestCases(made.app);
  });

  it('hold no personal data, and go with the case that they show, whoever purges it', async () => {
    const { jobId } = await ask(made.app, 'E-204 again on the HP-40, tell Anna Schmidt, anna.schmidt@example.org', made.jpeg);
    const folder = join(made.workspace.data, 'jobs');
    const [file] = await readdir(folder);
    const text = await readFile(join(folder, file ?? ''), 'utf8');
    expect(text).toContain(jobId);
    expect(text).toContain(ids.fan);
    expect(text).not.toMatch(/Schmidt|anna\.schmidt|1234567/);
    // The command line's purge.
    await made.app.memory.purge([ids.fan]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('survive a restart, and photos that are gone meanwhile are left out of the case', async () => {
    const { jobId } = await ask(made.app, 'E-204 on the HP-40', made.jpeg);
    const window = await (await made.reopen()).window.diagnose();
    expect((await window.jobs(0, 10)).jobs[0]).toMatchObject({ id: jobId, outcome: 'open' });
    const { stored } = await window.outcome({ jobId, outcome: 'this-fixed-it', caseId: ids.fan }, never);
    expect(stored).toMatchObject({ standing: 'provisional', photos: [] });
  });

  it('change from one outcome to another without leaving the first case behind', async () => {
    const window = await made.app.window.diagnose();
    const { jobId } = await ask(made.app, 'E-204 on the HP-40', made.jpeg);
    const first = await window.outcome({ jobId, outcome: 'something-else', note: 'Cleaned the cooler fins' }, never);
    const second = await window.outcome({ jobId, outcome: 'something-else', note: 'Replaced the thermostat' }, never);
    expect(second.stored?.resolution).toBe('Replaced the thermostat');
    expect(second.stored?.id).not.toBe(first.stored?.id);
    expect((await made.app.memory.list({ ...everything })).total).toBe(4);
    expect(await window.outcome({ jobId, outcome: 'different-fault' }, never)).toMatchObject({
      job: { outcome: 'different-fault', caseId: null },
      stored: null,
    });
    expect(await window.outcome({ jobId, outcome: 'not-yet' }, never)).toMatchObject({
      job: { outcome: 'open', caseId: null },
      stored: null,
    });
    expect((await made.app.memory.list({ ...everything })).total).toBe(3);
    expect(await readdir(join(made.workspace.data, 'photos'))).toEqual([]);
  });

  it('keep what was there when the outcome was no good', async () => {
    const window = await made.app.window.diagnose();
    const { jobId } = await ask(made.app, 'E-204 on the HP-40', made.jpeg);
    const first = await window.outcome({ jobId, outcome: 'something-else', note: 'Cleaned the cooler fins' }, never);
    for (const given of [
      { outcome: 'this-fixed-it' as const },
      { outcome: 'something-else' as const, note: '  ' },
      { outcome: 'this-fixed-it' as const, caseId: 'C-ZZZZZZZZ' },
    ])
      await expect(window.outcome({ jobId, ...given }, never)).rejects.toMatchObject({
        code: expect.stringMatching(/bad-input|not-found/),
      });
    expect((await window.job(jobId)).caseId).toBe(first.stored?.id);
    await expect(window.outcome({ jobId: '000000000-00000000', outcome: 'not-yet' }, never)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('merge into the same case without taking it away at undo', async () => {
    const window = await made.app.window.diagnose();
    const question = 'The motor does not start, relay K3 does not pull in';
    const one = await ask(made.app, question);
    const first = await window.outcome({ jobId: one.jobId, outcome: 'something-else', note: 'Replaced relay K3' }, never);
    const two = await ask(made.app, question);
    const second = await window.outcome({ jobId: two.jobId, outcome: 'something-else', note: 'Replaced relay K3' }, never);
    expect(second.stored?.id).toBe(first.stored?.id);
    expect(second.job.caseIsNew).toBe(false);
    await window.undoOutcome(two.jobId);
    expect((await made.app.memory.show(first.stored?.id ?? '')).resolution).toBe('Replaced relay K3');
  });
});

describe('lists of the privacy page', () => {
  it('count what was masked in the last thirty days, and show the log newest first', async () => {
    await made.app.memory.add({ text: 'Pump leaks, call +49 170 1234567 or +49 171 7654321', resolution: 'New seal.' });
    expect((await made.app.window.recentlyMasked()).masked).toEqual([{ kind: 'PHONE', count: 2 }]);
    const page = await made.app.window.auditPage(0, 1);
    expect(page).toMatchObject({ total: 1, entries: [{ seq: 1, action: 'memory-write' }] });
    nowMs += 31 * day;
    expect((await made.app.window.recentlyMasked()).masked).toEqual([]);
  });

  it('names no more cases in one entry of the log than it takes: a large purge must not fail half-way', () => {
    const event = plainEvent({ action: 'purge', ids: Array.from({ length: 1_050 }, () => 'C-7KQ2M9XA'), counts: { units: 1_050 } });
    expect(auditEventSchema.safeParse(event).success).toBe(true);
    expect(event.counts).toEqual({ units: 1_050 });
  });
});
