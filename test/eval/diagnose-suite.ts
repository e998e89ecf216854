import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { createApp } from '../../src/main/app/create-app.ts';
import { withResource } from '../../src/main/platform/with-resource.ts';
import type { Diagnosis } from '../../src/main/domain/diagnosis.ts';
import type { App } from '../../src/main/app/app.ts';
import { checkDataFolder, type DataFolderReport } from './read-everything.ts';
import {
  diagnoseItemSchema,
  scoreDiagnosis,
  summariseScores,
  type DiagnoseItem,
  type DiagnoseSummary,
  type DiagnosisOutcome,
  type ItemScore,
} from './score-diagnosis.ts';

const photosDir = join(import.meta.dirname, '../../examples/photos');
const seed = 7;

export interface DiagnoseRun {
  readonly summary: DiagnoseSummary;
  readonly scores: readonly ItemScore[];
  readonly planted: DataFolderReport;
}

export async function readItems(): Promise<DiagnoseItem[]> {
  return z.array(diagnoseItemSchema).parse(JSON.parse(await readFile(join(import.meta.dirname, 'diagnose.json'), 'utf8')));
}

/** Asks one question and keeps what was shown. */
export async function ask(app: App, item: DiagnoseItem): Promise<DiagnosisOutcome> {
  const photos = await Promise.all(
    item.photos.map(async (file) => ({ bytes: new Uint8Array(await readFile(join(photosDir, file))), role: 'fault' as const })),
  );
  const shown: string[] = [];
  let diagnosis: Diagnosis | null = null;
  const started = performance.now();
  for await (const event of app.diagnose({ photos, question: item.question, language: item.language, seed })) {
    if (event.type === 'photo-read')
      shown.push(event.photo.description, ...event.photo.ocr.map((line) => line.text), ...event.photo.fields.map((field) => field.value));
    if (event.type === 'similar-cases')
      for (const found of [...event.cases, ...event.otherModels])
        shown.push(found.title, found.text, found.resolution, found.equipment, found.asset, found.madeAt.slice(0, 10));
    if (event.type === 'tool-returned') for (const found of event.evidence) shown.push(found.title, found.text);
    if (event.type === 'done') diagnosis = event.diagnosis;
  }
  if (diagnosis === null) throw new Error(`The diagnosis of ${item.id} ended without its last event.`);
  return {
    answer: diagnosis.answer,
    stopped: diagnosis.stopped,
    similarCases: diagnosis.similarCases.map((found) => ({ id: found.id, sourceId: found.source.id })),
    shown: [...shown, ...diagnosis.evidence.flatMap((found) => [found.title, found.text])],
    tokens: diagnosis.usage.tokensIn + diagnosis.usage.tokensOut,
    seconds: (performance.now() - started) / 1000,
  };
}

/** Runs the labelled questions on the sample workspace in a folder of its own, then looks for the planted values in all that was written. */
export async function runDiagnoseSuite(options: {
  limit?: number;
  only?: readonly string[];
  threads?: number;
  say: (line: string) => void;
}): Promise<DiagnoseRun> {
  const items = (await readItems())
    .filter((item) => options.only === undefined || options.only.some((part) => item.id.includes(part)))
    .slice(0, options.limit);
  const root = await mkdtemp(join(tmpdir(), 'fixlore-eval-'));
  const dataDir = join(root, 'data');
  try {
    const scores: ItemScore[] = [];
    await withResource(createApp({ dataDir, env: { ...process.env, FIXLORE_CONFIG_DIR: join(root, 'config') } }), async (app) => {
      if (options.threads !== undefined) await app.settings.set({ threads: options.threads });
      const sample = await app.openSampleWorkspace((progress) => {
        if (progress.done === progress.total) options.say(`Sample workspace: ${progress.done} parts read in.`);
      });
      options.say(`${sample.cases} cases, ${sample.documents} manuals, ${sample.workOrders} work orders; ${items.length} questions.`);
      for (const item of items) {
        const outcome = await ask(app, item);
        const score = scoreDiagnosis(item, outcome);
        scores.push(score);
        options.say(
          `${score.reasons.length === 0 ? 'ok  ' : 'FAIL'} ${item.id} (${outcome.seconds.toFixed(1)} s, ${outcome.tokens} tokens)${score.reasons.length === 0 ? '' : `: ${score.reasons.join('; ')}`}`,
        );
        if (score.reasons.length > 0) options.say(`     ${outcome.answer.replace(/\s+/g, ' ').slice(0, 300)}`);
      }
    });
    return { summary: summariseScores(scores), scores, planted: await checkDataFolder(dataDir) };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** A table per language and kind of question. */
export function tableOf(scores: readonly ItemScore[]): string[] {
  const groups = new Map<string, ItemScore[]>();
  for (const score of scores)
    for (const key of [`language ${score.language}`, score.category]) groups.set(key, [...(groups.get(key) ?? []), score]);
  const line = (name: string, cells: readonly (string | number)[]) =>
    name.padEnd(26) + cells.map((cell) => String(cell).padStart(9)).join('');
  return [
    line('', ['asked', 'first', 'grounded', 'declined', 'invented', 'tokens', 'seconds']),
    ...[...groups]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, group]) => {
        const mean = (of: (score: ItemScore) => number) => group.reduce((sum, score) => sum + of(score), 0) / group.length;
        return line(name, [
          group.length,
          group.filter((score) => score.rightCaseFirst).length,
          group.filter((score) => score.grounded).length,
          group.filter((score) => score.declined).length,
          group.reduce((sum, score) => sum + score.inventedFigures.length, 0),
          Math.round(mean((score) => score.tokens)),
          mean((score) => score.seconds).toFixed(1),
        ]);
      }),
  ];
}
