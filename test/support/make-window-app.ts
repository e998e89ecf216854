import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from '../../src/main/app/app.ts';
import { createApp } from '../../src/main/app/create-app.ts';
import type { OcrLine } from '../../src/main/domain/photo.ts';
import { createSharpImageCodec } from '../../src/main/inference/sharp/sharp-image-codec.ts';
import type { Cuts, ImageCut, TextCut } from '../../src/main/memory/cuts.ts';
import { decodePhoto } from '../../src/main/perception/decode-photo.ts';
import { enhanceForReading } from '../../src/main/perception/enhance.ts';
import type { Clock } from '../../src/main/platform/clock.ts';
import { silentLogger } from '../../src/main/platform/logger.ts';
import { createFakeImageEmbedder } from './fake-image-embedder.ts';
import { FakeLanguageModel } from './fake-language-model.ts';
import { FakeOcrEngine } from './fake-ocr-engine.ts';
import { createFakeTextEmbedder } from './fake-text-embedder.ts';
import { makeTemporaryWorkspace, type TemporaryWorkspace } from './temporary-workspace.ts';

const cuts: Cuts = {
  cutFor: (_embedder, question, text) => ({ cut: 0.35, merge: question === text ? 0.97 : null }) as TextCut,
  imageCutFor: () => ({ cut: 0.9 }) as ImageCut,
};

const examples = fileURLToPath(new URL('../../examples/photos/', import.meta.url));

export function lineAt(text: string, y: number): OcrLine<string> {
  const [x, width, height] = [40, 16 * text.length, 30];
  return {
    text,
    box: [x, y, width, height],
    corners: [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ],
    confidence: 0.99,
    doubtful: [],
  };
}

/** What the fake reader sees on the test's photo; a name and a telephone number among it. */
export const photoLines = [
  lineAt('HYDRAULIC UNIT', 40),
  lineAt('Model: HP-40', 100),
  lineAt('FAULT E-204', 160),
  lineAt('Contact: Anna Schmidt +49 170 1234567', 220),
];

export interface WindowApp extends AsyncDisposable {
  readonly app: App;
  readonly workspace: TemporaryWorkspace;
  readonly ocr: FakeOcrEngine;
  readonly router: FakeLanguageModel;
  readonly reasoner: FakeLanguageModel;
  /** A real JPEG on which the fake reader finds `photoLines`. */
  readonly jpeg: Uint8Array<ArrayBuffer>;
  /** Closes the app and opens it again on the same folders. */
  reopen(): Promise<App>;
}

/** The whole app on folders of its own: real store, codec, masker and agent; models without weights. */
export async function makeWindowApp(options: { promptMs?: number; clock?: Clock } = {}): Promise<WindowApp> {
  const workspace = await makeTemporaryWorkspace();
  const ocr = new FakeOcrEngine();
  const [router, reasoner] = [new FakeLanguageModel(), new FakeLanguageModel({ promptMs: options.promptMs ?? 0 })];
  const jpeg = new Uint8Array(await readFile(join(examples, 'query-hp40-panel.jpg')));
  const codec = createSharpImageCodec();
  ocr.register(enhanceForReading((await decodePhoto(jpeg, codec)).image), { lines: photoLines, rotation: 0 });
  const open = () =>
    createApp(
      { dataDir: workspace.data, env: workspace.env, logger: silentLogger, ...(options.clock ? { clock: options.clock } : {}) },
      { codec, ocr, textEmbedder: createFakeTextEmbedder(), imageEmbedder: createFakeImageEmbedder(), router, reasoner, cuts },
    );
  let app = await open();
  return {
    get app() {
      return app;
    },
    workspace,
    ocr,
    router,
    reasoner,
    jpeg,
    async reopen() {
      await app[Symbol.asyncDispose]();
      app = await open();
      return app;
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

/** Cases that the tests of the window ask about. */
export async function addTestCases(app: App): Promise<{ fan: string; relay: string; other: string }> {
  const add = async (id: string, text: string, resolution: string, equipment: string, asset: string) =>
    (
      await app.memory.add({
        text,
        resolution,
        equipment,
        asset,
        source: { system: 'cmms', id },
        madeAt: `2025-0${id.at(-1) ?? '1'}-01T00:00:00Z`,
      })
    ).id;
  return {
    fan: await add(
      'T-1',
      'HP-40 stops with fault E-204 after ten minutes, oil at 78 °C, the cooling fan stands still',
      'Fan contactor 100-4471 was burnt; replaced it.',
      'HP-40',
      'HPU-07',
    ),
    relay: await add('T-2', 'Motor does not start, the relay does not pull in', 'Replaced relay 88231-A7.', 'UB-20', 'UB-3'),
    other: await add('T-3', 'Conveyor belt slips on the drum when it is wet', 'Tensioned the belt.', 'CB-9', ''),
  };
}
