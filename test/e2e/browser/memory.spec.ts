import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeInBrowser, handFiles, samplePhoto, startBrowserApp, type BrowserApp, type BrowserPage } from './harness.ts';

const rows = (page: Page) => page.getByRole('grid').locator('[data-row]');
const titles = (page: Page) => rows(page).locator('[role=gridcell]:nth-child(2) > span:first-child').allTextContents();
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const detail = (page: Page) => page.getByRole('complementary');
const search = (page: Page) => page.getByRole('textbox', { name: 'Search the memory' });
const check = (page: Page, index: number) => rows(page).nth(index).getByRole('checkbox');

describeInBrowser('the memory page', () => {
  let made: BrowserApp;
  let opened: BrowserPage;
  let page: Page;
  beforeAll(async () => {
    made = await startBrowserApp({ sample: true });
  });
  afterAll(() => made[Symbol.asyncDispose]());
  beforeEach(async () => {
    opened = await made.open({ width: 1440, height: 900, path: '/memory' });
    page = opened.page;
    await rows(page).first().waitFor();
  });
  afterEach(() => opened[Symbol.asyncDispose]());

  /** A case of its own, so that tests do not stand in each other's way. */
  let added = 0;
  async function addCase(name: string, more: { text?: string; equipment?: string; photo?: string } = {}): Promise<string> {
    const { id } = await made.app.memory.add({
      title: `Case ${name}`,
      text: more.text ?? `The ${name} gauge stays at zero`,
      resolution: `Cleaned the ${name} line`,
      equipment: more.equipment ?? 'ZX-9',
      // A source that was purged is not taken in again, also not by a second try of a spec.
      source: { system: 'spec', id: `${name}.${++added}` },
      ...(more.photo ? { photos: [{ bytes: new Uint8Array(await readFile(more.photo)), role: 'fault' as const }] } : {}),
    });
    return id;
  }
  async function reload(): Promise<void> {
    await page.reload();
    await rows(page).first().waitFor();
  }

  it('lists all cases newest first, sorts by a press, and says in which order', async () => {
    const { total } = await made.app.memory.list({});
    await expect.poll(() => heading(page).textContent()).toContain(`${total} cases`);
    const made1 = page.getByRole('columnheader', { name: 'Made' });
    expect(await made1.getAttribute('aria-sort')).toBe('descending');
    await page.getByRole('button', { name: 'Equipment' }).first().click();
    await expect.poll(() => page.getByRole('columnheader', { name: 'Equipment' }).getAttribute('aria-sort')).toBe('ascending');
    await expect.poll(async () => (await rows(page).first().textContent()) ?? '').toContain('AC-75');
    await page.getByRole('button', { name: 'Equipment' }).first().click();
    await expect.poll(async () => (await rows(page).first().textContent()) ?? '').not.toContain('AC-75');
    expect(await page.getByRole('columnheader', { name: 'Equipment' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('opens a case with its photo, text, facts and history; Escape closes it and gives the focus back', async () => {
    const withPhoto = (await made.app.memory.list({ limit: 100 })).units.find((unit) => unit.photos.length > 0);
    await page.goto(`${made.url}#/memory?case=${withPhoto?.id}`);
    const photo = detail(page).locator('img').first();
    await photo.waitFor();
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(200);
    const text = (await detail(page).textContent()) ?? '';
    for (const word of [withPhoto?.title, 'What solved it', 'Equipment', 'Standing', 'Source', 'case written'])
      expect(text).toContain(word);
    await page.keyboard.press('Escape');
    await detail(page).waitFor({ state: 'detached' });
    await rows(page).nth(2).click();
    await detail(page).waitFor();
    await page.keyboard.press('Escape');
    await detail(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe('2');
  });

  it('explains a placeholder on focus and on hover', async () => {
    const id = await addCase('placeholder', { text: 'Called Anna Schmidt, +49 170 1234567, about the valve' });
    await page.goto(`${made.url}#/memory?case=${id}`);
    await detail(page).getByText('Called').waitFor();
    expect(await detail(page).textContent()).not.toContain('1234567');
    const mark = detail(page).locator('[tabindex="0"]', { hasText: 'phone' });
    await mark.focus();
    await page.getByRole('tooltip').filter({ hasText: 'A phone was masked before it was stored' }).waitFor();
    await detail(page).getByRole('button', { name: 'Close' }).focus();
    await page.getByRole('tooltip').filter({ hasText: 'A phone' }).waitFor({ state: 'detached' });
    await mark.hover();
    await page.getByRole('tooltip').filter({ hasText: 'A phone was masked' }).waitFor();
  });

  it('finds by words, by id, and by words together with a filter', async () => {
    const id = await addCase('manometer', { equipment: 'QQ-1' });
    await addCase('manometer two', { text: 'The manometer glass is broken', equipment: 'QQ-2' });
    await reload();
    await search(page).fill('manometer');
    await expect.poll(() => titles(page)).toEqual(expect.arrayContaining(['Case manometer', 'Case manometer two']));
    await page.getByRole('combobox', { name: 'Equipment' }).click();
    await page.getByRole('option', { name: 'QQ-1', exact: true }).click();
    await expect.poll(() => titles(page)).toEqual(['Case manometer']);
    await search(page).fill(id.toLowerCase());
    await expect.poll(async () => (await titles(page))[0]).toBe('Case manometer');
    await search(page).fill('xylophone quartet');
    await page.getByText('No case fits these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect.poll(() => titles(page)).toEqual(['Case manometer']);
  });

  it('finds by a photo that is dropped on the window or chosen, and says why', async () => {
    const { total } = await made.app.memory.list({});
    await handFiles(page, 'drop', [samplePhoto('query-hp40-panel.jpg')]);
    await page.getByText('Like query-hp40-panel.jpg').waitFor();
    await expect.poll(async () => (await rows(page).first().textContent()) ?? '', { timeout: 30_000 }).toContain('HP-40');
    expect(await rows(page).first().textContent()).toMatch(/photo alike|same code/);
    await page.getByRole('button', { name: 'Search without the photo' }).click();
    await expect.poll(() => heading(page).textContent()).toContain(`${total} cases`);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Search by a photo' }).click();
    await (await chooser).setFiles(samplePhoto('query-ub20-display.jpg'));
    await expect.poll(async () => (await rows(page).first().textContent()) ?? '', { timeout: 30_000 }).toContain('UB-20');
  });

  it('says what is wrong with a photo that cannot be read', async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Search by a photo' }).click();
    await (await chooser).setFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo at all') });
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/photo|image|file/i);
    opened.takeProblems(/422/);
    await page.getByRole('button', { name: 'Search without the photo' }).click();
    await rows(page).first().waitFor();
  });

  it('filters by code, kind, source, importance and time', async () => {
    const expected = async (filter: Parameters<typeof made.app.memory.list>[0]) => (await made.app.memory.list(filter)).total;
    const shows = (total: number) => expect.poll(() => heading(page).textContent()).toContain(`${total} case`);
    const openFilters = async () => {
      await page.getByRole('button', { name: /^Filters/ }).click();
      await page.getByLabel('Code or part number').waitFor();
    };
    const all = await expected({});
    await openFilters();
    await page.getByLabel('Code or part number').fill('e-131');
    await shows(await expected({ codes: ['E131'] }));
    expect(await expected({ codes: ['E131'] })).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await shows(all);
    await page.getByRole('combobox', { name: 'Importance at least' }).click();
    await page.getByRole('option', { name: '4' }).click();
    await shows(await expected({ minImportance: 4 }));
    await page.getByLabel('Made from').fill('2025-06-01');
    await page.getByLabel('Made until').fill('2025-12-31');
    await shows(await expected({ minImportance: 4, madeFrom: '2025-06-01T00:00:00.000Z', madeTo: '2025-12-31T23:59:59.999Z' }));
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('combobox', { name: 'Source' }).click();
    await page.getByRole('option', { name: 'sample' }).click();
    await shows(await expected({ sourceSystem: 'sample' }));
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Preference' }).click();
    await page.getByText('No case fits these filters.').waitFor();
    expect(await page.getByRole('button', { name: 'Filters (2)' }).count()).toBe(1);
  });

  it('edits a case: masked, shown, in the table and in its history', async () => {
    const id = await addCase('edited');
    await reload();
    await page.goto(`${made.url}#/memory?case=${id}`);
    await detail(page).getByRole('button', { name: 'Edit' }).click();
    await detail(page).getByLabel('Case').fill('Case put right');
    await detail(page).getByLabel('What solved it').fill('Replaced the sensor; ask Anna Schmidt, +49 170 1234567');
    await detail(page).getByRole('button', { name: 'Save' }).click();
    await detail(page).getByRole('heading', { name: 'Case put right' }).waitFor();
    expect(await detail(page).textContent()).not.toContain('1234567');
    await expect.poll(() => titles(page)).toContain('Case put right');
    await detail(page).getByText('case edited').waitFor();
    const [stored] = (await made.app.memory.list({ sourceSystem: 'spec' })).units.filter((unit) => unit.id === id);
    expect(stored).toMatchObject({ title: 'Case put right', resolution: expect.stringMatching(/Replaced the sensor.*\[PHONE:/) });
  });

  it('selects a range with Shift, all that match, and archives with a way back', async () => {
    await check(page, 1).click();
    await check(page, 5).click({ modifiers: ['Shift'] });
    await page.getByText('5 selected').waitFor();
    // A row itself takes Shift and Control too, and does not open then.
    await rows(page)
      .nth(7)
      .click({ modifiers: ['Shift'] });
    await page.getByText('7 selected').waitFor();
    await rows(page)
      .nth(7)
      .click({ modifiers: ['Control'] });
    await page.getByText('6 selected').waitFor();
    expect(await detail(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Clear the selection' }).click();
    expect(await page.getByRole('toolbar').count()).toBe(0);

    const before = (await made.app.memory.list({})).total;
    await page.getByRole('checkbox', { name: 'Select all that match' }).click();
    await page.getByText(`${before} selected`).waitFor();
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByText(`${before} cases archived.`).waitFor();
    expect((await made.app.memory.list({})).total).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await made.app.memory.list({})).total).toBe(before);
    await rows(page).first().waitFor();
  });

  it('restores from the archive', async () => {
    const id = await addCase('archived');
    await reload();
    await search(page).fill('archived gauge');
    await rows(page).filter({ hasText: id }).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('1 case archived.').waitFor();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Archived' }).click();
    // The search reaches the archive when the filter says so.
    await rows(page).filter({ hasText: id }).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('1 case restored.').waitFor();
    expect((await made.app.memory.list({ status: ['active'] })).units.some((unit) => unit.id === id)).toBe(true);
  });

  it('exports the selection as CSV and JSON, masked', async () => {
    const id = await addCase('exported', { text: 'Write to anna.schmidt@example.org, the =SUM gauge is off' });
    await reload();
    await search(page).fill(id);
    await rows(page).filter({ hasText: id }).getByRole('checkbox').click();
    const save = async (format: string): Promise<string> => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: format }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`fixlore-cases.${format.toLowerCase()}`);
      const copy = join(made.workspace.root, `export.${format}`);
      await file.saveAs(copy);
      return readFile(copy, 'utf8');
    };
    const csv = await save('CSV');
    expect(csv.startsWith('\uFEFFid,title,text,resolution')).toBe(true);
    expect(csv).toContain(id);
    const [unit] = JSON.parse(await save('JSON')) as { id: string; text: string }[];
    expect(unit).toMatchObject({ id, text: expect.stringContaining('[EMAIL:') });
    expect(csv).not.toContain('anna.schmidt');
  });

  it('purges with days of grace: exact preview, the typed word, and two ways to take it back', async () => {
    const id = await addCase('regretted', { photo: samplePhoto('query-ac75-panel.jpg') });
    await reload();
    const purge = async () => {
      await page.goto(`${made.url}#/memory?case=${id}`);
      await detail(page).getByRole('button', { name: 'Purge' }).click();
      const dialog = page.getByRole('dialog', { name: 'Purge cases' });
      await dialog.getByText(/^1 case, 1 photo, \d+ kB; cannot be undone\.$/).waitFor();
      const go = dialog.getByRole('button', { name: 'Purge' });
      expect(await go.isDisabled()).toBe(true);
      await dialog.getByRole('textbox').fill('delete');
      expect(await go.isDisabled()).toBe(true);
      await dialog.getByRole('textbox').fill('purge');
      await go.click();
      await page.getByText(/1 case is hidden and will be erased on/).waitFor();
      await detail(page).waitFor({ state: 'detached' });
    };
    const isThere = async () => (await made.app.memory.list({ sourceSystem: 'spec' })).units.some((unit) => unit.id === id);
    await purge();
    expect(await isThere()).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(isThere).toBe(true);

    await purge();
    await page.getByRole('button', { name: '1 purge pending' }).click();
    await page.getByRole('button', { name: 'Take back' }).click();
    await expect.poll(isThere).toBe(true);
    await page.getByText('No purge is pending.').waitFor();
  });

  it('purges at once: gone from the list, from search, and its photo from the disk', async () => {
    const id = await addCase('zymurgy', { photo: samplePhoto('query-gr16-plate-rotated.jpg') });
    const file = (await made.app.memory.list({ sourceSystem: 'spec' })).units.find((unit) => unit.id === id)?.photos[0]?.file ?? '';
    const paths = ['photos', 'thumbnails'].map((folder) => join(made.workspace.data, folder, file));
    expect(paths.map((path) => existsSync(path))).toEqual([true, true]);
    await reload();
    await search(page).fill('zymurgy');
    await rows(page).filter({ hasText: id }).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Purge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Purge cases' });
    await dialog.getByLabel('Erase at once (a privacy request)').check();
    await dialog.getByText(/They are erased now/).waitFor();
    await dialog.getByRole('textbox').fill('purge');
    await dialog.getByRole('button', { name: 'Purge' }).click();
    await page.getByText(/Gone\. What remains on disk was read/).waitFor({ timeout: 60_000 });
    await expect.poll(async () => (await rows(page).allTextContents()).join(' ')).not.toContain(id);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(3);
    expect((await rows(page).allTextContents()).join(' ')).not.toContain('zymurgy');
    expect(paths.map((path) => existsSync(path))).toEqual([false, false]);
    await page.goto(`${made.url}#/memory?case=${id}`);
    await detail(page).getByText(`There is no case ${id} on this machine.`).waitFor();
    opened.takeProblems(/422/);
  });

  it('shows the size on disk and the growth', async () => {
    await page.getByRole('button', { name: 'Size' }).click();
    const dialog = page.getByRole('dialog', { name: 'Size' });
    await dialog.getByText(/cases take [\d.,]+ [kM]?B for texts and vectors and [\d.,]+ [kM]?B for photos/).waitFor();
    await dialog
      .getByRole('img', { name: /Cases in the memory by month/ })
      .locator('svg')
      .first()
      .waitFor();
    expect(await dialog.locator('.recharts-bar-rectangle').count()).toBeGreaterThan(5);
  });

  it('says that the core does not answer, and goes on when it does', async () => {
    await page.route('**/rpc/memory/list', (route) => route.abort());
    await page.reload();
    await page
      .getByRole('alert')
      .getByText(/does not answer/)
      .waitFor();
    await page.unroute('**/rpc/memory/list');
    await page.getByRole('button', { name: 'Try again' }).click();
    await rows(page).first().waitFor();
    expect(opened.takeProblems(/memory\/list|ERR_FAILED/).length).toBeGreaterThan(0);
  });
});
