import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findElectron } from '../../../src/main/hosts/cli/find-electron.ts';
import { runProcess } from '../../../scripts/run-process.mjs';

const root = resolve(import.meta.dirname, '../../..');
const electron = findElectron(root);
if (electron === null)
  process.stderr.write(
    'The desktop app is not tried in Electron itself: its runtime is not on this machine. Fetch it with: node node_modules/electron/install.js\n',
  );

describe.skipIf(electron === null)('the desktop app in Electron', () => {
  let home: string;
  let app: ElectronApplication;
  let page: Page;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'fixlore-electron-'));
    const built = await runProcess(process.execPath, [join(root, 'scripts/build-desktop.mjs')], { cwd: root, stdio: 'ignore' });
    if (built !== 0) throw new Error('the app could not be built');
    app = await _electron.launch({
      executablePath: electron ?? '',
      args: [root, `--user-data-dir=${join(home, 'user')}`, '--data', join(home, 'data'), '--sample'],
      env: { ...(process.env as Record<string, string>), FIXLORE_CONFIG_DIR: join(home, 'config') },
    });
    page = await app.firstWindow();
  });

  afterAll(async () => {
    await app?.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it('opens on the page Diagnose, locked in', async () => {
    await page.getByRole('textbox', { name: 'Question' }).waitFor({ timeout: 60_000 });
    expect(page.url()).toMatch(/^fixlore:\/\/app\//);
    expect(
      await page.evaluate(() => ({
        process: typeof (globalThis as { process?: unknown }).process,
        require: typeof (globalThis as { require?: unknown }).require,
        secure: isSecureContext,
      })),
    ).toEqual({
      process: 'undefined',
      require: 'undefined',
      secure: true,
    });
    const reached = await page.evaluate(() =>
      fetch('https://example.com/').then(
        () => true,
        () => false,
      ),
    );
    expect(reached).toBe(false);
  });

  it('answers a question from the sample workspace', async () => {
    await page.getByRole('textbox', { name: 'Question' }).fill('HP-40 shows E-204 and the pump trips. What solved it?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('heading', { name: /^Similar cases/ }).waitFor({ timeout: 60_000 });
    const answer = page.getByRole('article', { name: 'Answer' });
    await answer.and(page.locator('[aria-busy="false"]')).waitFor({ timeout: 240_000 });
    expect((await answer.innerText()).length).toBeGreaterThan(40);
  }, 300_000);

  it('leaves in order: the core gives back its lock', async () => {
    await app.close();
    expect(existsSync(join(home, 'data/writer.lock'))).toBe(false);
  });
});
