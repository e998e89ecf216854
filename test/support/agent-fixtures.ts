import { z } from 'zod';
import { settingsSchema } from '../../src/main/app/settings.ts';
import type { AgentInput, AgentResult, Agent } from '../../src/main/agent/agent.ts';
import { createAgent, type AgentDependencies } from '../../src/main/agent/create-agent.ts';
import type { DiagnosisEvent, SimilarCase } from '../../src/main/domain/diagnosis.ts';
import type { Evidence } from '../../src/main/domain/evidence.ts';
import type { Masked } from '../../src/main/domain/masked.ts';
import type { PhotoReading } from '../../src/main/domain/photo.ts';
import { detectLanguage } from '../../src/main/domain/language.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import { silentLogger } from '../../src/main/platform/logger.ts';
import { literal, type Masker } from '../../src/main/privacy/masked.ts';
import { createToolFilter } from '../../src/main/toolfilter/tool-filter.ts';
import { defineTool, type KnownFacts, type Tool } from '../../src/main/tools/tool.ts';
import { FakeLanguageModel } from './fake-language-model.ts';

/** Takes e-mail addresses out and nothing else: enough to see that text went through a masker. */
export const mailMasker: Masker = {
  mask(text) {
    let count = 0;
    const masked = text.replace(/[\w.]+@[\w.]+\w/g, () => (count++, '[EMAIL:0000]'));
    return { text: literal(masked), counts: count === 0 ? [] : [{ kind: 'EMAIL', count }], spans: [] };
  },
};

export const testSettings = settingsSchema.parse({});

export function makeCase(
  change: { [Key in keyof SimilarCase]?: SimilarCase[Key] extends Masked ? string : SimilarCase[Key] } & { id: string },
): SimilarCase {
  const base = {
    kind: 'case',
    title: 'Pump over-temperature',
    text: 'HP-40 stops with E-204 after ten minutes, housing at 78 °C.',
    resolution: 'Cooling fan blocked by lint. Cleaned the fan grille and replaced filter FK-118; tightened the cover to 12 Nm.',
    score: 0.9,
    language: 'en',
    cautions: [],
    matchedBy: ['same-code', 'meaning'],
    equipment: 'HP-40',
    asset: '',
    codes: ['E204', 'FK118'],
    standing: 'confirmed',
    status: 'active',
    credibility: 0.9,
    madeAt: '2025-03-01T08:00:00Z',
    source: { system: 'test', id: change.id },
    photos: [],
  };
  return { ...base, ...change } as unknown as SimilarCase;
}

export function makeEvidence(
  change: Omit<Partial<Evidence>, 'title' | 'text'> & { id: string; kind: Evidence['kind']; text: string; title?: string },
): Evidence {
  return { title: 'Manual HP-40', score: 0.8, language: 'en', cautions: [], ...change } as unknown as Evidence;
}

export function makeFacts(question: string, change: Partial<KnownFacts> = {}): KnownFacts {
  const codes = change.codes ?? [];
  const equipment = change.equipment ?? [];
  const assets = change.assets ?? [];
  const known = new Set<KnownFacts['known'] extends ReadonlySet<infer Fact> ? Fact : never>(['question']);
  if (codes.length > 0) known.add('fault-code');
  if (equipment.length > 0) known.add('equipment');
  if (assets.length > 0) known.add('asset');
  return { question: literal(question), language: detectLanguage(question), photos: [], codes, equipment, assets, known, ...change };
}

export function makeReading(change: Partial<PhotoReading> = {}): PhotoReading {
  return {
    description: literal('panel; E-204'),
    ocr: [],
    fields: [{ name: 'fault-code', value: literal('E-204'), normal: 'E204', lookAlikes: ['EZ04'], box: [0, 0, 10, 10], confidence: 0.95 }],
    labels: [],
    width: 640,
    height: 480,
    quality: { brightness: 120, glare: 0, sharpness: 300, problems: [], textTrusted: true },
    rotation: 0,
    partial: false,
    ...change,
  };
}

export interface ToolLog {
  readonly calls: { tool: string; args: Record<string, unknown> }[];
}

/** Small tools with the contracts of the real ones; what they find is given. */
export function makeTools(
  found: { code?: Evidence[]; manual?: Evidence[]; orders?: Evidence[] } = {},
  log: ToolLog = { calls: [] },
): Tool[] {
  const ran = (tool: string, args: Record<string, unknown>, evidence: Evidence[] | undefined) => {
    log.calls.push({ tool, args });
    const list = evidence ?? [];
    return { found: list.length > 0, summary: literal(list.map((one) => one.text).join(' ') || 'Nothing was found.'), evidence: list };
  };
  return [
    defineTool({
      name: 'look_up_fault_code',
      description: 'Look up what a fault code means.',
      parameters: z.object({ code: z.string().max(20).describe('The code') }),
      needs: ['fault-code'],
      gives: ['code-meaning'],
      scenarios: [],
      costMs: 5,
      permission: 'read-knowledge',
      cacheable: true,
      choices: (facts) => ({ code: facts.codes }),
      run: async (args) => ran('look_up_fault_code', args, found.code),
    }),
    defineTool({
      name: 'search_manuals',
      description: 'Search the manuals for a passage.',
      parameters: z.object({ query: z.string().min(2).max(200).describe('What to look for') }),
      needs: ['question'],
      gives: ['manual-passage'],
      scenarios: [],
      costMs: 40,
      permission: 'read-knowledge',
      cacheable: true,
      run: async (args) => ran('search_manuals', args, found.manual),
    }),
    defineTool({
      name: 'find_work_orders',
      description: 'Find the work orders of an asset.',
      parameters: z.object({ asset: z.string().max(20).describe('Asset number') }),
      needs: ['asset'],
      gives: ['work-orders'],
      scenarios: [],
      costMs: 10,
      permission: 'read-records',
      cacheable: true,
      choices: (facts) => ({ asset: facts.assets }),
      run: async (args) => ran('find_work_orders', args, found.orders),
    }),
  ];
}

export function makeAgent(
  options: { router?: FakeLanguageModel; reasoner?: FakeLanguageModel; tools?: Tool[] } & Partial<
    Omit<AgentDependencies, 'router' | 'reasoner'>
  > = {},
): Agent {
  const { router, reasoner, tools, ...rest } = options;
  return createAgent({
    router: router ?? new FakeLanguageModel(),
    reasoner: reasoner ?? new FakeLanguageModel(),
    filter: createToolFilter(tools ?? makeTools()),
    settings: testSettings,
    clock: systemClock,
    logger: silentLogger,
    masker: mailMasker,
    ...rest,
  });
}

export async function runAgent(
  agent: Agent,
  input: Partial<AgentInput> & { facts: KnownFacts },
  signal: AbortSignal = new AbortController().signal,
): Promise<{ events: DiagnosisEvent[]; result: AgentResult }> {
  const events: DiagnosisEvent[] = [];
  const run = agent.answer({ cases: [], otherModels: [], recallMs: 12, startedMs: systemClock.monotonicMs(), ...input }, signal);
  for (;;) {
    const step = await run.next();
    if (step.done === true) return { events, result: step.value };
    events.push(step.value);
  }
}
