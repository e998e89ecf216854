import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds, as one readable line each. */
export async function findAxeProblems(page: Page): Promise<string[]> {
  // What slides in or fades is looked at when it has come to rest.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id} (${violation.impact}): ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`,
    ),
  );
}

/** What slides in has arrived. */
async function waitForRest(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        // A loader turns for ever.
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished),
    ),
  );
}

/** Parts by which the page as a whole would have to be scrolled sideways; a table may scroll within its own frame. */
export async function findSideways(page: Page): Promise<string[]> {
  await waitForRest(page);
  return page.evaluate(() => {
    const frames = [document.documentElement, document.body, ...document.querySelectorAll('main, main > *, [role=dialog] section')];
    return frames
      .filter((frame) => frame.scrollWidth > frame.clientWidth + 1 && getComputedStyle(frame).display !== 'inline')
      .map((frame) => `${frame.tagName}.${frame.className} ${frame.scrollWidth} > ${frame.clientWidth}`);
  });
}

/** What can be pressed and is less than 44 px high or wide; the label of a box or a text counts with it. */
export async function findSmallTargets(page: Page): Promise<string[]> {
  await waitForRest(page);
  return page.evaluate(() => {
    const small: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(
      'main button, main a[href], main input:not([type=file]), main [role=slider], [role=dialog] button, [role=dialog] input:not([type=file]), [role=menuitem]',
    )) {
      if (element.tabIndex < 0 && element.getAttribute('type') !== 'checkbox') continue;
      if (element.checkVisibility && !element.checkVisibility({ visibilityProperty: true })) continue;
      const hits = (x: number, y: number) => element.contains(document.elementFromPoint(x, y));
      const drawn = element.getBoundingClientRect();
      const [x, y] = [drawn.x + drawn.width / 2, drawn.y + drawn.height / 2];
      // Rows of the table that are not in sight yet.
      const [grid, row] = [element.closest('[role=grid]')?.getBoundingClientRect(), element.closest('[role=row]')?.getBoundingClientRect()];
      if (grid && row && (!hits(x, y) || row.bottom > Math.min(grid.bottom, window.innerHeight))) continue;
      // A place that can be pressed may reach further than what is drawn.
      if (hits(x - 21, y) && hits(x + 21, y) && hits(x, y - 21) && hits(x, y + 21)) continue;
      const target =
        element.closest('label') ??
        element.closest('.mantine-Checkbox-body') ??
        element.closest('.mantine-TagsInput-input, .mantine-Slider-trackContainer') ??
        element;
      const box = target.getBoundingClientRect();
      if (box.width > 0 && (box.width < 43.5 || box.height < 43.5))
        small.push(
          `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent} ${Math.round(box.width)} × ${Math.round(box.height)}`,
        );
    }
    return small;
  });
}

/** Names of catalogue entries that stand on the page in the place of words. */
export async function findMissingWords(page: Page): Promise<string[]> {
  const text = await page.evaluate(
    () =>
      document.body.innerText +
      [...document.querySelectorAll('[aria-label],[placeholder],[title]')]
        .map((element) => `${element.getAttribute('aria-label')} ${element.getAttribute('placeholder')} ${element.getAttribute('title')}`)
        .join(' '),
  );
  return text.match(/\b(?:memory|house|diagnose|shell)\.[a-z][\w.-]*|\{\{\w+\}\}/gi) ?? [];
}
