import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, samplePhoto, startBrowserApp, type BrowserApp } from './harness.ts';

describeInBrowser('by keyboard alone', () => {
  let made: BrowserApp;
  beforeAll(async () => {
    made = await startBrowserApp({ sample: true });
  });
  afterAll(() => made[Symbol.asyncDispose]());

  it('a whole diagnosis: open a photo, ask, open a source, say what fixed it', async () => {
    await using opened = await made.open();
    const { page } = opened;
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
    /** Tab until an element is reached, as a user without a mouse does. */
    const tabTo = async (name: RegExp, most = 40) => {
      for (let step = 0; step < most; step++) {
        await page.keyboard.press('Tab');
        if (name.test(await focused())) return;
      }
      throw new Error(`Tab did not reach ${name}`);
    };
    // The keys mean something once the page stands.
    await page.getByRole('button', { name: 'Drop a photo of the fault' }).waitFor();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Control+o')]);
    await chooser.setFiles(samplePhoto('query-hp40-panel.jpg'));
    await page.getByRole('heading', { name: 'Read from the photo' }).waitFor();
    await page.keyboard.press('/');
    expect(await focused()).toBe('Question');
    await page.keyboard.type('Has this happened before?');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'This fixed it' }).waitFor();
    // What the question leaves behind: from the question field backwards lies the answer.
    await page.keyboard.press('/');
    for (let step = 0; step < 30 && !(await focused()).startsWith('Open source'); step++) await page.keyboard.press('Shift+Tab');
    expect(await focused()).toMatch(/^Open source/);
    const source = await focused();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe(source);
    await tabTo(/^This fixed it$/);
    // Focus can be seen.
    expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineWidth)).not.toBe('0px');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(/^Save$/, 12);
    await page.keyboard.press('Enter');
    await page.getByText('Kept: this fix worked.').waitFor();
    await tabTo(/^Undo$/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'This fixed it' }).waitFor();
  });

  it('Escape stops a running diagnosis; with a dialog open it closes the dialog first', async () => {
    await using opened = await made.open();
    const { page } = opened;
    made.pace.promptMs = 400;
    await page.keyboard.press('/');
    await page.keyboard.type('HP-40 shows E-204');
    await page.keyboard.press('Enter');
    await page.locator('button[data-warned]').first().click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Stop' }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByText('Stopped. Nothing was saved.').waitFor();
    made.pace.promptMs = 0;
    await expect.poll(() => made.reasoner.busy || made.router.busy).toBe(false);
  });

  it('Ctrl+K goes to any page and any case, and gives the focus back', async () => {
    await using opened = await made.open();
    const { page } = opened;
    await page.keyboard.press('/');
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Question');
    await page.keyboard.press('Control+k');
    await dialog.getByRole('textbox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('priv');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('#/privacy');
    await page.keyboard.press('Control+k');
    await dialog.getByRole('textbox').fill('contactor E-204');
    await dialog
      .getByRole('button', { name: /C-.*E-204/ })
      .first()
      .waitFor();
    await dialog
      .getByRole('button', { name: /C-.*E-204/ })
      .first()
      .press('Enter');
    await expect.poll(() => page.url()).toMatch(/#\/memory\?case=.*C-/);
  });

  it('the skip link leads past the navigation', async () => {
    await using opened = await made.open();
    const { page } = opened;
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  });
});
