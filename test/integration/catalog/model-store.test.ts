import { mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Manifest } from '../../../src/main/catalog/model-manifest.ts';
import type { ModelSource } from '../../../src/main/catalog/model-source.ts';
import { createModelStore, type FetchProgress } from '../../../src/main/catalog/model-store.ts';
import { createFolderSource } from '../../../src/main/catalog/sources/folder.ts';
import { createHubSource } from '../../../src/main/catalog/sources/hub.ts';
import { AppError } from '../../../src/main/domain/errors.ts';
import { startHub, temporaryFolder, weights } from '../../support/model-fixtures.ts';

const noProxy = { NO_PROXY: '*' };

function open(manifest: Manifest, modelsDir: string, sources: readonly ModelSource[]) {
  return createModelStore({ manifest, modelsDir, embeddedDir: join(modelsDir, 'embedded'), sources });
}

describe('a fetch from the hub', () => {
  it('brings the file, leaves nothing else behind, and does not fetch it again', async () => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(300_000);
    const hub = await startHub(content);
    const store = open(manifest, dir, [createHubSource({ endpoint: hub.endpoint, env: noProxy })]);
    const seen: FetchProgress[] = [];
    expect((await store.list())[0]).toMatchObject({ id: 'tiny', state: 'missing', bytes: 300_000 });
    await store.fetch('tiny', { onProgress: (progress) => seen.push(progress) });
    expect(await readFile(join(dir, 'tiny.gguf'))).toEqual(content);
    expect((await readdir(dir)).toSorted()).toEqual(['tiny.gguf', 'tiny.gguf.stamp.json']);
    expect(hub.paths).toEqual(['/owner/tiny/resolve/main/tiny.gguf']);
    expect(seen.at(-1)).toMatchObject({ bytes: 300_000, total: 300_000 });
    await store.fetch('tiny');
    expect(hub.paths).toHaveLength(1);
    expect(await store.locate('tiny')).toEqual({ 'tiny.gguf': join(dir, 'tiny.gguf') });
    expect((await stat(join(dir, 'tiny.gguf'))).mode & 0o077).toBe(0);
  });

  it('goes on where a broken connection ended', async () => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(300_000);
    const hub = await startHub(content);
    const store = open(manifest, dir, [createHubSource({ endpoint: hub.endpoint, env: noProxy })]);
    hub.cutAfter = 100_000;
    await expect(store.fetch('tiny')).rejects.toMatchObject({ code: 'source-unreachable', message: expect.stringContaining('broke off') });
    const kept = (await stat(join(dir, 'tiny.gguf.part'))).size;
    expect(kept).toBeGreaterThan(0);
    expect(await store.list()).toMatchObject([{ state: 'missing' }]);
    hub.cutAfter = null;
    await store.fetch('tiny');
    expect(hub.ranges).toEqual(['', `bytes=${kept}-`]);
    expect(await readFile(join(dir, 'tiny.gguf'))).toEqual(content);
  });

  it('stops at once when cancelled, and resumes later', async () => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(8_000_000);
    const hub = await startHub(content);
    const store = open(manifest, dir, [createHubSource({ endpoint: hub.endpoint, env: noProxy })]);
    const stop = new AbortController();
    const fetching = store.fetch('tiny', { signal: stop.signal, onProgress: () => stop.abort() });
    await expect(fetching).rejects.toMatchObject({ code: 'cancelled' });
    const kept = (await stat(join(dir, 'tiny.gguf.part'))).size;
    expect(kept).toBeLessThan(content.length);
    await store.fetch('tiny');
    expect(hub.ranges.at(-1)).toBe(`bytes=${kept}-`);
    expect(await readFile(join(dir, 'tiny.gguf'))).toEqual(content);
  });

  it('starts anew when the server has another version than the part that is there', async () => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(300_000);
    const old = weights(300_000).content;
    const hub = await startHub(old);
    const store = open(manifest, dir, [createHubSource({ endpoint: hub.endpoint, env: noProxy })]);
    hub.cutAfter = 100_000;
    await expect(store.fetch('tiny')).rejects.toMatchObject({ code: 'source-unreachable' });
    hub.file = { content, etag: '"two"' };
    hub.cutAfter = null;
    await store.fetch('tiny');
    expect(await readFile(join(dir, 'tiny.gguf'))).toEqual(content);
  });

  it('starts anew when a resumed file turns out wrong as a whole', async () => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(300_000);
    const hub = await startHub(content);
    const store = open(manifest, dir, [createHubSource({ endpoint: hub.endpoint, env: noProxy })]);
    hub.cutAfter = 100_000;
    await expect(store.fetch('tiny')).rejects.toMatchObject({ code: 'source-unreachable' });
    const part = await readFile(join(dir, 'tiny.gguf.part'));
    part[10] = (part[10] ?? 0) ^ 255;
    await writeFile(join(dir, 'tiny.gguf.part'), part);
    hub.cutAfter = null;
    await store.fetch('tiny');
    expect(hub.ranges.slice(-2)).toEqual([`bytes=${part.length}-`, '']);
    expect(await readFile(join(dir, 'tiny.gguf'))).toEqual(content);
  });

  it('throws away the part of another file', async () => {
    const dir = await temporaryFolder();
    const first = weights(300_000);
    const hub = await startHub(first.content);
    hub.cutAfter = 100_000;
    await expect(
      open(first.manifest, dir, [createHubSource({ endpoint: hub.endpoint, env: noProxy })]).fetch('tiny'),
    ).rejects.toMatchObject({ code: 'source-unreachable' });
    const second = weights(300_000);
    hub.file = { content: second.content, etag: '"one"' };
    hub.cutAfter = null;
    await open(second.manifest, dir, [createHubSource({ endpoint: hub.endpoint, env: noProxy })]).fetch('tiny');
    expect(hub.ranges.at(-1)).toBe('');
    expect(await readFile(join(dir, 'tiny.gguf'))).toEqual(second.content);
  });

  it('takes a whole answer from a server that knows no ranges', async () => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(300_000);
    const hub = await startHub(content);
    const store = open(manifest, dir, [createHubSource({ endpoint: hub.endpoint, env: noProxy })]);
    hub.cutAfter = 100_000;
    await expect(store.fetch('tiny')).rejects.toMatchObject({ code: 'source-unreachable' });
    hub.cutAfter = null;
    hub.file = { content, etag: '"one"', ignoreRange: true };
    await store.fetch('tiny');
    expect(await readFile(join(dir, 'tiny.gguf'))).toEqual(content);
  });

  it.each([
    ['truncated', (content: Buffer) => content.subarray(0, 200_000), 'instead of 300000'],
    ['longer', (content: Buffer) => Buffer.concat([content, content]), 'instead of 300000'],
    ['of the right size but with other bytes', (content: Buffer) => Buffer.from(content).fill(7, 5, 9), 'SHA-256'],
  ])('refuses and names a file that is %s, and keeps nothing of it', async (_kind, spoil, reason) => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(300_000);
    const hub = await startHub(spoil(content));
    const store = open(manifest, dir, [createHubSource({ endpoint: hub.endpoint, env: noProxy })]);
    const fetching = store.fetch('tiny');
    await expect(fetching).rejects.toMatchObject({ code: 'source-unreachable', message: expect.stringContaining('tiny.gguf') });
    await expect(fetching).rejects.toMatchObject({ message: expect.stringContaining(reason) });
    expect(await readdir(dir)).toEqual([]);
  });

  it('goes through the proxy that the environment names, and past it for the hosts of NO_PROXY', async () => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(1_000);
    const seen: string[] = [];
    const proxy = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.end(content);
    });
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    onTestFinished(() => void proxy.close());
    const env = { HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, NO_PROXY: 'plain.invalid' };
    await expect(open(manifest, dir, [createHubSource({ endpoint: 'http://plain.invalid', env })]).fetch('tiny')).rejects.toMatchObject({
      code: 'source-unreachable',
    });
    expect(seen).toEqual([]);
    await open(manifest, dir, [createHubSource({ endpoint: 'http://hub.invalid', env })]).fetch('tiny');
    expect(seen).toEqual(['http://hub.invalid/owner/tiny/resolve/main/tiny.gguf']);
  });

  it('gives a silent server up after its time', async () => {
    const dir = await temporaryFolder();
    const { manifest } = weights(1_000);
    const server = createServer(() => undefined);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const source = createHubSource({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      idleTimeoutMs: 200,
      env: noProxy,
    });
    await expect(open(manifest, dir, [source]).fetch('tiny')).rejects.toMatchObject({ message: expect.stringContaining('silent') });
  });
});

describe('the order of the sources', () => {
  it('falls through with a message for each', async () => {
    const dir = await temporaryFolder();
    const stick = await temporaryFolder();
    const { content, manifest } = weights(50_000);
    const hub = await startHub(content);
    await writeFile(join(stick, 'tiny.gguf'), content.subarray(0, 100));
    const messages: string[] = [];
    const store = open(manifest, dir, [
      createFolderSource('/nowhere'),
      createFolderSource(stick),
      createHubSource({ endpoint: hub.endpoint, env: noProxy }),
    ]);
    await store.fetch('tiny', { onMessage: (message) => messages.push(message) });
    expect(await readFile(join(dir, 'tiny.gguf'))).toEqual(content);
    const said = messages.join('\n');
    expect(said).toContain('tiny.gguf is not in the folder /nowhere');
    expect(said).toContain(`${join(stick, 'tiny.gguf')} has 100 bytes instead of 50000`);
    expect(said).toContain('from the model hub 127.0.0.1');
  });

  it('takes the first that has the file, and asks no other', async () => {
    const dir = await temporaryFolder();
    const stick = await temporaryFolder();
    const { content, manifest } = weights(50_000);
    const hub = await startHub(content);
    await writeFile(join(stick, 'tiny.gguf'), content);
    await open(manifest, dir, [createFolderSource(stick), createHubSource({ endpoint: hub.endpoint, env: noProxy })]).fetch('tiny');
    expect(hub.paths).toEqual([]);
  });

  it('goes on with the part of a folder at the hub', async () => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(50_000);
    const hub = await startHub(content);
    const half: ModelSource = {
      name: 'half a stick',
      serves: () => true,
      async fetch({ part, onBytes, signal }) {
        await part.restart('half a stick');
        await part.append(
          (async function* () {
            yield content.subarray(0, 20_000);
          })(),
          onBytes,
          signal,
        );
        throw new AppError('source-unreachable', 'The stick was pulled out.');
      },
    };
    await open(manifest, dir, [half, createHubSource({ endpoint: hub.endpoint, env: noProxy })]).fetch('tiny');
    expect(hub.ranges).toEqual(['bytes=20000-']);
    expect(await readFile(join(dir, 'tiny.gguf'))).toEqual(content);
  });

  it('says everything that failed and what to do when none has it', async () => {
    const dir = await temporaryFolder();
    const { manifest } = weights(50_000);
    const store = open(manifest, dir, [createFolderSource('/nowhere'), createHubSource({ endpoint: 'http://127.0.0.1:9', env: noProxy })]);
    await expect(store.fetch('tiny')).rejects.toMatchObject({
      code: 'source-unreachable',
      message: expect.stringMatching(/\/nowhere.*127\.0\.0\.1:9.*models import DIR/s),
    });
  });

  it('does not take a full disk for a source that failed', async () => {
    const dir = await temporaryFolder();
    const { manifest } = weights(50_000);
    const full: ModelSource = {
      name: 'full',
      serves: () => true,
      fetch: () => Promise.reject(new AppError('disk-full', 'There is no room left.')),
    };
    const second: ModelSource = { name: 'second', serves: () => true, fetch: () => Promise.reject(new Error('must not be asked')) };
    await expect(open(manifest, dir, [full, second]).fetch('tiny')).rejects.toMatchObject({ code: 'disk-full' });
  });
});

describe('a model on the disk', () => {
  it('that was put there by hand is accepted after one check', async () => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(50_000);
    await writeFile(join(dir, 'tiny.gguf'), content);
    const store = open(manifest, dir, []);
    expect(await store.list()).toMatchObject([{ state: 'unchecked' }]);
    await store.locate('tiny');
    expect(await store.list()).toMatchObject([{ state: 'ready' }]);
  });

  it('that is missing is named, with what to do', async () => {
    const dir = await temporaryFolder();
    const { manifest } = weights(50_000);
    await writeFile(join(dir, 'other.gguf'), 'x');
    await expect(open(manifest, dir, []).locate('tiny')).rejects.toMatchObject({
      code: 'model-missing',
      message: expect.stringMatching(/tiny\.gguf is missing.*other\.gguf.*models fetch/s),
    });
  });

  it('that is truncated is damaged, and named', async () => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(50_000);
    await writeFile(join(dir, 'tiny.gguf'), content);
    const store = open(manifest, dir, []);
    await store.locate('tiny');
    await truncate(join(dir, 'tiny.gguf'), 49_999);
    await expect(store.locate('tiny')).rejects.toMatchObject({
      code: 'model-damaged',
      message: expect.stringContaining(join(dir, 'tiny.gguf')),
    });
    expect(await store.verify()).toMatchObject([{ file: 'tiny.gguf', state: 'damaged' }]);
  });

  it('that another model of the same size replaced is damaged', async () => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(50_000);
    await writeFile(join(dir, 'tiny.gguf'), content);
    const store = open(manifest, dir, []);
    await store.locate('tiny');
    await writeFile(join(dir, 'tiny.gguf'), weights(50_000).content);
    await utimes(join(dir, 'tiny.gguf'), new Date(), new Date(Date.now() + 5_000));
    await expect(store.locate('tiny')).rejects.toMatchObject({ code: 'model-damaged', message: expect.stringContaining('tiny.gguf') });
  });

  it('that changed behind its stamp is found by verify', async () => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(50_000);
    const path = join(dir, 'tiny.gguf');
    await writeFile(path, content);
    const store = open(manifest, dir, []);
    await store.locate('tiny');
    const { atime, mtime } = await stat(path);
    const spoilt = Buffer.from(content);
    spoilt[7] = (spoilt[7] ?? 0) ^ 1;
    await writeFile(path, spoilt);
    await utimes(path, atime, mtime);
    expect(await store.verify('tiny')).toMatchObject([{ state: 'damaged' }]);
  });

  it('that is damaged is fetched anew', async () => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(50_000);
    const hub = await startHub(content);
    await writeFile(join(dir, 'tiny.gguf'), 'short');
    const store = open(manifest, dir, [createHubSource({ endpoint: hub.endpoint, env: noProxy })]);
    await store.fetch('tiny');
    expect(await readFile(join(dir, 'tiny.gguf'))).toEqual(content);
  });

  it('is fetched once when two ask for it at a time', async () => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(2_000_000);
    const hub = await startHub(content);
    const stores = [1, 2].map(() => open(manifest, dir, [createHubSource({ endpoint: hub.endpoint, env: noProxy })]));
    await Promise.all(stores.map((store) => store.fetch('tiny')));
    expect(hub.paths).toHaveLength(1);
    expect(await readFile(join(dir, 'tiny.gguf'))).toEqual(content);
  });

  it('of an unknown id is refused with the list of known ones', async () => {
    const { manifest } = weights(10);
    await expect(open(manifest, await temporaryFolder(), []).locate('huge')).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('tiny'),
    });
  });
});

describe('an import from a folder', () => {
  it('takes what is right and names what is none of ours', async () => {
    const dir = await temporaryFolder();
    const stick = await temporaryFolder();
    const { content, manifest } = weights(50_000);
    await writeFile(join(stick, 'tiny.gguf'), content);
    await writeFile(join(stick, 'poem.gguf'), 'roses');
    await writeFile(join(stick, 'notes.txt'), 'x');
    const report = await open(manifest, dir, []).importFrom(stick);
    expect(report.imported).toEqual(['tiny.gguf']);
    expect(report.refused.map((file) => file.file)).toEqual([join(stick, 'poem.gguf')]);
    expect(await readFile(join(dir, 'tiny.gguf'))).toEqual(content);
  });

  it.each([
    ['truncated', 'tiny.gguf', (content: Buffer) => content.subarray(0, 10)],
    ['with other bytes', 'tiny.gguf', (content: Buffer) => Buffer.from(content).fill(1, 3, 5)],
    ['of another name', 'poem.gguf', (content: Buffer) => content],
  ])('refuses and names a model %s, and leaves what was there', async (_kind, name, spoil) => {
    const dir = await temporaryFolder();
    const stick = await temporaryFolder();
    const { content, manifest } = weights(50_000);
    await mkdir(dir, { recursive: true });
    await writeFile(join(stick, name), spoil(content));
    await expect(open(manifest, dir, []).importFrom(stick)).rejects.toMatchObject({
      code: 'model-damaged',
      message: expect.stringContaining(join(stick, name)),
    });
    expect(await readdir(dir)).toEqual([]);
  });

  it('says that a folder is missing or empty', async () => {
    const { manifest } = weights(10);
    const store = open(manifest, await temporaryFolder(), []);
    await expect(store.importFrom('/nowhere')).rejects.toMatchObject({ code: 'not-found', message: expect.stringContaining('/nowhere') });
    await expect(store.importFrom(await temporaryFolder())).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('tiny.gguf'),
    });
  });
});
