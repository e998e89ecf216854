import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/main/app/app.ts';
import { createApp } from '../../src/main/app/create-app.ts';
import type { Diagnosis, DiagnosisEvent } from '../../src/main/domain/diagnosis.ts';
import { resolvePaths } from '../../src/main/platform/paths.ts';
import { findTestData } from '../support/photo-fixtures.ts';
import { makeTemporaryWorkspace, type TemporaryWorkspace } from '../support/temporary-workspace.ts';

/** None of these pictures shows a machine of the sample workspace: what must not happen is an invented case. */
const pictures: readonly { folder: string; file: string; readsText: boolean }[] = [
  { folder: 'ocr-rapidocr-tests', file: 'ch_en_num.jpg', readsText: true },
  { folder: 'ocr-rapidocr-tests', file: 'en.jpg', readsText: true },
  { folder: 'ocr-rapidocr-tests', file: 'white_font_color_transparent.png', readsText: true },
  { folder: 'ocr-rapidocr-tests', file: 'empty_black.jpg', readsText: false },
  { folder: 'deeppcb', file: '00041024_test.jpg', readsText: false },
  { folder: 'deeppcb', file: '12100014_test.jpg', readsText: false },
  { folder: 'img-exif-orientation', file: 'Portrait_6.jpg', readsText: false },
  { folder: 'img-weird-sharp', file: 'Channel_digital_image_CMYK_color.jpg', readsText: false },
  { folder: 'img-weird-sharp', file: 'truncated.jpg', readsText: false },
  { folder: 'img-weird-sharp', file: 'relax.jp2', readsText: false },
];
const folders = [...new Set(pictures.map(({ folder }) => folder))];
const complete = folders.every((folder) => findTestData(folder) !== undefined);
if (!complete) console.warn('The real photos are not installed (FIXLORE_TEST_DATA): their tests are skipped.');

describe.skipIf(!complete)('the main job on ten real photos', () => {
  let workspace: TemporaryWorkspace;
  let app: App;
  beforeAll(async () => {
    workspace = await makeTemporaryWorkspace({ cache: resolvePaths().cache });
    app = await createApp({ env: { ...process.env, ...workspace.env } });
    await app.openSampleWorkspace();
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await workspace[Symbol.asyncDispose]();
  });

  it.each(pictures)('$folder/$file', async ({ folder, file, readsText }) => {
    const bytes = new Uint8Array(await readFile(join(findTestData(folder) ?? '', file)));
    const events: DiagnosisEvent[] = [];
    let diagnosis: Diagnosis | undefined;
    try {
      for await (const event of app.diagnose({
        photos: [{ bytes, role: 'fault' }],
        question: 'Has this happened before, and how was it solved?',
      })) {
        events.push(event);
        if (event.type === 'done') diagnosis = event.diagnosis;
      }
    } catch (error) {
      // A format that is not supported is refused in words; anything else would be a fault of ours.
      expect(error).toMatchObject({ name: 'AppError', code: 'photo-unreadable' });
      expect(file).toBe('relax.jp2');
      return;
    }
    expect(events.map((event) => event.type).slice(0, 2)).toEqual(['photo-read', 'similar-cases']);
    expect(diagnosis?.answer.length).toBeGreaterThan(20);
    const [photo] = diagnosis?.photos ?? [];
    if (readsText) expect(photo?.ocr.length).toBeGreaterThan(0);
    for (const line of photo?.ocr ?? []) {
      const [x, y, width, height] = line.box;
      expect(x >= 0 && y >= 0 && x + width <= (photo?.width ?? 0) + 1 && y + height <= (photo?.height ?? 0) + 1).toBe(true);
    }
    // A citation is always of something that was retrieved.
    const known = new Set([...(diagnosis?.evidence ?? []), ...(diagnosis?.similarCases ?? [])].map(({ id }) => id));
    for (const [, id] of diagnosis?.answer.matchAll(/\[(C-[0-9A-Z]{8})\]/g) ?? []) expect(known).toContain(id);
    expect(diagnosis?.usage.peakRssBytes).toBeLessThan(4_000_000_000);
  });
});
