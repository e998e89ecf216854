import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createModelStore } from '../../../src/main/catalog/model-store.ts';
import { createHubSource } from '../../../src/main/catalog/sources/hub.ts';
import { startHub, temporaryFolder, weights } from '../../support/model-fixtures.ts';
import { describeInBrowser, startBrowserApp } from './harness.ts';

const bytes = 6_000_000;

/** One model of random weights, a hub on the loopback address that has it, and a folder for it. */
async function makeCatalog() {
  const dir = await temporaryFolder();
  const { content, manifest } = weights(bytes);
  const hub = await startHub(content);
  const models = createModelStore({
    manifest,
    modelsDir: dir,
    embeddedDir: dir,
    sources: [createHubSource({ endpoint: hub.endpoint, env: { NO_PROXY: '*' } })],
  });
  return { dir, content, hub, models };
}

describeInBrowser('the models page', () => {
  it('shows state, role, size, licence and origin of each model, and what the native parts said', async () => {
    await using made = await startBrowserApp();
    await using opened = await made.open({ path: '/models' });
    const { page } = opened;
    const section = page.getByRole('region', { name: 'Models', exact: true });
    await section.getByText('Qwen2.5-Coder 1.5B Instruct, 4 bit').waitFor();
    const text = (await section.textContent()) ?? '';
    for (const words of ['writes answers · 1.1 GB · Apache-2.0', 'finds text by meaning · 42 MB · MIT', 'https://huggingface.co/'])
      expect(text).toContain(words);
    const native = page.getByRole('region', { name: 'Native parts' });
    await native.getByText('Runs on this machine.').first().waitFor({ timeout: 60_000 });
    expect(await native.getByText('ready', { exact: true }).count()).toBe(4);
  });

  it('fetches with progress, pauses, keeps what is there, and goes on from it', async () => {
    const { hub, models, dir } = await makeCatalog();
    hub.stallAfter = 2_500_000;
    await using made = await startBrowserApp({ models });
    await using opened = await made.open({ path: '/models' });
    const { page } = opened;
    await page.getByText('missing', { exact: true }).waitFor();
    await page.getByText(/1 model is missing or damaged \(6 MB\)/).waitFor();
    await page.getByRole('button', { name: 'Fetch what is missing (6 MB)' }).click();
    const bar = page.getByRole('progressbar', { name: 'tiny.gguf' });
    // Reports come ten times a second at most, and a hub on the same machine sends faster than that.
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow')), { timeout: 10_000 }).toBeGreaterThan(0);
    await page.getByText(/[\d.]+ [kM]B of 6 MB/).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused. What was fetched is kept.').waitFor();
    hub.stallAfter = null;
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('ready', { exact: true }).first().waitFor({ timeout: 30_000 });
    expect((await stat(join(dir, 'tiny.gguf'))).size).toBe(bytes);
    expect(hub.ranges[0]).toBe('');
    expect(hub.ranges.at(-1)).toMatch(/^bytes=2[45]\d{5}-$/);
    await page.getByText('Everything that answers need is on this machine.').waitFor();
    expect(await bar.count()).toBe(0);
  });

  it('verifies one model and all, and names a damaged file', async () => {
    const { content, models, dir } = await makeCatalog();
    await writeFile(join(dir, 'tiny.gguf'), content);
    await using made = await startBrowserApp({ models });
    await using opened = await made.open({ path: '/models' });
    const { page } = opened;
    await page.getByRole('button', { name: 'Verify Tiny' }).click();
    await page.getByText('1 file was hashed and is whole.').waitFor();
    const damaged = Buffer.from(content);
    damaged[1_000_000] = (damaged[1_000_000] ?? 0) ^ 1;
    await writeFile(join(dir, 'tiny.gguf'), damaged);
    await page.getByRole('button', { name: 'Verify all' }).click();
    await page.getByText('Not whole: tiny.gguf. Fetch or import them again.').waitFor();
    await page.getByText('damaged', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Fetch Tiny' }).count()).toBe(1);
  });

  describe('import', () => {
    it('takes whole files from a folder, refuses damaged ones with the reason, and a folder that is not there', async () => {
      const { content, models } = await makeCatalog();
      await using made = await startBrowserApp({ models });
      await using opened = await made.open({ path: '/models' });
      const { page } = opened;
      const stick = join(made.workspace.root, 'stick');
      await mkdir(stick);
      const bring = async (path: string) => {
        await page.getByRole('textbox', { name: 'Path of a folder or stick' }).fill(path);
        await page.getByRole('button', { name: 'Import' }).click();
      };
      await bring(join(stick, 'nowhere'));
      await page
        .getByRole('alert')
        .getByText(/cannot be read/)
        .waitFor();
      await bring(stick);
      await page
        .getByRole('alert')
        .getByText(/holds no model\. Wanted are: tiny\.gguf/)
        .waitFor();
      await writeFile(join(stick, 'tiny.gguf'), Buffer.alloc(bytes, 7));
      await bring(stick);
      await page
        .getByRole('alert')
        .getByText(/tiny\.gguf is not the file that it should be .* and was not taken/)
        .waitFor();
      expect(await page.getByText('missing', { exact: true }).count()).toBe(1);
      await rm(join(stick, 'tiny.gguf'));
      await writeFile(join(stick, 'tiny.gguf'), content);
      await bring(stick);
      await page.getByText(/Imported: .*tiny/i).waitFor();
      await page.getByText('ready', { exact: true }).first().waitFor();
      opened.takeProblems(/422/);
    });
  });

  it('says which source failed when none can be reached, and offers to try again', async () => {
    const dir = await temporaryFolder();
    const { manifest } = weights(1_000);
    const models = createModelStore({
      manifest,
      modelsDir: dir,
      embeddedDir: dir,
      sources: [createHubSource({ endpoint: 'http://127.0.0.1:9', env: { NO_PROXY: '*' } })],
    });
    await using made = await startBrowserApp({ models });
    await using opened = await made.open({ path: '/models' });
    const { page } = opened;
    await page.getByRole('button', { name: 'Fetch Tiny' }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor({ timeout: 60_000 });
    expect((await alert.textContent())?.length).toBeGreaterThan(30);
    expect(await page.getByRole('button', { name: /Fetch what is missing/ }).isEnabled()).toBe(true);
    opened.takeProblems(/422/);
  });
});
