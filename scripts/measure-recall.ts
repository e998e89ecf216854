/**
 * How well and how fast the memory finds: `node scripts/measure-recall.ts [maintnorm] [excavators] [scale] [--json]`.
 * The real texts lie in `../shared/data` or `FIXLORE_TEST_DATA`; a set that is missing is left out with a notice.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { EmbeddedUnit, MemoryUnit } from '../src/main/domain/memory-unit.ts';
import { findCodes } from '../src/main/domain/code.ts';
import type { TextEmbedder } from '../src/main/inference/text-embedder.ts';
import { E5TextEmbedder } from '../src/main/inference/onnx/e5-text-embedder.ts';
import { EfficientNetImageEmbedder } from '../src/main/inference/onnx/efficientnet-image-embedder.ts';
import { loadCuts } from '../src/main/memory/cuts.ts';
import { fuse } from '../src/main/memory/fusion.ts';
import { openLanceMemoryStore } from '../src/main/memory/lancedb/lancedb-memory-store.ts';
import { withResource } from '../src/main/platform/with-resource.ts';
import type { MemoryStore } from '../src/main/memory/memory-store.ts';
import { createRecall } from '../src/main/memory/recall.ts';
import { systemClock } from '../src/main/platform/clock.ts';
import { fromStore, literal } from '../src/main/privacy/masked.ts';
import { settingsSchema } from '../src/main/app/settings.ts';

const root = join(import.meta.dirname, '..');
const data = process.env['FIXLORE_TEST_DATA'] ?? join(root, '../shared/data');
const embeddedDir = join(root, 'models/embedded');
const settings = settingsSchema.parse({});
const imageEmbedder = EfficientNetImageEmbedder.identity;
const results: Record<string, unknown> = {};
const fetched = 20;

function unitOf(number: number, text: string, equipment = ''): MemoryUnit {
  const id = `C-${number.toString().padStart(8, '0')}`;
  return {
    id,
    kind: 'solved-case',
    title: literal(''),
    text: fromStore(text),
    resolution: literal(''),
    photos: [],
    equipment: fromStore(equipment),
    asset: literal(''),
    codes: [...new Set(findCodes(text).map((code) => code.normal))],
    workOrder: literal(''),
    source: { system: 'measure', id: literal(id) },
    mergedSources: [],
    modality: 'text',
    language: 'en',
    madeAt: '2020-01-01T00:00:00.000Z',
    lastUsedAt: '2020-01-01T00:00:00.000Z',
    useCount: 0,
    importance: 3,
    expiresAt: null,
    status: 'active',
    standing: 'confirmed',
    credibility: 0.8,
    supersededBy: null,
    conflictsWith: [],
  };
}

async function withStore<T>(textEmbedder: { id: string; dimensions: number }, work: (store: MemoryStore) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'fixlore-measure-'));
  try {
    return await withResource(openLanceMemoryStore({ dir, textEmbedder, imageEmbedder }), work);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function embedAll(embedder: TextEmbedder, texts: readonly string[], as: 'query' | 'passage'): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += 32) vectors.push(...(await embedder.embed(texts.slice(at, at + 32), as)));
  return vectors;
}

async function fill(
  store: MemoryStore,
  embedder: { id: string },
  units: readonly MemoryUnit[],
  vectors: readonly Float32Array[],
  images?: readonly Float32Array[],
): Promise<void> {
  for (let at = 0; at < units.length; at += 5_000) {
    const rows: EmbeddedUnit[] = units.slice(at, at + 5_000).map((unit, offset) => ({
      unit,
      textVector: vectors[at + offset] ?? new Float32Array(384),
      textEmbedder: embedder.id,
      imageVector: images?.[at + offset] ?? null,
      imageEmbedder: imageEmbedder.id,
    }));
    await store.upsert(rows);
  }
  await store.compact();
}

interface Rankings {
  readonly words: string[];
  readonly vector: string[];
  readonly fused: string[];
}

/** The three rankings of one query: words alone, vectors alone, and their weighted sum. */
async function rank(store: MemoryStore, text: string, vector: Float32Array, except?: string): Promise<Rankings> {
  const words = (await store.searchText(text, fetched, {})).filter((found) => found.unit.id !== except);
  const near = (await store.searchTextVector(vector, fetched, {})).filter((found) => found.unit.id !== except);
  const ids = [...new Set([...words, ...near].map((found) => found.unit.id))];
  const stored = new Map((await store.getEmbedded(ids)).map((row) => [row.unit.id, row.textVector]));
  const scores = ids.map((id) => ({
    words: words.find((found) => found.unit.id === id)?.score ?? 0,
    text: (stored.get(id) ?? new Float32Array()).reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0),
    image: null,
  }));
  const fused = fuse(scores, { keyword: settings.keywordWeight, image: 0 });
  const order = ids.map((id, at) => ({ id, score: fused[at] ?? 0 })).sort((a, b) => b.score - a.score);
  return { words: words.map((found) => found.unit.id), vector: near.map((found) => found.unit.id), fused: order.map((found) => found.id) };
}

const percent = (part: number, whole: number) => Math.round((1000 * part) / whole) / 10;

async function measureMaintnorm(embedder: TextEmbedder): Promise<void> {
  const text = await readFile(join(data, 'maintnorm/data/combined_val.norm'), 'utf8');
  const pairs = text.split(/\n\s*\n/).flatMap((block) => {
    const tokens = block.split('\n').map((line) => line.split('\t'));
    const raw = tokens
      .map(([word = '']) => word)
      .join(' ')
      .trim();
    const normal = tokens
      .map(([, word = '']) => word)
      .join(' ')
      .replace(/<\w+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    return raw === '' || normal === '' ? [] : [{ raw, normal }];
  });
  const units = pairs.map((pair, at) => unitOf(at, pair.normal));
  const queries = await embedAll(
    embedder,
    pairs.map((pair) => pair.raw),
    'query',
  );
  const passages = await embedAll(
    embedder,
    pairs.map((pair) => pair.normal),
    'passage',
  );
  await withStore(embedder, async (store) => {
    await fill(store, embedder, units, passages);
    const hits = { words: 0, vector: 0, fused: 0 };
    for (const [at, pair] of pairs.entries()) {
      const found = await rank(store, pair.raw, queries[at] ?? new Float32Array(384));
      for (const way of ['words', 'vector', 'fused'] as const) {
        // Texts that are equal after normalisation are one twin.
        if (pairs[Number(found[way][0]?.slice(2) ?? -1)]?.normal === pair.normal) hits[way] += 1;
      }
    }
    results['maintnorm'] = {
      queries: pairs.length,
      'R@1 BM25': percent(hits.words, pairs.length),
      'R@1 vector': percent(hits.vector, pairs.length),
      'R@1 weighted sum': percent(hits.fused, pairs.length),
    };
  });
}

async function measureExcavators(embedder: TextEmbedder): Promise<void> {
  const csv = Papa.parse<Record<string, string>>(await readFile(join(data, 'excavators-mwo/case_study_pdl.csv'), 'utf8'), {
    header: true,
    skipEmptyLines: true,
  }).data;
  const rows = csv.filter((row) => (row['OriginalShorttext'] ?? '') !== '');
  const labelOf = (row: Record<string, string> | undefined) =>
    row?.['MajorSystem'] && row['Part'] && row['FM'] ? `${row['MajorSystem']}|${row['Part']}|${row['FM']}` : '';
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(labelOf(row), (counts.get(labelOf(row)) ?? 0) + 1);
  const texts = rows.map((row) => row['OriginalShorttext'] ?? '');
  const passages = await embedAll(embedder, texts, 'passage');
  const asked = rows
    .flatMap((row, at) => (labelOf(row) !== '' && (counts.get(labelOf(row)) ?? 0) > 1 ? [at] : []))
    .filter((_, at) => at % 3 === 0);
  const queries = await embedAll(
    embedder,
    asked.map((at) => texts[at] ?? ''),
    'query',
  );
  await withStore(embedder, async (store) => {
    await fill(
      store,
      embedder,
      texts.map((text, at) => unitOf(at, text)),
      passages,
    );
    const hits = { words: 0, vector: 0, fused: 0 };
    let five = 0;
    for (const [number, at] of asked.entries()) {
      const found = await rank(store, texts[at] ?? '', queries[number] ?? new Float32Array(384), unitOf(at, '').id);
      const relevant = (id: string | undefined) => labelOf(rows[Number(id?.slice(2) ?? -1)]) === labelOf(rows[at]);
      for (const way of ['words', 'vector', 'fused'] as const) if (relevant(found[way][0])) hits[way] += 1;
      five += found.fused.slice(0, 5).filter(relevant).length / 5;
    }
    results['excavators'] = {
      queries: asked.length,
      'hit@1 BM25': percent(hits.words, asked.length),
      'hit@1 vector': percent(hits.vector, asked.length),
      'hit@1 weighted sum': percent(hits.fused, asked.length),
      'P@5 weighted sum': percent(five, asked.length),
    };
  });
}

/** Real vectors, each with a little noise of its own, so that neighbourhoods stay as they are in real texts. */
function noisy(vector: Float32Array, random: () => number): Float32Array {
  const moved = vector.map((value) => value + (random() - 0.5) * 0.04);
  const length = Math.hypot(...moved);
  return moved.map((value) => value / length);
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

async function measureScale(embedder: TextEmbedder): Promise<void> {
  const text = await readFile(join(data, 'maintnorm/data/combined_train.norm'), 'utf8');
  const base = text
    .split(/\n\s*\n/)
    .slice(0, 800)
    .map((block) =>
      block
        .split('\n')
        .map((line) => line.split('\t')[0])
        .join(' ')
        .trim(),
    )
    .filter((line) => line !== '');
  const vectors = await embedAll(embedder, base, 'passage');
  const random = seeded(7);
  const scale: Record<string, unknown> = {};
  for (const rows of [1_000, 20_000, 100_000]) {
    await withStore(embedder, async (store) => {
      const units = Array.from({ length: rows }, (_, at) =>
        unitOf(at, `${base[at % base.length]} ${base[Math.floor(random() * base.length)]}`, `EQ-${at % 50}`),
      );
      const stored = units.map((_, at) => noisy(vectors[at % vectors.length] ?? new Float32Array(384), random));
      const images = units.map((_, at) => noisy(vectors[(at * 7) % vectors.length] ?? new Float32Array(384), random));
      const started = performance.now();
      await fill(store, embedder, units, stored, images);
      const filled = performance.now() - started;
      let exactHits = 0;
      const times: number[] = [];
      const query = { ...embedder, embed: async () => [current] } as TextEmbedder;
      let current: Float32Array = new Float32Array(384);
      const recall = createRecall({
        store,
        textEmbedder: query,
        imageEmbedderId: imageEmbedder.id,
        cuts: await loadCuts(),
        settings,
        clock: systemClock,
      });
      for (let at = 0; at < 25; at += 1) {
        const pick = Math.floor(random() * base.length);
        current = noisy(vectors[pick] ?? new Float32Array(384), random);
        const photo = noisy(vectors[(pick * 3) % vectors.length] ?? new Float32Array(384), random);
        const start = performance.now();
        await recall({
          question: fromStore(base[pick] ?? ''),
          description: literal(''),
          codes: ['E204'],
          lookAlikeCodes: [],
          equipment: [],
          assets: [],
          imageVector: photo,
          language: 'en',
        });
        times.push(performance.now() - start);
        const exact = stored
          .map((vector, index) => ({ index, score: vector.reduce((sum, value, i) => sum + value * (current[i] ?? 0), 0) }))
          .sort((a, b) => b.score - a.score)
          .slice(0, 10);
        const found = new Set((await store.searchTextVector(current, 10, {})).map((hit) => hit.unit.id));
        exactHits += exact.filter(({ index }) => found.has(units[index]?.id ?? '')).length;
      }
      times.sort((a, b) => a - b);
      const one = performance.now();
      await store.upsert([
        {
          unit: unitOf(rows, 'one more case of a pump'),
          textVector: current,
          textEmbedder: embedder.id,
          imageVector: null,
          imageEmbedder: imageEmbedder.id,
        },
      ]);
      await store.searchText('pump', 5, {});
      const written = performance.now() - one;
      const purging = performance.now();
      const { verified } = await store.purge([unitOf(1, '').id]);
      scale[rows] = {
        'fill and index ms': Math.round(filled),
        'recall ms median': Math.round(times[12] ?? 0),
        'recall ms worst': Math.round(times.at(-1) ?? 0),
        'neighbours of exact search found @10': exactHits / 250,
        'write and find one ms': Math.round(written),
        'purge ms': Math.round(performance.now() - purging),
        verified,
        bytes: (await store.stats()).bytes,
      };
    });
    if (!process.argv.includes('--json')) console.log(rows, scale[rows]);
  }
  results['scale'] = scale;
}

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const suites = { maintnorm: measureMaintnorm, excavators: measureExcavators, scale: measureScale };
const embedder = await E5TextEmbedder.open({
  modelFile: join(embeddedDir, 'multilingual-e5-small-q4-zhen.onnx'),
  tokenizerFile: join(embeddedDir, 'multilingual-e5-small-zhen-tokenizer.json'),
});
for (const [name, suite] of Object.entries(suites)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const folder = join(data, name === 'excavators' ? 'excavators-mwo' : 'maintnorm');
  if (!existsSync(folder)) {
    console.error(`${name} is left out: ${folder} is missing.`);
    continue;
  }
  await suite(embedder);
  if (!process.argv.includes('--json') && name !== 'scale') console.log(name, results[name]);
}
await embedder[Symbol.asyncDispose]();
if (process.argv.includes('--json')) console.log(JSON.stringify(results));
