/**
 * Speed and memory of the main job: `npm run bench -- main [--json] [--runs N] [--naive N]`. A photo of 12 megapixels
 * with at most 15 lines of text, a question of its own for each run, so that no run finds the prompt of another one.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { createApp } from '../../src/main/app/create-app.ts';
import { OpenParts } from '../../src/main/app/lazy.ts';
import { openEngines } from '../../src/main/app/open-engines.ts';
import { sampleDir } from '../../src/main/app/sample-workspace.ts';
import { settingsSchema } from '../../src/main/app/settings.ts';
import { openStandardCatalog } from '../../src/main/catalog/standard-catalog.ts';
import type { Diagnosis, SimilarCase } from '../../src/main/domain/diagnosis.ts';
import { gatherFacts } from '../../src/main/diagnosis/known-facts.ts';
import { resolvePaths } from '../../src/main/platform/paths.ts';
import { literal } from '../../src/main/privacy/masked.ts';
import { createMasker } from '../../src/main/privacy/masker.ts';
import { loadInstallationSecret } from '../../src/main/privacy/installation-secret.ts';
import { answerNaively } from './naive-agent.ts';
import { openSampleTools } from './open-sample-tools.ts';
import { emptyRecord, recordEngines, type Record } from './recorders.ts';

const questions = [
  'Has this happened before, and how was it solved?',
  'What is the cause of this fault and which part do I need?',
  'The machine stopped with this message. What fixed it last time?',
  'What should I check first here?',
  'Which repair helped when this came up on the same machine?',
];

interface Run {
  readonly question: string;
  readonly record: Record;
  readonly recall: number;
  readonly route: number;
  readonly diagnosis: Diagnosis;
  readonly cases: readonly SimilarCase[];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return Math.round(sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2);
}

/** A sample scene at 12 megapixels, as a phone would deliver it. */
async function largePhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const scene = sharp(join(sampleDir, 'photos', 'query-ub20-display.jpg')).resize(4000, 3000, { fit: 'fill', kernel: 'cubic' });
  return new Uint8Array(await scene.jpeg({ quality: 88 }).toBuffer());
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, runs: { type: 'string', default: '5' }, naive: { type: 'string', default: '3' } },
});
if ((positionals[0] ?? 'main') !== 'main' || positionals.length > 1) {
  process.stderr.write(`There is no bench "${positionals.join(' ')}". Say: npm run bench -- main [--json]\n`);
  process.exit(2);
}
const count = (text: string, most: number) => Math.min(most, Math.max(1, Math.trunc(Number(text)) || 1));
const runCount = count(values.runs, questions.length);
const naiveCount = Math.min(runCount, count(values.naive, questions.length));
const say = (text: string) => process.stderr.write(`${text}\n`);

const root = await mkdtemp(join(tmpdir(), 'fixlore-bench-'));
const parts = new OpenParts();
try {
  const env = { ...process.env, FIXLORE_DATA_DIR: join(root, 'data'), FIXLORE_CONFIG_DIR: join(root, 'config') };
  const paths = resolvePaths(undefined, env);
  const settings = settingsSchema.parse({});
  const models = parts.lazy(() => openStandardCatalog({ modelsDir: paths.models, env }));
  let record = emptyRecord();
  say('Opening the models …');
  const engines = await recordEngines(
    openEngines(parts, { models, settings: () => settings, kvStateDir: paths.kvStates, overrides: {} }),
    () => record,
  );
  const bytes = await largePhoto();

  const runs: Run[] = [];
  let peakRssBytes = 0;
  {
    const app = await createApp({ env }, engines);
    say('Taking in the sample workspace …');
    await app.openSampleWorkspace();
    await app.warm();
    // One run that does not count: caches of the disk, first allocations.
    const warmUp = {
      photos: [{ bytes: new Uint8Array(await readFile(join(sampleDir, 'photos', 'query-sp24-screen.jpg'))), role: 'fault' as const }],
      question: 'What does this mean?',
    };
    for await (const event of app.diagnose(warmUp)) if (event.type === 'done') say(`warmed up in ${event.diagnosis.usage.ms} ms`);
    for (const question of questions.slice(0, runCount)) {
      record = emptyRecord();
      let [readMs, recall, route] = [0, 0, 0];
      let cases: readonly SimilarCase[] = [];
      for await (const event of app.diagnose({ photos: [{ bytes: bytes.slice(), role: 'fault' }], question, seed: 1 })) {
        if (event.type === 'photo-read') readMs = event.ms;
        else if (event.type === 'similar-cases') [recall, cases] = [event.ms - readMs, event.cases];
        else if (event.type === 'route-selected') route = event.ms;
        else if (event.type === 'done') {
          runs.push({ question, record, recall, route, diagnosis: event.diagnosis, cases });
          say(
            `run ${runs.length}: similar cases ${event.diagnosis.usage.msToSimilarCases} ms, first sentence ${event.diagnosis.usage.msToFirstSentence} ms, answer ${event.diagnosis.usage.ms} ms`,
          );
        }
      }
    }
    peakRssBytes = process.resourceUsage().maxRSS * 1024;
    await app[Symbol.asyncDispose]();
  }

  const lines = runs[0]?.diagnosis.photos[0]?.ocr.length ?? 0;
  if (lines > 15) throw new Error(`The photo of the bench has ${lines} lines of text; at most 15 are meant.`);

  // The baseline starts where the agent starts: the photo is read and the cases are found. Its calls count for no run.
  record = emptyRecord();
  const masker = createMasker({ secret: await loadInstallationSecret(paths.secretFile) });
  const sample = await openSampleTools(parts, { paths, engines, masker, settings });
  let [naiveMs, naiveTokens, ourMs, ourTokens] = [0, 0, 0, 0];
  for (const { question, diagnosis, cases } of runs.slice(0, naiveCount)) {
    const facts = gatherFacts({ question: literal(question), photos: diagnosis.photos, language: 'en', machines: sample.machines });
    const naive = await answerNaively({
      model: engines.reasoner,
      tools: sample.tools,
      facts,
      cases,
      maxSteps: settings.maxSteps,
      answerTokens: settings.answerTokens,
    });
    say(`baseline: ${naive.ms} ms, ${naive.tokensIn + naive.tokensOut} tokens, ${naive.rounds} rounds`);
    naiveMs += naive.ms;
    naiveTokens += naive.tokensIn + naive.tokensOut;
    ourMs += diagnosis.usage.ms - diagnosis.usage.msToSimilarCases;
    ourTokens += diagnosis.usage.tokensIn + diagnosis.usage.tokensOut;
  }

  const stage = (pick: (run: Run) => number) => median(runs.map(pick));
  const result = {
    stages: {
      decode: stage((run) => run.record.decode),
      ocr: stage((run) => run.record.ocr),
      embed: stage((run) => run.record.embed),
      recall: stage((run) => run.recall),
      route: stage((run) => run.route),
      prompt: stage((run) => run.record.prompt),
      generate: stage((run) => run.record.generate),
    },
    msToSimilarCases: stage((run) => run.diagnosis.usage.msToSimilarCases),
    msToFirstSentence: stage((run) => run.diagnosis.usage.msToFirstSentence),
    msAnswer: stage((run) => run.diagnosis.usage.ms),
    peakRssBytes,
    speedupVsNaive: Number((naiveMs / Math.max(1, ourMs)).toFixed(2)),
    tokensVsNaive: Number((ourTokens / Math.max(1, naiveTokens)).toFixed(3)),
  };
  if (values.json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else {
    const { stages } = result;
    const print = (name: string, value: string) => process.stdout.write(`${name.padEnd(34)} ${value}\n`);
    process.stdout.write(`Median of ${runs.length}; a photo of 12 megapixels with ${lines} lines of text\n`);
    for (const name of ['decode', 'ocr', 'embed', 'recall', 'route'] as const) print(name, `${stages[name]} ms`);
    print(
      'prompt',
      `${stage((run) => run.record.promptTokens)} tokens (${stage((run) => run.record.promptTokensKept)} kept), ${stages.prompt} ms`,
    );
    print('generate', `${stage((run) => run.record.generatedTokens)} tokens, ${stages.generate} ms`);
    print('similar cases after', `${result.msToSimilarCases} ms  (wanted: 1500)`);
    print('first sentence after', `${result.msToFirstSentence} ms  (wanted: 5000)`);
    print('whole answer after', `${result.msAnswer} ms  (wanted: 20000)`);
    print('peak resident memory', `${(result.peakRssBytes / 1e9).toFixed(2)} GB  (wanted: 3)`);
    print('times faster than the baseline', `${result.speedupVsNaive}  (wanted: 2)`);
    print('share of its tokens', `${result.tokensVsNaive}  (wanted: 0.6)`);
  }
} finally {
  await parts[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
}
process.exit(0);
