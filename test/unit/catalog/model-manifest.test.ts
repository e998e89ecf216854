import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filePath } from '../../../src/main/catalog/model-files.ts';
import { loadManifest, parseManifest } from '../../../src/main/catalog/model-manifest.ts';

const root = resolve(import.meta.dirname, '../../..');
const shipped = join(root, 'models/manifest.json');

const model = () => ({
  id: 'tiny',
  name: 'Tiny',
  role: 'router',
  profile: 'compact',
  format: 'gguf',
  licence: 'MIT',
  origin: 'https://example.org/tiny',
  files: [{ name: 'tiny.gguf', bytes: 3, sha256: 'a'.repeat(64) }],
  sources: { hub: { repository: 'owner/tiny', revision: 'main' } },
});
/** A list whose model has another value at one place; `undefined` takes the field away. */
const withModel = (change: object) => ({ schema: 1, models: [{ ...model(), ...change }] });
const withFile = (change: object) => withModel({ files: [{ ...model().files[0], ...change }] });

describe('the list of models', () => {
  it('that ships is valid and serves every role of the compact profile', async () => {
    const manifest = await loadManifest(shipped);
    const roles = manifest.models.filter((entry) => entry.profile === 'compact').map((entry) => entry.role);
    expect(roles.toSorted()).toEqual(['image-embedder', 'ocr', 'reasoner', 'router', 'text-embedder']);
  });

  it('describes each file that ships or is installed byte for byte', async () => {
    const manifest = await loadManifest(shipped);
    const folders = { modelsDir: '/nowhere', embeddedDir: join(root, 'models/embedded') };
    const installed = manifest.models.filter((entry) => entry.sources.embedded ?? entry.sources.npm);
    expect(installed.length).toBeGreaterThanOrEqual(3);
    for (const entry of installed) {
      for (const file of entry.files) {
        const bytes = await readFile(filePath(entry, file, folders));
        expect({ name: file.name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }).toEqual(file);
      }
    }
  });

  it('brings only models whose licence allows commercial use', async () => {
    const manifest = await loadManifest(shipped);
    expect([...new Set(manifest.models.map((entry) => entry.licence))].toSorted()).toEqual(['Apache-2.0', 'MIT']);
  });

  it.each([
    ['models.0.files.0.sha256', withFile({ sha256: 'ABC' })],
    ['models.0.files.0.bytes', withFile({ bytes: -1 })],
    ['models.0.files.0.name', withFile({ name: '../../etc/passwd' })],
    ['models.0.files.0.name', withFile({ name: 'C:\\tiny.gguf' })],
    ['models.0.files', withModel({ files: [] })],
    ['models.0.role', withModel({ role: 'poet' })],
    ['models.0.licence', withModel({ licence: undefined })],
    ['models.0.sources', withModel({ sources: {} })],
    ['models.0.sources.hub.repository', withModel({ sources: { hub: { repository: 'tiny', revision: 'main' } } })],
    ['models.0.origin', withModel({ origin: 'somewhere' })],
    ['models.1.id', { schema: 1, models: [model(), { ...model(), files: [{ name: 'other.gguf', bytes: 3, sha256: 'a'.repeat(64) }] }] }],
    ['models.1.files.0.name', { schema: 1, models: [model(), { ...model(), id: 'other' }] }],
    ['schema', { schema: 2, models: [model()] }],
    ['colour', { schema: 1, models: [{ ...model(), colour: 'red' }] }],
  ])('names the wrong field %s', (field, value) => {
    expect(() => parseManifest(value, 'manifest.json')).toThrow(
      expect.objectContaining({ code: 'bad-input', message: expect.stringContaining(field) }),
    );
  });

  it('says which file is missing or no JSON', async () => {
    await expect(loadManifest('/nowhere/manifest.json')).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('/nowhere/manifest.json'),
    });
    await expect(loadManifest(import.meta.filename)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('not valid JSON'),
    });
  });
});
