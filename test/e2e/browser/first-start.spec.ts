import { expect, it } from 'vitest';
import { describeInBrowser, startBrowserApp } from './harness.ts';

describeInBrowser('a first start', () => {
  it('opens at once without weights, says what is missing and leads to Models; the memory can be browsed', async () => {
    await using made = await startBrowserApp({ weights: 'missing' });
    await using opened = await made.open();
    const { page } = opened;
    await page.getByText(/models are missing/).waitFor();
    await page.getByRole('link', { name: 'Get the models' }).click();
    await expect.poll(() => page.url()).toContain('#/models');
    await page.getByRole('link', { name: 'Memory', exact: true }).click();
    await expect.poll(() => page.url()).toContain('#/memory');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('an empty memory opens the sample workspace, with progress, and is ready then', async () => {
    await using made = await startBrowserApp();
    await using opened = await made.open();
    const { page } = opened;
    await page.getByText('The memory is empty.').waitFor();
    await page.getByRole('button', { name: 'Open the sample workspace' }).click();
    const bar = page.getByRole('progressbar');
    await bar.waitFor();
    await expect
      .poll(async () => Number(await bar.getAttribute('aria-valuenow').catch(() => '100')), { timeout: 60_000 })
      .toBeGreaterThan(5);
    await page.getByText(/\d+ cases are on this machine/).waitFor({ timeout: 150_000 });
    expect((await made.app.memory.stats()).units).toBeGreaterThan(40);
    await page.getByText('Sample workspace').waitFor();
  }, 200_000);

  it('without weights a question brings the similar cases or says what is missing, never nothing', async () => {
    await using made = await startBrowserApp({ sample: true, weights: 'missing' });
    await using opened = await made.open();
    const { page } = opened;
    await page.getByLabel('Question', { exact: true }).fill('HP-40 shows E-204');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/model/i);
    opened.takeProblems(/status of [45]\d\d/);
  });
});
