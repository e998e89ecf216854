import { spawn } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStandardCatalog } from '../../../src/main/catalog/standard-catalog.ts';
import { resolvePaths } from '../../../src/main/platform/paths.ts';
import { makeTemporaryWorkspace } from '../../support/temporary-workspace.ts';
import { describeInBrowser, handFiles, openPage, sampleFolder, samplePhoto } from './harness.ts';

const cache = resolvePaths().cache;
const missing = (await (await openStandardCatalog({ modelsDir: resolvePaths().models })).list())
  .filter((model) => model.state === 'missing')
  .map((model) => model.id);
if (missing.length > 0)
  process.stderr.write(
    `\nThe weights of ${missing.join(', ')} are not on this machine: the browser test with real weights is skipped. "npm run fixlore -- models fetch" brings them.\n\n`,
  );

describeInBrowser('with the real weights, through "fixlore serve"', () => {
  it.skipIf(missing.length > 0)(
    'a photo becomes similar cases, then a cited answer; stopping and asking again at once works',
    async () => {
      await using workspace = await makeTemporaryWorkspace({ cache });
      await cp(await sampleFolder(), workspace.data, { recursive: true });
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, '../../../src/main/cli.ts'), 'serve', '--json', '--data', workspace.data],
        { env: { ...process.env, ...workspace.env }, stdio: ['ignore', 'pipe', 'inherit'] },
      );
      try {
        const line = await new Promise<string>((resolve, reject) => {
          let said = '';
          child.stdout.on('data', (data: Buffer) => {
            said += data.toString();
            if (said.includes('\n')) resolve(said);
          });
          child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${said}`)));
        });
        const { url, token } = JSON.parse(line) as { url: string; token: string };
        await using opened = await openPage(url, { width: 1440, height: 900 }, async () => ({ first: token, cookies: [] }));
        const { page } = opened;
        await handFiles(page, 'drop', [samplePhoto('query-hp40-panel.jpg')]);
        await page.getByRole('heading', { name: 'Read from the photo' }).waitFor({ timeout: 60_000 });
        await page.getByRole('button', { name: 'Has this happened before, and how was it solved?' }).click();
        await page.locator('button[data-warned]').first().waitFor({ timeout: 60_000 });
        expect(await page.locator('button[data-warned]').first().textContent()).toContain('HP-40 trips on E-204');
        await page.getByRole('button', { name: 'Stop' }).click();
        await page.getByText('Stopped. Nothing was saved.').waitFor();
        await page.getByRole('button', { name: 'Ask', exact: true }).click();
        await page.getByRole('button', { name: 'This fixed it' }).waitFor({ timeout: 200_000 });
        const answer = page.getByRole('article', { name: 'Answer' });
        expect(await answer.textContent()).toContain('100-4471');
        expect(await answer.getByRole('button', { name: /Open source C-/ }).count()).toBeGreaterThan(0);
        expect(await page.getByText('Offline · 0 connections').count()).toBe(1);
        // Draws the picture of the README anew.
        const shot = process.env['FIXLORE_PICTURE'];
        if (shot) await page.screenshot({ path: shot });
      } finally {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await ended;
      }
    },
    400_000,
  );
});
