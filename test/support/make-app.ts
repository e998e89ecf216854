import type { App } from '../../src/main/app/app.ts';
import { describeSettings } from '../../src/main/app/settings-file.ts';
import { settingsSchema } from '../../src/main/app/settings.ts';
import type { Diagnosis, DiagnosisEvent, SimilarCase } from '../../src/main/domain/diagnosis.ts';
import { AppError } from '../../src/main/domain/errors.ts';
import type { Masked } from '../../src/main/domain/masked.ts';
import type { MemoryUnit } from '../../src/main/domain/memory-unit.ts';
import type { PhotoReading } from '../../src/main/domain/photo.ts';

/** Marks text of a test as masked. */
export const asMasked = (text: string) => text as Masked;

/** A unit as the memory keeps it, with what the test wants to be different. */
export function makeUnit(change: Partial<MemoryUnit> = {}): MemoryUnit {
  return {
    id: 'C-7KQ2M9XA',
    kind: 'solved-case',
    title: asMasked('Pump trips on E-204'),
    text: asMasked('Oil at 78 °C, cooler fan stands still. Reported by [NAME:7f3a9c01d2e4].'),
    resolution: asMasked('Fitted contactor 100-4471.'),
    photos: [],
    equipment: asMasked('HP-40'),
    asset: asMasked('HPU-07'),
    codes: ['E204', '1004471'],
    workOrder: asMasked('240113'),
    source: { system: 'user', id: asMasked('T-3101') },
    mergedSources: [],
    modality: 'text',
    language: 'en',
    madeAt: '2025-06-17T09:20:00Z',
    lastUsedAt: '2025-06-17T09:20:00Z',
    useCount: 0,
    importance: 4,
    expiresAt: null,
    status: 'active',
    standing: 'confirmed',
    credibility: 0.9,
    supersededBy: null,
    conflictsWith: [],
    ...change,
  };
}

export const similarCase: SimilarCase = {
  id: 'C-7KQ2M9XA',
  kind: 'case',
  title: asMasked('Pump trips on E-204'),
  text: asMasked('Oil at 78 °C, cooler fan stands still.'),
  score: 0.91,
  language: 'en',
  cautions: ['superseded'],
  resolution: asMasked('Fitted contactor 100-4471.'),
  matchedBy: ['same-code', 'meaning'],
  equipment: asMasked('HP-40'),
  asset: asMasked('HPU-07'),
  codes: ['E204'],
  standing: 'confirmed',
  status: 'active',
  credibility: 0.9,
  madeAt: '2025-06-17T09:20:00Z',
  source: { system: 'user', id: asMasked('T-3101') },
  photos: [],
};

export const reading: PhotoReading = {
  description: asMasked('text: E-204'),
  ocr: [
    {
      text: asMasked('E-204'),
      box: [10, 10, 90, 30],
      corners: [
        [10, 10],
        [100, 10],
        [100, 40],
        [10, 40],
      ],
      confidence: 0.98,
      doubtful: [2],
    },
  ],
  fields: [{ name: 'fault-code', value: asMasked('E-204'), normal: 'E204', lookAlikes: ['EZ04'], box: [10, 10, 90, 30], confidence: 0.98 }],
  labels: [{ name: 'oscilloscope', confidence: 0.31 }],
  width: 1280,
  height: 960,
  quality: { brightness: 120, glare: 0.01, sharpness: 300, problems: ['glare'], textTrusted: true },
  rotation: 0,
  partial: false,
};

export const diagnosis: Diagnosis = {
  answer: asMasked('The fan contactor was burnt [C-7KQ2M9XA]. Call [PHONE:7f3a9c01d2e4].'),
  language: 'en',
  stopped: 'final',
  evidence: [
    {
      id: 'C-7KQ2M9XA',
      kind: 'case',
      title: asMasked('Pump trips on E-204'),
      text: asMasked('Oil too hot after 40 minutes.'),
      score: 0.91,
      language: 'en',
      cautions: [],
    },
  ],
  similarCases: [similarCase],
  photos: [reading],
  steps: [{ tool: 'look_up_fault_code', args: { code: 'E-204' }, ms: 12, tokensIn: 200, tokensOut: 14, cached: false }],
  grounding: { checked: 2, removed: [{ value: asMasked('25 Nm'), reason: 'figure-not-in-evidence' }] },
  masked: [{ kind: 'PHONE', count: 1 }],
  usage: {
    tokensIn: 700,
    tokensOut: 90,
    tokensCached: 400,
    rounds: 2,
    msToSimilarCases: 800,
    msToFirstSentence: 3000,
    ms: 9000,
    peakRssBytes: 2_000_000_000,
  },
};

export const diagnosisEvents: readonly DiagnosisEvent[] = [
  { type: 'photo-read', index: 0, photo: reading, masked: [{ kind: 'PHONE', count: 1 }], ms: 600 },
  { type: 'similar-cases', cases: [similarCase], otherModels: [], ms: 800 },
  { type: 'route-selected', route: 'reasoner', ms: 900 },
  { type: 'tools-kept', step: 1, tools: ['look_up_fault_code'] },
  { type: 'tool-called', step: 1, tool: 'look_up_fault_code', args: { code: 'E-204' } },
  {
    type: 'tool-returned',
    step: 1,
    found: true,
    summary: asMasked('E-204: oil over temperature'),
    evidence: [],
    detail: diagnosis.steps[0] as Diagnosis['steps'][number],
  },
  { type: 'text-delta', text: asMasked('The fan contactor was burnt [C-7KQ2M9XA]. ') },
  { type: 'text-delta', text: asMasked('Call [PHONE:7f3a9c01d2e4].') },
  { type: 'answer-checked', checked: 2, removed: diagnosis.grounding.removed },
  { type: 'done', diagnosis },
];

export interface FakeApp extends App {
  readonly calls: { readonly name: string; readonly input: unknown }[];
  disposed: boolean;
}

/** An app without models and folders, for tests of what stands on the app. It keeps what it was asked. */
export function makeFakeApp(
  options: { events?: readonly DiagnosisEvent[]; failWith?: Error; units?: readonly MemoryUnit[]; warnings?: readonly string[] } = {},
): FakeApp {
  const units = options.units ?? [makeUnit()];
  let settings = settingsSchema.parse({});
  const calls: FakeApp['calls'] = [];
  const app: FakeApp = {
    calls,
    disposed: false,
    warnings: options.warnings ?? [],
    folders: { data: '/data', cache: '/cache', config: '/config' },
    async *diagnose(input, signal) {
      calls.push({ name: 'diagnose', input });
      if (options.failWith) throw options.failWith;
      for (const event of options.events ?? diagnosisEvents) {
        if (signal?.aborted) throw new AppError('cancelled', 'Stopped.');
        yield event;
      }
    },
    warm: async () => undefined,
    memory: {
      add: async (input) => {
        calls.push({ name: 'memory.add', input });
        return { id: 'C-7KQ2M9XA', outcome: 'stored', masked: [] };
      },
      list: async (query) => {
        calls.push({ name: 'memory.list', input: query });
        return { units, total: units.length };
      },
      search: async (text) => {
        calls.push({ name: 'memory.search', input: text });
        return { cases: [similarCase], otherModels: [] };
      },
      show: async (id) => {
        const unit = units.find((one) => one.id === id);
        if (!unit) throw new AppError('not-found', `There is no case ${id}.`);
        return unit;
      },
      purge: async (ids) => {
        calls.push({ name: 'memory.purge', input: ids });
        return { units: ids.length, orphanedPhotos: [], verified: true };
      },
      stats: async () => ({
        units: units.length,
        byStatus: { active: units.length, archived: 0, obsolete: 0 },
        bytes: 1024,
        textEmbedder: null,
        imageEmbedder: null,
      }),
    },
    knowledge: {
      importMarkdown: async () => ({
        id: 'M-1',
        title: asMasked('Manual'),
        equipment: [],
        version: asMasked('1'),
        date: asMasked('2025-01-01'),
        language: 'en',
        passages: 1,
      }),
      documents: async () => [],
      search: async () => [],
    },
    records: { importWorkOrders: async () => ({ imported: 0, rejected: [] }) },
    models: {
      list: async () => [
        {
          id: 'model-a',
          role: 'router',
          name: 'Model A',
          profile: 'compact',
          licence: 'MIT',
          origin: 'https://example.org/model-a',
          bytes: 1_000_000,
          state: 'missing',
          files: [],
        },
      ],
      fetch: async (id, { onProgress, onMessage } = {}) => {
        calls.push({ name: 'models.fetch', input: id });
        onMessage?.('a.gguf: 1 MB from the model hub.');
        onProgress?.({ file: 'a.gguf', bytes: 524_288, total: 1_048_576, rate: 1_048_576, secondsLeft: 0.5 });
        onProgress?.({ file: 'a.gguf', bytes: 1_048_576, total: 1_048_576, rate: 1_048_576, secondsLeft: 0 });
      },
      verify: async () => [{ model: 'model-a', file: 'a.gguf', path: '/models/a.gguf', bytes: 1_000_000, state: 'damaged' }],
      importFrom: async () => ({ imported: ['a.gguf'], refused: [] }),
      nativeParts: async () => [{ part: 'memory', library: '@lancedb/lancedb', ok: true, message: '' }],
    },
    settings: {
      get: () => settings,
      set: async (patch) => {
        calls.push({ name: 'settings.set', input: patch });
        settings = settingsSchema.parse({ ...settings, ...patch });
        return settings;
      },
      describe: () => describeSettings(settings),
    },
    audit: { read: async () => [], verify: async () => ({ entries: 3, firstBroken: null }) },
    openSampleWorkspace: async () => ({ imported: true, cases: 40, documents: 3, workOrders: 20, photos: [] }),
    network: { report: () => ({ attempts: [], connections: 0, refused: 0 }) },
    get window(): never {
      throw new Error('This app has no window; tests of the window open a real one.');
    },
    noteFault: async (error) => {
      calls.push({ name: 'noteFault', input: error });
    },
    [Symbol.asyncDispose]: async () => {
      app.disposed = true;
    },
  };
  return app;
}
