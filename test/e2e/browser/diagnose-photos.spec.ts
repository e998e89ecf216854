import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeInBrowser, handFiles, samplePhoto, startBrowserApp, type BrowserApp, type BrowserPage } from './harness.ts';

const panel = samplePhoto('query-hp40-panel.jpg');

describeInBrowser('photos in the window', () => {
  let made: BrowserApp;
  let opened: BrowserPage;
  let page: Page;
  beforeAll(async () => {
    made = await startBrowserApp({ sample: true });
  });
  afterAll(() => made[Symbol.asyncDispose]());
  beforeEach(async () => {
    opened = await made.open();
    page = opened.page;
  });
  afterEach(() => opened[Symbol.asyncDispose]());

  const read = () => page.getByRole('heading', { name: 'Read from the photo' }).waitFor();

  it.each(['drop', 'paste', 'pick'] as const)('%s shows the photo with frames around what was read, fields with crops', async (how) => {
    if (how === 'pick') {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Drop a photo of the fault' }).click(),
      ]);
      await chooser.setFiles(panel);
    } else {
      await handFiles(page, how, [panel]);
    }
    await read();
    const frame = await page.getByRole('img', { name: 'query-hp40-panel.jpg' }).boundingBox();
    expect(frame?.width).toBeGreaterThan(300);
    expect(await page.locator('svg polygon').count()).toBeGreaterThan(8);
    // Every frame lies within the photo.
    for (const box of await page
      .locator('svg rect[data-pointed]')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))) {
      expect(box.x).toBeGreaterThanOrEqual((frame?.x ?? 0) - 1);
      expect(box.x + box.width).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0) + 1);
      expect(box.y + box.height).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0) + 1);
    }
    const fields = page.locator('dl');
    for (const value of ['E-204', 'HP-40', 'HPU-07']) expect(await fields.getByText(value, { exact: true }).count()).toBe(1);
    expect(await fields.locator('span[style*="background-image"]').count()).toBeGreaterThanOrEqual(3);
  });

  it('personal details are said before anything is saved, and painted over on the photo', async () => {
    await handFiles(page, 'drop', [samplePhoto('case-ch220-plate.jpg')]);
    await read();
    expect(await page.getByText(/personal details? will be masked/).textContent()).toMatch(/[1-9]\d* personal/);
    const painted = page.getByText(/^painted over:/);
    expect(await painted.count()).toBeGreaterThan(0);
    const [frame, region] = await Promise.all([
      page.getByRole('img', { name: 'case-ch220-plate.jpg' }).boundingBox(),
      painted.first().boundingBox(),
    ]);
    expect(region?.y).toBeGreaterThanOrEqual((frame?.y ?? 0) - 1);
    expect((region?.width ?? 0) * (region?.height ?? 0)).toBeGreaterThan(100);
    await page.getByText(/^All text/).click();
    const shown = (await page.locator('main').textContent()) ?? '';
    const { personal } = JSON.parse(await readFile(join(import.meta.dirname, '../../../examples/planted.json'), 'utf8')) as {
      personal: string[];
    };
    expect(personal.filter((word) => shown.includes(word))).toEqual([]);
    // Marks of what was masked are words, not codes of the store.
    expect(shown).not.toMatch(/\[[A-Z_]+:[0-9a-f]+\]/);
  });

  it('several photos keep their roles, and one is put away', async () => {
    await handFiles(page, 'drop', [samplePhoto('case-fx300-before.jpg'), samplePhoto('case-fx300-after.jpg')]);
    await read();
    await page.getByRole('button', { name: /^case-fx300-after\.jpg/ }).click();
    await page.getByRole('button', { name: 'Photo: Fault' }).click();
    await page.getByRole('menuitem', { name: 'After' }).click();
    expect(await page.getByRole('button', { name: 'case-fx300-after.jpg, After' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Take this photo away' }).click();
    expect(await page.getByRole('button', { name: /^case-fx300-after/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'case-fx300-before.jpg, Fault' }).count()).toBe(1);
  });

  it('a photo taken upside down is shown upright, with its frames where the text is', async () => {
    await handFiles(page, 'drop', [samplePhoto('query-fx300-upside-down.jpg')]);
    await read();
    const turned = await page
      .getByRole('img', { name: 'query-fx300-upside-down.jpg' })
      .evaluate((image) => (image as HTMLElement).style.transform);
    expect(turned).toContain('rotate(180deg)');
    const [photo, field] = await Promise.all([
      page.locator('svg[viewBox]').first().boundingBox(),
      page.locator('svg rect[data-pointed]').first().boundingBox(),
    ]);
    expect(field?.y).toBeGreaterThanOrEqual(photo?.y ?? 0);
  });

  it('a dark photo says so', async () => {
    const dark = join(made.workspace.root, 'dark.jpg');
    await sharp(panel).linear(0.12, 0).jpeg().toFile(dark);
    await handFiles(page, 'drop', [dark]);
    await page.getByText('The photo is dark.').waitFor();
    expect(await page.getByRole('status').filter({ hasText: 'more light' }).count()).toBe(1);
  });

  it('a file that is no photo says what it is and what to do, and does not stand in the way', async () => {
    const broken = join(made.workspace.root, 'broken.jpg');
    await writeFile(broken, 'this is not a photo');
    await handFiles(page, 'drop', [broken]);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(((await alert.textContent()) ?? '').length).toBeGreaterThan(20);
    opened.takeProblems(/status of 4\d\d/);
    await page.getByLabel('Question', { exact: true }).fill('HP-40 shows E-204');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('button', { name: 'This fixed it' }).waitFor();
  });

  it('reading is said while it lasts', async () => {
    await handFiles(page, 'drop', [samplePhoto('query-ac75-panel.jpg')]);
    await page.getByText('Reading the photo').waitFor();
    expect(await page.getByRole('button', { name: 'Ask', exact: true }).isDisabled()).toBe(true);
    await read();
    expect(await page.getByRole('button', { name: 'Ask', exact: true }).isDisabled()).toBe(false);
  });
});
