import { spawn } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fetchMissing } from '../../../src/main/catalog/fetch-missing.ts';
import type { Manifest } from '../../../src/main/catalog/model-manifest.ts';
import { createModelStore } from '../../../src/main/catalog/model-store.ts';
import { probeNativeParts } from '../../../src/main/catalog/probe-native.ts';
import { createHubSource } from '../../../src/main/catalog/sources/hub.ts';
import { startHub, temporaryFolder, weights } from '../../support/model-fixtures.ts';

const root = resolve(import.meta.dirname, '../../..');
const url = (path: string) => JSON.stringify(pathToFileURL(join(root, path)).href);

function listener() {
  const stream = new PassThrough();
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return { output: stream as unknown as NodeJS.WriteStream, said: () => text };
}

function open(manifest: Manifest, modelsDir: string, endpoint: string) {
  return createModelStore({
    manifest,
    modelsDir,
    embeddedDir: modelsDir,
    sources: [createHubSource({ endpoint, env: { NO_PROXY: '*' } })],
  });
}

describe('bringing what is missing', () => {
  it('says first what it needs, then how far it is; and nothing when there is nothing to do', async () => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(2_000_000);
    const hub = await startHub(content);
    const store = open(manifest, dir, hub.endpoint);
    const first = listener();
    expect(await fetchMissing(store, { output: first.output })).toEqual(['tiny']);
    expect(first.said()).toMatch(/of disk in .*of memory.*min/s);
    expect(first.said().indexOf('of disk')).toBeLessThan(first.said().indexOf('from the model hub'));
    expect(first.said()).toContain('2 of 2 MB');
    const second = listener();
    expect(await fetchMissing(store, { output: second.output })).toEqual([]);
    expect(second.said()).toBe('');
  });

  it('only checks a file that was put there by hand, and asks no source', async () => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(2_000_000);
    await writeFile(join(dir, 'tiny.gguf'), content);
    const { output, said } = listener();
    await fetchMissing(open(manifest, dir, 'http://127.0.0.1:9'), { output });
    expect(said()).toBe('');
  });

  it('refuses before it starts when the disk has no room', async () => {
    const dir = await temporaryFolder();
    const { manifest } = weights(10);
    const [model] = manifest.models;
    const huge: Manifest = {
      schema: 1,
      models: model === undefined ? [] : [{ ...model, files: [{ name: 'tiny.gguf', bytes: 1e16, sha256: 'a'.repeat(64) }] }],
    };
    await expect(fetchMissing(open(huge, dir, 'http://127.0.0.1:9'), { output: listener().output })).rejects.toMatchObject({
      code: 'disk-full',
      message: expect.stringContaining('FIXLORE_CACHE_DIR'),
    });
  });

  it('goes on after the process was killed in the middle', async () => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(6_000_000);
    const hub = await startHub(content);
    // The connection stays open and silent after a part, until the process is gone.
    hub.stallAfter = 3_000_000;
    await writeFile(join(dir, 'manifest.json'), JSON.stringify(manifest));
    const code = `
      const { createModelStore } = await import(${url('src/main/catalog/model-store.ts')});
      const { createHubSource } = await import(${url('src/main/catalog/sources/hub.ts')});
      const { loadManifest } = await import(${url('src/main/catalog/model-manifest.ts')});
      const manifest = await loadManifest(${JSON.stringify(join(dir, 'manifest.json'))});
      const sources = [createHubSource({ endpoint: ${JSON.stringify(hub.endpoint)}, env: { NO_PROXY: '*' } })];
      await createModelStore({ manifest, modelsDir: ${JSON.stringify(dir)}, embeddedDir: '/', sources }).fetch('tiny');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' });
    const partSize = () =>
      stat(join(dir, 'tiny.gguf.part')).then(
        (info) => info.size,
        () => 0,
      );
    await expect.poll(partSize, { timeout: 20_000 }).toBeGreaterThan(1_000_000);
    child.kill('SIGKILL');
    await new Promise((done) => child.once('exit', done));
    const kept = await partSize();
    hub.stallAfter = null;
    await open(manifest, dir, hub.endpoint).fetch('tiny');
    expect(hub.ranges).toEqual(['', `bytes=${kept}-`]);
    expect(await readFile(join(dir, 'tiny.gguf'))).toEqual(content);
  });
});

describe('the native parts', () => {
  it('work on this machine, each in a process of its own', async () => {
    const results = await probeNativeParts();
    expect(results.map(({ library, ok, message }) => ({ library, ok, message }))).toEqual(
      ['@lancedb/lancedb', 'onnxruntime-node', 'sharp', 'node-llama-cpp'].map((library) => ({ library, ok: true, message: '' })),
    );
  });

  it('that are missing are named, each by itself', async () => {
    const results = await probeNativeParts({ cwd: await temporaryFolder() });
    expect(results.every(({ ok, library, message }) => !ok && message.startsWith(`${library} cannot be loaded`))).toBe(true);
  });
});
