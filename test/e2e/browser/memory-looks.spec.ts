import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeInBrowser, startBrowserApp, type BrowserApp } from './harness.ts';
import { findAxeProblems, findMissingWords, findSideways, findSmallTargets } from './page-checks.ts';

const paths = ['/memory', '/models', '/privacy', '/settings'];

/** Opens what a page can open, one after the other. */
const states: Readonly<Record<string, readonly { readonly name: string; readonly open: (page: Page) => Promise<void> }[]>> = {
  '/memory': [
    {
      name: 'a case',
      open: async (page) => {
        await page.locator('[data-row="3"]').click();
        await page.getByRole('complementary').locator('h2').waitFor();
      },
    },
    {
      name: 'a case being edited',
      open: async (page) => {
        await page.getByRole('complementary').getByRole('button').first().click();
        await page.locator('form textarea').first().waitFor();
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await page.getByRole('complementary').waitFor({ state: 'detached' });
      },
    },
    {
      name: 'a selection',
      open: async (page) => {
        await page.locator('[data-row="1"]').getByRole('checkbox').click();
        await page.getByRole('toolbar').waitFor();
      },
    },
    {
      name: 'the purge',
      open: async (page) => {
        await page.getByRole('toolbar').getByRole('button').last().click();
        await page.getByRole('dialog').getByRole('textbox').waitFor();
      },
    },
    {
      name: 'the purge, ready to go',
      open: async (page) => {
        await page.getByRole('dialog').getByRole('checkbox').check();
        await page
          .getByRole('dialog')
          .getByRole('textbox')
          .fill((await page.evaluate(() => document.documentElement.lang)) === 'en' ? 'purge' : '清除');
      },
    },
  ],
  '/settings': [
    {
      name: 'a value refused',
      open: async (page) => {
        await page.locator('main input[inputmode]').first().fill('99999');
        await page.getByRole('alert').waitFor();
      },
    },
  ],
};

async function open(page: Page): Promise<void> {
  await page.locator('main h2, main [data-row="0"]').first().waitFor();
  await page.waitForLoadState('networkidle');
}

describeInBrowser('memory, models, privacy and settings', () => {
  let made: BrowserApp;
  beforeAll(async () => {
    made = await startBrowserApp({ sample: true });
  });
  afterAll(() => made[Symbol.asyncDispose]());

  describe.each(['light', 'dark'] as const)('in %s', (theme) => {
    it.each(paths)('%s passes axe, in each of its states', async (path) => {
      await using opened = await made.open({ theme, width: 1440, height: 900, path });
      const { page } = opened;
      await open(page);
      expect(await findAxeProblems(page)).toEqual([]);
      for (const { name, open: show } of states[path] ?? []) {
        await show(page);
        expect([name, ...(await findAxeProblems(page))]).toEqual([name]);
      }
    });
  });

  describe.each([
    { name: '900 px', width: 900, height: 700 },
    { name: '1,280 px at 200 %', width: 640, height: 430 },
  ])('at $name', ({ width, height }) => {
    it.each(paths.flatMap((path) => (['en', 'zh'] as const).map((language) => [path, language] as const)))(
      '%s in %s does not scroll sideways, and all can be pressed',
      async (path, language) => {
        await using opened = await made.open({ width, height, language, path });
        const { page } = opened;
        await open(page);
        expect(await findSideways(page)).toEqual([]);
        expect(await findSmallTargets(page)).toEqual([]);
        expect(await findMissingWords(page)).toEqual([]);
        for (const { name, open: show } of states[path] ?? []) {
          await show(page);
          expect([name, ...(await findSideways(page)), ...(await findSmallTargets(page)), ...(await findMissingWords(page))]).toEqual([
            name,
          ]);
        }
      },
    );
  });

  it('a case is found, read, chosen and purged by keyboard alone', async () => {
    const { id } = await made.app.memory.add({
      text: 'The quenching basket tilts',
      resolution: 'Straightened the hook',
      source: { system: 'spec', id: 'K-1' },
    });
    await using opened = await made.open({ width: 1280, height: 860, path: '/memory' });
    const { page } = opened;
    await page.locator('[data-row="0"]').waitFor();
    const active = () =>
      page.evaluate(() => ({
        row: document.activeElement?.getAttribute('data-row'),
        name: document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      }));
    const tabTo = async (wanted: (at: { row: string | null | undefined; name: string | null | undefined }) => boolean) => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab');
        if (wanted(await active())) return;
      }
      throw new Error('Tab never came there.');
    };
    await tabTo((at) => at.name === 'Search the memory');
    await page.keyboard.type('quenching basket');
    // The newest case stands first in the whole list too: only the search leaves it alone there.
    await expect.poll(() => page.locator('[data-row="0"]').textContent()).toContain(id);
    await expect.poll(() => page.locator('[data-row]').count()).toBe(1);
    await tabTo((at) => at.row === '0');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary').getByText('Straightened the hook').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await active()).row).toBe('0');
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    // The toolbar stands before the table.
    for (let presses = 0; presses < 20 && (await active()).name !== 'Purge'; presses += 1) await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('purge');
    // What goes is counted first; until then nothing can be confirmed.
    await expect.poll(() => dialog.getByRole('button', { name: 'Purge' }).isEnabled()).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText(/1 case is hidden/).waitFor();
    expect((await made.app.memory.list({ sourceSystem: 'spec' })).total).toBe(0);
  });
});
