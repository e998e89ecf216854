import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeInBrowser, startBrowserApp, type BrowserApp, type BrowserPage } from './harness.ts';

describeInBrowser('the settings page', () => {
  let made: BrowserApp;
  let opened: BrowserPage;
  let page: Page;
  beforeAll(async () => {
    made = await startBrowserApp();
  });
  afterAll(() => made[Symbol.asyncDispose]());
  beforeEach(async () => {
    opened = await made.open({ path: '/settings' });
    page = opened.page;
    await page.getByText('Similar cases shown').waitFor();
  });
  afterEach(() => opened[Symbol.asyncDispose]());

  const stored = (key: string) => made.app.settings.describe().find((setting) => setting.key === key)?.value;

  it('shows every setting with its meaning, default and range', async () => {
    const text = (await page.locator('main').textContent()) ?? '';
    for (const setting of made.app.settings.describe()) {
      if (setting.type === 'words') continue;
      if (setting.minimum !== undefined) expect(text).toContain(`From ${setting.minimum} to ${setting.maximum}.`);
      if (setting.type !== 'choice') expect(text).toContain(`Default: ${String(setting.default)}.`);
    }
    // A name of its own for each, and none that is but its key.
    expect(text).not.toMatch(/house\.|recallTop|undefined/);
    expect(await page.locator('main').getByRole('textbox').count()).toBeGreaterThan(10);
  });

  it('keeps a good value, over a reload too, and goes back to the default', async () => {
    const field = page.getByRole('textbox', { name: 'Similar cases shown' });
    await field.fill('9');
    await field.press('Enter');
    await expect.poll(() => stored('recallTop')).toBe(9);
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe('9');
    await page.getByRole('button', { name: 'Back to the default: Similar cases shown' }).click();
    await expect.poll(() => stored('recallTop')).toBe(5);
    await expect.poll(() => field.inputValue()).toBe('5');
    expect(await page.getByRole('button', { name: 'Back to the default: Similar cases shown' }).count()).toBe(0);
  });

  it('refuses a value out of range with the reason, and stores nothing', async () => {
    const field = page.getByRole('textbox', { name: 'Similar cases shown' });
    for (const bad of ['21', '0', '-3', '']) {
      await field.fill(bad);
      await field.press('Enter');
      await page.getByRole('alert').getByText('Must be from 1 to 20. Nothing was changed.').waitFor();
      await field.blur();
      expect(await field.inputValue()).toBe(bad);
      expect(stored('recallTop')).toBe(5);
    }
    await field.press('Escape');
    expect(await field.inputValue()).toBe('5');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('shows what the core says against a value', async () => {
    await page.route('**/rpc/settings/set', (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/json',
        body: JSON.stringify({
          json: {
            defined: true,
            code: 'FAILED',
            status: 422,
            message: 'The disk is full. Make room and try again.',
            data: { code: 'disk-full' },
          },
        }),
      }),
    );
    const field = page.getByRole('textbox', { name: 'Longest answer (tokens)' });
    await field.fill('300');
    await field.press('Enter');
    await page.getByText('The disk is full. Make room and try again.').waitFor();
    expect(stored('answerTokens')).toBe(220);
    opened.takeProblems(/422/);
  });

  it('takes choices and shares by keyboard', async () => {
    const choice = page.getByRole('combobox', { name: 'Language of answers' });
    await choice.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'English' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => stored('language')).toBe('en');
    const slider = page.getByRole('slider', { name: 'Weight of words' });
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => stored('keywordWeight')).toBeCloseTo(0.3);
  });
});
