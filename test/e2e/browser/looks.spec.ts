import { AxeBuilder } from '@axe-core/playwright';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtPage } from '../../../src/main/hosts/http/serve-app.ts';
import { describeInBrowser, handFiles, samplePhoto, startBrowserApp, type BrowserApp } from './harness.ts';

/** What axe finds, as one readable line each. */
export async function axeProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    // Addresses of pages begin with # here; axe takes the first such link for a skip link. The real one has a spec of its own.
    .disableRules(['skip-link'])
    .analyze();
  return violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id} (${violation.impact}): ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`,
    ),
  );
}

/** Elements that stick out sideways: of the window, or of a part that would scroll sideways. */
async function sidewaysOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const out: string[] = [];
    for (const element of document.querySelectorAll('html, main, main *')) {
      const style = getComputedStyle(element);
      const scrolls = element === document.documentElement || ['auto', 'scroll'].includes(style.overflowX);
      if (scrolls && element.scrollWidth > element.clientWidth + 1)
        out.push(`${element.tagName}.${element.className} ${element.scrollWidth} > ${element.clientWidth}`);
      const box = element.getBoundingClientRect();
      if (box.width > 0 && box.right > window.innerWidth + 1 && style.visibility !== 'hidden')
        out.push(`${element.tagName}.${String(element.getAttribute('class'))} ends at ${box.right}`);
    }
    return out;
  });
}

/** What can be pressed and is smaller than a finger in a glove wants: 44 px; places that reach further than what is drawn count. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const small: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(
      'button, a[href], input:not([type=file]), textarea, summary, [role=button], [role=menuitem]',
    )) {
      if (element.closest('a[href="#content"]') || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      element.scrollIntoView({ block: 'center' });
      const box = element.getBoundingClientRect();
      if (box.width === 0) continue;
      const reaches = (x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (hit === element || element.contains(hit) || hit.contains(element));
      };
      const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
      const high = box.height >= 43.5 || (reaches(middleX, middleY - 21) && reaches(middleX, middleY + 21));
      const wide = box.width >= 43.5 || (reaches(middleX - 21, middleY) && reaches(middleX + 21, middleY));
      if (!high || !wide)
        small.push(
          `${element.tagName} "${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 30)}" ${Math.round(box.width)} × ${Math.round(box.height)}`,
        );
    }
    return small;
  });
}

describeInBrowser('how the window looks', () => {
  let made: BrowserApp;
  beforeAll(async () => {
    made = await startBrowserApp({ sample: true });
  });
  afterAll(() => made[Symbol.asyncDispose]());

  async function diagnose(page: Page, words: { read: string | RegExp; ask: string; fixed: string }): Promise<void> {
    await handFiles(page, 'drop', [samplePhoto('query-hp40-panel.jpg')]);
    await page.getByRole('heading', { name: words.read }).waitFor();
    await page.getByRole('button', { name: words.ask, exact: true }).click();
    await page.getByRole('button', { name: words.fixed }).waitFor();
  }
  const english = { read: 'Read from the photo', ask: 'Ask', fixed: 'This fixed it' };
  const chinese = { read: '照片上读到的内容', ask: '提问', fixed: '这样修好了' };

  it.each(['light', 'dark'] as const)('axe finds nothing in any state of Diagnose, and targets are large enough: %s', async (theme) => {
    await using opened = await made.open({ theme, width: 1440, height: 900 });
    const { page } = opened;
    await page.getByText(/cases are on this machine/).waitFor();
    const found: Record<string, string[]> = { empty: await axeProblems(page) };
    await handFiles(page, 'drop', [samplePhoto('case-ch220-plate.jpg')]);
    await page.getByRole('heading', { name: 'Read from the photo' }).waitFor();
    found['read'] = await axeProblems(page);
    await page.getByRole('button', { name: /^Correct Model/ }).click();
    await page.getByRole('button', { name: 'Use this' }).waitFor();
    await page.waitForTimeout(300);
    found['correcting'] = await axeProblems(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New job' }).click();
    await diagnose(page, english);
    await page.locator('article summary').click();
    await page.getByRole('button', { name: /^Show all/ }).click();
    await page.getByText(/^Other models/).click();
    found['answered'] = await axeProblems(page);
    expect(await smallTargets(page)).toEqual([]);
    await page.locator('button[data-warned]').first().click();
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(300);
    found['source'] = await axeProblems(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'This fixed it' }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(300);
    found['outcome'] = await axeProblems(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('As it was stored').waitFor();
    found['stored'] = await axeProblems(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'This fixed it' }).waitFor();
    await page.getByRole('button', { name: 'Earlier jobs' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Has this happened|open/ })
      .first()
      .waitFor();
    await page.waitForTimeout(300);
    found['jobs'] = await axeProblems(page);
    expect(Object.entries(found).flatMap(([state, problems]) => problems.map((problem) => `${state}: ${problem}`))).toEqual([]);
  });

  // 1440 × 900 at 200 % zoom is 720 × 450 to the page.
  it.each([
    { width: 900, height: 760, language: 'en' as const },
    { width: 900, height: 760, language: 'zh' as const },
    { width: 720, height: 450, language: 'en' as const },
    { width: 720, height: 450, language: 'zh' as const },
  ])('nothing sticks out sideways and all can be reached at $width × $height in $language', async ({ width, height, language }) => {
    await using opened = await made.open({ width, height, language });
    const { page } = opened;
    expect(await sidewaysOverflow(page)).toEqual([]);
    const words = language === 'zh' ? chinese : english;
    await diagnose(page, words);
    expect(await sidewaysOverflow(page)).toEqual([]);
    // What was asked is in sight, whether beside the photo or below it.
    const top = await page
      .getByText(language === 'zh' ? '相似案例' : 'Similar cases')
      .first()
      .boundingBox();
    expect(top?.y).toBeGreaterThanOrEqual(50);
    expect(top?.y).toBeLessThan(height - 100);
    for (const name of [words.ask, words.fixed]) {
      const button = page.getByRole('button', { name, exact: true });
      await button.scrollIntoViewIfNeeded();
      const box = await button.boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height + 1);
    }
  });

  it('Chinese and English change in place and stay after a reload; a Chinese question gets a Chinese answer', async () => {
    await using opened = await made.open({ language: 'zh' });
    const { page } = opened;
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
    await diagnose(page, chinese);
    const answer = page.getByRole('article', { name: '回答' });
    expect(await answer.textContent()).toMatch(/以前发生过|安全/);
    // No word of the window itself is left in English.
    expect(
      await page
        .locator('header, nav')
        .allTextContents()
        .then((all) => all.join(' ').replace(/HP-40|HPU-07|Fixlore/g, '')),
    ).not.toMatch(/[A-Za-z]{3,}(?<!English)/);
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('button', { name: 'This fixed it' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
    await page.reload();
    await page.getByRole('link', { name: 'Diagnose' }).waitFor();
  });

  it('dark and light follow the system, change by a press, and stay', async () => {
    await using opened = await made.open({ theme: 'dark' });
    const { page } = opened;
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await ground()).toBe('rgb(16, 20, 24)');
    await page.getByRole('button', { name: 'Light' }).click();
    await expect.poll(ground).toBe('rgb(246, 247, 248)');
    await page.reload();
    await page.locator('main').waitFor();
    expect(await ground()).toBe('rgb(246, 247, 248)');
  });

  it('moves nothing when the system asks for less motion', async () => {
    await using opened = await made.open({ reducedMotion: true });
    const { page } = opened;
    await page.getByRole('button', { name: 'Earlier jobs' }).click();
    await page.getByRole('dialog').waitFor();
    const longest = await page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('*')].map((element) => Number.parseFloat(getComputedStyle(element).transitionDuration) || 0),
      ),
    );
    expect(longest).toBe(0);
  });

  it('the first page is small and needs nothing but this machine', async () => {
    await using opened = await made.open();
    const { page } = opened;
    await page.getByText(/cases are on this machine/).waitFor();
    const names = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap((entry) => (/\.(js|css)$/.test(entry.name) ? [entry.name.split('/').at(-1) ?? ''] : [])),
    );
    const packed = await Promise.all(names.map(async (name) => gzipSync(await readFile(join(builtPage, 'assets', name))).length));
    expect(names.length).toBeGreaterThan(3);
    expect(packed.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(450_000);
    // The chart comes with the page that shows it.
    expect(names.filter((name) => name.startsWith('memory-size'))).toEqual([]);
  });
});
