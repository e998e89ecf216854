import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KnownFigures, findFigures } from '../../src/main/agent/figures.ts';
import { createAgent } from '../../src/main/agent/create-agent.ts';
import type { Agent } from '../../src/main/agent/agent.ts';
import { openLlamaRuntime } from '../../src/main/inference/llama/llama-runtime.ts';
import { LlamaLanguageModel } from '../../src/main/inference/llama/llama-language-model.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import { silentLogger } from '../../src/main/platform/logger.ts';
import { createToolFilter } from '../../src/main/toolfilter/tool-filter.ts';
import { mailMasker, makeCase, makeEvidence, makeFacts, makeTools, runAgent, testSettings } from '../support/agent-fixtures.ts';

const folder = join(
  process.env['FIXLORE_CACHE_DIR'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'fixlore'),
  'models',
);
const routerFile = join(folder, 'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf');
const reasonerFile = join(folder, 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf');
const present = existsSync(routerFile) && existsSync(reasonerFile);
if (!present) console.warn(`skipped: the model files are not in ${folder}`);

const fan = makeCase({ id: 'C-7KQ2M9XA' });
const sensor = makeCase({
  id: 'C-BBBBBBBB',
  title: 'Pump reports over-temperature while cold' as never,
  text: 'HP-40 shows E-204 at once after start, the housing is cold.' as never,
  resolution: 'Temperature sensor TS-7 had a broken wire. Replaced TS-7 and its connector.' as never,
  codes: ['E204', 'TS7'],
  score: 0.88,
});
const drive = makeCase({
  id: 'C-CCCCCCCC',
  language: 'zh',
  title: '变频器过流' as never,
  equipment: 'VD-22' as never,
  text: 'VD-22 启动时报 F-07 过流。' as never,
  resolution: '输出电缆绝缘破损对地。更换电缆 KB-330，紧固端子到 4 Nm。' as never,
  codes: ['F07', 'KB330'],
});
const code = makeEvidence({ id: 'M-hp40#5', kind: 'code', text: 'E-204: over-temperature of the pump housing, limit 75 °C.' });

describe.skipIf(!present)('agent on the real models', () => {
  let router: LlamaLanguageModel;
  let reasoner: LlamaLanguageModel;
  let dir: string;
  let agent: Agent;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'fixlore-kv-'));
    const runtime = await openLlamaRuntime({ threads: Number(process.env['FIXLORE_TEST_THREADS'] ?? 0) });
    const shared = { runtime, contextTokens: 2048, kvStateDir: dir };
    router = await LlamaLanguageModel.open({ ...shared, modelFile: routerFile, id: 'router' });
    reasoner = await LlamaLanguageModel.open({ ...shared, modelFile: reasonerFile, id: 'reasoner' });
    agent = createAgent({
      router,
      reasoner,
      filter: createToolFilter(makeTools({ code: [code] })),
      settings: testSettings,
      clock: systemClock,
      logger: silentLogger,
      masker: mailMasker,
    });
    await agent.warm('en');
    await agent.warm('zh');
  });
  afterAll(async () => {
    await router?.[Symbol.asyncDispose]();
    await reasoner?.[Symbol.asyncDispose]();
    await rm(dir, { recursive: true, force: true });
  });

  const noInvention = (answer: string, texts: readonly string[]): void => {
    const known = new KnownFigures();
    for (const text of texts) known.add(text);
    expect(findFigures(answer).filter((figure) => !known.has(figure))).toEqual([]);
  };

  it('chooses between two cases of one code and adds advice without inventing', async () => {
    const { result } = await runAgent(agent, {
      facts: makeFacts('HP-40 shows E-204 right after switching on although it is cold. Has this happened before?', {
        codes: ['E-204'],
        equipment: ['HP-40'],
      }),
      cases: [fan, sensor],
    });
    console.log(result.answer, JSON.stringify({ usage: result.usage, stages: result.stages, removed: result.grounding.removed }));
    expect(result.evidence.map((one) => one.id)).toEqual(expect.arrayContaining(['C-7KQ2M9XA', 'C-BBBBBBBB']));
    expect(result.answer).toContain('TS-7');
    expect(result.usage.tokensCached).toBeGreaterThan(80);
    noInvention(result.answer, [fan.text, fan.resolution, fan.title, sensor.title, sensor.text, sensor.resolution, code.text]);
  });

  it('answers a Chinese question in Chinese', async () => {
    const { result } = await runAgent(agent, {
      facts: makeFacts('VD-22 启动报 F-07，以前怎么解决的？', { codes: ['F-07'], equipment: ['VD-22'] }),
      cases: [drive],
    });
    console.log(result.answer, JSON.stringify({ usage: result.usage, stages: result.stages, removed: result.grounding.removed }));
    expect(result.answer).toContain('更换电缆 KB-330，紧固端子到 4 Nm [C-CCCCCCCC]。');
    noInvention(result.answer, [drive.title, drive.text, drive.resolution, code.text]);
  });

  it('declines without a case, and asks the reasoning model nothing', async () => {
    const { result } = await runAgent(agent, { facts: makeFacts('Why does the elevator door of building 3 squeak?') });
    expect(result.stopped).toBe('no-evidence');
  });

  it('stops during the answer and can be asked again', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 500);
    await expect(
      runAgent(
        agent,
        { facts: makeFacts('HP-40 shows E-204', { codes: ['E-204'], equipment: ['HP-40'] }), cases: [fan, sensor] },
        controller.signal,
      ),
    ).rejects.toMatchObject({ code: 'cancelled' });
    expect(await reasoner.countTokens('idle')).toBeGreaterThan(0);
  });
});
