import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeInBrowser, handFiles, samplePhoto, startBrowserApp, type BrowserApp, type BrowserPage } from './harness.ts';

const panel = samplePhoto('query-hp40-panel.jpg');

describeInBrowser('a diagnosis in the window', () => {
  let made: BrowserApp;
  let opened: BrowserPage;
  beforeAll(async () => {
    made = await startBrowserApp({ sample: true });
  });
  afterAll(() => made[Symbol.asyncDispose]());
  beforeEach(async () => {
    made.pace.promptMs = 0;
    made.pace.decodeMs = 0;
    opened = await made.open();
  });
  afterEach(() => opened[Symbol.asyncDispose]());

  it('drops a photo', async () => {
    const { page } = opened;
    await handFiles(page, 'drop', [panel]);
    await page.getByRole('heading', { name: 'Read from the photo' }).waitFor();
    await page.screenshot({ path: '/tmp/shots/first.png' });
    expect(await page.getByText('E-204').count()).toBeGreaterThan(0);
  });
});
