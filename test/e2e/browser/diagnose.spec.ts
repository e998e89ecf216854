import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeInBrowser, handFiles, samplePhoto, startBrowserApp, type BrowserApp, type BrowserPage } from './harness.ts';

const panel = samplePhoto('query-hp40-panel.jpg');
const caseOfPanel = 'HP-40 trips on E-204, oil over temperature';

describeInBrowser('a diagnosis in the window', () => {
  let made: BrowserApp;
  let opened: BrowserPage;
  let page: Page;
  beforeAll(async () => {
    made = await startBrowserApp({ sample: true });
  });
  afterAll(() => made[Symbol.asyncDispose]());
  beforeEach(async () => {
    made.pace.promptMs = 0;
    made.pace.decodeMs = 0;
    opened = await made.open({ width: 1440, height: 900 });
    page = opened.page;
  });
  afterEach(() => opened[Symbol.asyncDispose]());

  const cards = () => page.locator('button[data-warned]');
  const answer = () => page.getByRole('article', { name: 'Answer' });
  const question = () => page.getByLabel('Question', { exact: true });
  const askButton = () => page.getByRole('button', { name: 'Ask', exact: true });
  async function showPanel(): Promise<void> {
    await handFiles(page, 'drop', [panel]);
    await page.getByRole('heading', { name: 'Read from the photo' }).waitFor();
  }
  async function askAboutPanel(): Promise<void> {
    await showPanel();
    await page.getByRole('button', { name: 'Has this happened before, and how was it solved?' }).click();
    await page.getByRole('button', { name: 'This fixed it' }).waitFor();
  }

  it('a dropped photo and the suggested question become cases, then a cited answer, whose sources open beside it', async () => {
    made.pace.decodeMs = 60;
    await showPanel();
    await page.getByRole('button', { name: 'Has this happened before, and how was it solved?' }).click();
    await cards().first().waitFor();
    // Evidence before prose: the model has written nothing yet.
    expect(await answer().getByText('Check the parts named').count()).toBe(0);
    expect(await cards().first().textContent()).toContain(caseOfPanel);
    expect(await cards().first().textContent()).toContain('same code');
    await page.getByRole('button', { name: 'This fixed it' }).waitFor();
    expect(await answer().textContent()).toContain('100-4471');
    expect(await answer().locator('strong').allTextContents()).toContain('100-4471');
    expect(await answer().locator('p').first().textContent()).toContain('Isolate');

    const ofCase = answer()
      .getByRole('button', { name: /Open source C-/ })
      .first();
    await ofCase.click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('What solved it').waitFor();
    expect(await drawer.getByRole('heading', { name: caseOfPanel }).count()).toBe(1);
    await drawer.getByRole('img').first().waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(await ofCase.evaluate((element) => element === document.activeElement)).toBe(true);

    await answer()
      .getByRole('button', { name: /Open source M-/ })
      .first()
      .click();
    await drawer.getByText('Isolate: switch off main switch').waitFor();
    await page.keyboard.press('Escape');
  });

  it('the fold-out says which steps were taken, with arguments, kept tools, tokens and time', async () => {
    await askAboutPanel();
    const steps = answer().locator('details');
    expect(await steps.locator('summary').textContent()).toMatch(/\d steps, [\d,]+ tokens \([\d,]+ from the cache\), [\d.]+ s/);
    expect(await steps.getByRole('listitem').first().isVisible()).toBe(false);
    await steps.locator('summary').click();
    const text = (await steps.textContent()) ?? '';
    expect(text).toContain('look up fault code');
    expect(text).toContain('code=E-204');
    expect(text).toContain('Tools kept:');
    expect(text).toMatch(/\d ms/);
  });

  it('what is shown keeps its place while the answer grows', async () => {
    made.pace.decodeMs = 40;
    await showPanel();
    await question().fill('Has this happened before, and how was it solved?');
    await page.evaluate(() => {
      const seen = new Map<Element, { top: number; left: number; what: string }>();
      const moved: string[] = [];
      const note = () => {
        const scroller = document.querySelector('article')?.parentElement;
        const from = scroller ? scroller.getBoundingClientRect().top - scroller.scrollTop : 0;
        for (const element of document.querySelectorAll('button[data-warned], article p')) {
          if (element.querySelector('.mantine-Loader-root')) continue;
          const box = element.getBoundingClientRect();
          const first = seen.get(element);
          if (!first) seen.set(element, { top: box.top - from, left: box.left, what: element.textContent?.slice(0, 40) ?? '' });
          else if (Math.abs(first.top - (box.top - from)) > 0.5 || Math.abs(first.left - box.left) > 0.5) moved.push(first.what);
        }
        Object.assign(window, { moved: [...new Set(moved)], seen: seen.size });
        requestAnimationFrame(note);
      };
      note();
    });
    await askButton().click();
    await page.getByRole('button', { name: 'This fixed it' }).waitFor();
    await page.waitForTimeout(200);
    const { moved, seen } = await page.evaluate(() => {
      const noted = window as unknown as { moved: string[]; seen: number };
      return { moved: noted.moved, seen: noted.seen };
    });
    expect(seen).toBeGreaterThan(6);
    expect(moved).toEqual([]);
  });

  it('stops while the prompt is read, leaves the engine idle, and answers the next question at once', async () => {
    await showPanel();
    made.pace.promptMs = 300;
    await question().fill('Why is it hot?');
    await askButton().click();
    await expect.poll(() => made.reasoner.busy || made.router.busy, { timeout: 20_000 }).toBe(true);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped. Nothing was saved.').waitFor();
    await expect.poll(() => made.reasoner.busy || made.router.busy, { timeout: 3_000 }).toBe(false);
    const before = (await (await made.app.window.diagnose()).jobs(0, 1)).total;
    made.pace.promptMs = 0;
    await question().fill('Has this happened before?');
    await askButton().click();
    await page.getByRole('button', { name: 'This fixed it' }).waitFor();
    expect((await (await made.app.window.diagnose()).jobs(0, 1)).total).toBe(before + 1);
  });

  it('a code that is put right brings other cases', async () => {
    await askAboutPanel();
    await page.getByRole('button', { name: 'Correct Fault code E-204' }).click();
    await page.getByRole('textbox', { name: 'Fault code' }).fill('E-131');
    await page.getByRole('button', { name: 'Use this' }).click();
    await page.getByText('corrected').waitFor();
    await expect
      .poll(
        () =>
          cards()
            .first()
            .textContent()
            .catch(() => ''),
        { timeout: 20_000 },
      )
      .toContain('E-131');
    await page.getByRole('button', { name: 'This fixed it' }).waitFor();
  });

  it('"This fixed it" shows the case as it was stored, masked; undo takes it back; the job says so when it is opened again', async () => {
    const units = (await made.app.memory.stats()).units;
    await askAboutPanel();
    await page.getByRole('button', { name: 'This fixed it' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('With which part? (if any)').fill('100-4471');
    await dialog.getByLabel('Anything to add?').fill('Anna Schmidt helped, call +49 170 1234567. Fan runs again.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const stored = page.getByText('As it was stored').locator('..');
    await stored.waitFor();
    const text = (await stored.textContent()) ?? '';
    expect(text).toContain('provisional');
    expect(text).toContain('Fan runs again');
    expect(text).toMatch(/phone number|phone/i);
    expect(text).not.toMatch(/1234567|Schmidt/);
    expect((await made.app.memory.stats()).units).toBe(units + 1);

    await page.getByRole('button', { name: 'New job' }).click();
    await page.getByRole('button', { name: 'Earlier jobs' }).click();
    const first = page
      .getByRole('dialog')
      .getByRole('button', { name: /Has this happened before/ })
      .first();
    expect(await first.textContent()).toContain('This fixed it');
    await first.click();
    await page.getByText('Kept: this fix worked.').waitFor();
    await page.getByText('Read from the photo at the time').waitFor();
    expect(await answer().textContent()).toContain('100-4471');

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'This fixed it' }).waitFor();
    expect((await made.app.memory.stats()).units).toBe(units);
  });

  it('"Something else fixed it" wants to know what', async () => {
    const units = (await made.app.memory.stats()).units;
    await askAboutPanel();
    await page.getByRole('button', { name: 'Something else fixed it' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect(await dialog.isVisible()).toBe(true);
    expect((await made.app.memory.stats()).units).toBe(units);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Not yet' }).click();
    await page.getByText('Left open.').waitFor();
  });

  it('a question alone and a photo alone are enough', async () => {
    await question().fill('AC-75 discharge temperature too high, what was done?');
    await question().press('Enter');
    await page.getByRole('button', { name: 'This fixed it' }).waitFor();
    expect(await cards().first().textContent()).toContain('AC-75');
    await page.getByRole('button', { name: 'New job' }).click();
    expect(await cards().count()).toBe(0);
    await showPanel();
    await askButton().click();
    await page.getByRole('button', { name: 'This fixed it' }).waitFor();
    expect(await cards().first().textContent()).toContain(caseOfPanel);
    expect(await page.locator('p', { hasText: 'Has this happened before, and how was it solved?' }).first().isVisible()).toBe(true);
  });

  it('a question that is too long is refused before it is sent', async () => {
    await question().fill('x'.repeat(4001));
    await page.getByText('at most 4,000').or(page.getByText('4001')).first().waitFor();
    expect(await askButton().isDisabled()).toBe(true);
    await question().fill('x'.repeat(40));
    expect(await askButton().isDisabled()).toBe(false);
  });

  it('nothing alike is said plainly', async () => {
    await question().fill('A recipe for apple pie with cinnamon');
    await askButton().click();
    await page.getByText('Nothing like this is on this machine.').first().waitFor();
    expect(await cards().count()).toBe(0);
  });
});
