import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeInBrowser, startBrowserApp, type BrowserApp, type BrowserPage } from './harness.ts';

describeInBrowser('the privacy page', () => {
  let made: BrowserApp;
  let opened: BrowserPage;
  let page: Page;
  beforeAll(async () => {
    // Not the copied sample: the audit log is sealed with the secret of its own installation.
    made = await startBrowserApp();
    await made.app.openSampleWorkspace();
    await made.app.memory.add({
      text: 'Called Anna Schmidt, +49 170 1234567, about the seized gearbox',
      resolution: 'Replaced it',
      source: { system: 'spec', id: 'P-1' },
    });
  });
  afterAll(() => made[Symbol.asyncDispose]());
  beforeEach(async () => {
    opened = await made.open({ path: '/privacy' });
    page = opened.page;
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  });
  afterEach(() => opened[Symbol.asyncDispose]());

  const section = (name: string) => page.getByRole('region', { name }).first();

  it('reports no connection since the start', async () => {
    await section('Network report').getByText('0 connections since start').waitFor();
    expect(await section('Network report').textContent()).toContain('Offline');
  });

  it('tells what was masked lately by kind, and never what', async () => {
    await section('Masked lately').getByRole('listitem').filter({ hasText: 'phone' }).waitFor();
    const text = (await page.locator('main').textContent()) ?? '';
    for (const kind of ['name', 'phone', 'e-mail']) expect(text).toMatch(new RegExp(`${kind} \\d`));
    for (const secret of ['1234567', 'Schmidt', 'gearbox']) expect(text).not.toContain(secret);
  });

  it('masks the own words of the user from then on', async () => {
    const field = page.getByRole('combobox', { name: 'Your own words' });
    await field.fill('Northwind Mill');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    const { id } = await made.app.memory.add({
      text: 'The crusher at Northwind Mill jams when wet',
      resolution: 'Cleared the chute',
      source: { system: 'spec', id: 'P-2' },
    });
    const unit = (await made.app.memory.list({ sourceSystem: 'spec' })).units.find((one) => one.id === id);
    expect(unit?.text).toMatch(/\[OWN_WORD:/);
    expect(unit?.text).not.toContain('Northwind');
    await page.reload();
    await section('Your own words').getByText('Northwind Mill').waitFor();
    // A word of one letter would mask half of everything.
    await page.getByRole('combobox', { name: 'Your own words' }).fill('x');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('2 to 100 characters');
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByRole('alert').count()).toBe(0);
    opened.takeProblems(/422/);
  });

  it('lists the audit log newest first, page by page, in words', async () => {
    const table = page.getByRole('table');
    const numbers = async () => (await table.locator('tbody tr td:first-child').allTextContents()).map(Number);
    const first = await numbers();
    expect(first).toHaveLength(50);
    expect(first).toEqual([...first].sort((a, b) => b - a));
    await page.getByRole('button', { name: /earlier entr/ }).click();
    await expect.poll(async () => (await numbers()).at(-1)).toBe(1);
    const text = (await table.textContent()) ?? '';
    expect(text).toContain('case written');
    expect(text).toContain('manual imported');
    // Kinds of personal data by their names and not by their marks.
    expect(text).not.toMatch(/URL_CREDENTIAL|CN_ID/);
  });

  it('verifies the chain, and says at which entry it was changed', async () => {
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText(/The chain holds: \d+ entries\./).waitFor();
    expect(await made.app.audit.verify()).toMatchObject({ firstBroken: null });
    const folder = join(made.workspace.data, 'audit');
    const file = join(folder, (await readdir(folder)).find((name) => name.endsWith('.jsonl')) ?? '');
    const whole = await readFile(file, 'utf8');
    const lines = whole.split('\n');
    lines[2] = (lines[2] ?? '').replace(/"action":"[^"]+"/, '"action":"memory-edit"').replace(/"masked":\d+/, '"masked":99');
    await writeFile(file, lines.join('\n'));
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText(/The chain is broken at entry 3/).waitFor();
    await writeFile(file, whole);
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText(/The chain holds/).waitFor();
  });
});
