import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSharpImageCodec } from '../../src/main/inference/sharp/sharp-image-codec.ts';
import { findTestData } from '../support/photo-fixtures.ts';

interface Outcome {
  readonly file: string;
  readonly result: 'decoded' | 'partial' | 'refused' | 'crashed';
  readonly code?: string;
  readonly message?: string;
  readonly width?: number;
  readonly height?: number;
  readonly bytes?: number;
  readonly ms: number;
  readonly peakRssMiB: number;
}

const folders = ['img-exif-orientation', 'img-pngsuite', 'img-weird-sharp', 'img-weird-pillow', 'img-heic-etc-image-size'];
const found = folders.map((folder) => findTestData(folder)).filter((path) => path !== undefined);
const complete = found.length === folders.length;
if (!complete) console.warn('The awkward pictures are not installed (FIXLORE_TEST_DATA): their tests are skipped.');

describe.skipIf(!complete)('awkward pictures of the public collections', () => {
  let outcomes: Outcome[] = [];
  const of = (folder: string): Outcome[] => outcomes.filter(({ file }) => file.includes(`${folder}/`));

  beforeAll(async () => {
    const script = fileURLToPath(new URL('../support/decode-photo-folder.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...process.execArgv.filter((flag) => flag.startsWith('--experimental')), script, ...found],
      { maxBuffer: 16 << 20, timeout: 240_000 },
    );
    outcomes = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Outcome);
  }, 250_000);

  it('each is a picture, a picture marked partial, or a refusal that says what to do', () => {
    expect(outcomes.length).toBeGreaterThan(400);
    for (const outcome of outcomes) {
      expect(outcome.result, `${outcome.file}: ${outcome.message}`).not.toBe('crashed');
      if (outcome.result === 'refused') {
        expect(['photo-unreadable', 'photo-too-large']).toContain(outcome.code);
        expect(outcome.message).toMatch(/try again|Take it again|Save it smaller/);
      } else expect(outcome.bytes).toBe((outcome.width ?? 0) * (outcome.height ?? 0) * 3);
    }
  });

  it('none takes a gigabyte or more than a few seconds', () => {
    expect(Math.max(...outcomes.map(({ peakRssMiB }) => peakRssMiB))).toBeLessThan(1024);
    expect(outcomes.filter(({ ms }) => ms > 10_000)).toEqual([]);
  });

  it('PNG: the valid ones decode whole, the corrupt ones are refused or marked partial', () => {
    const suite = of('img-pngsuite');
    const corrupt = suite.filter(({ file }) => /^x(?!_)/.test(basename(file)));
    expect(corrupt.length).toBeGreaterThanOrEqual(14);
    expect(corrupt.filter(({ result }) => result === 'decoded')).toEqual([]);
    const valid = suite.filter(({ file }) => !basename(file).startsWith('x') && !file.includes('bugfixes'));
    expect(valid.filter(({ result }) => result !== 'decoded')).toEqual([]);
  });

  it('bombs and giants are refused from the header with their size', () => {
    for (const name of ['65536-uint32-limit.png', 'giant-image.jpg']) {
      const outcome = outcomes.find(({ file }) => file.endsWith(name));
      expect(outcome).toMatchObject({ result: 'refused', code: 'photo-too-large' });
      expect(outcome?.message).toMatch(/megapixels/);
      expect(outcome?.ms).toBeLessThan(2000);
    }
  });

  it('truncated files are never taken for whole ones', () => {
    for (const name of ['truncated.jpg', 'truncated.png', 'truncated_jpeg.jpg', 'truncated_image.png', 'broken_data_stream.png']) {
      expect(outcomes.find(({ file }) => file.endsWith(`/${name}`))?.result, name).not.toBe('decoded');
    }
  });

  it.each(['Landscape', 'Portrait'])('%s: EXIF orientations 1–8 give the same upright picture', async (name) => {
    const codec = createSharpImageCodec();
    const folder = found[0] as string;
    const load = async (orientation: number) =>
      (await codec.decode(await readFile(join(folder, `${name}_${orientation}.jpg`)), { maxSide: 64 })).image;
    const upright = await load(1);
    expect(upright.width > upright.height).toBe(name === 'Landscape');
    for (let orientation = 2; orientation <= 8; orientation += 1) {
      const image = await load(orientation);
      expect([image.width, image.height]).toEqual([upright.width, upright.height]);
      const difference = image.data.reduce((sum, value, at) => sum + Math.abs(value - (upright.data[at] as number)), 0) / image.data.length;
      expect(difference, `orientation ${orientation}`).toBeLessThan(6);
    }
  });
});
