import { createAgent } from '../agent/create-agent.ts';
import { createDiagnoseFault, type DiagnoseFault } from '../diagnosis/diagnose-fault.ts';
import { createRecall } from '../memory/recall.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Masker } from '../privacy/masked.ts';
import { createToolFilter } from '../toolfilter/tool-filter.ts';
import { loadTools } from '../tools/registry.ts';
import type { Agent } from '../agent/agent.ts';
import type { Lazy } from './lazy.ts';
import type { LoadedCuts } from './load-similarity-cuts.ts';
import type { Engines } from './open-engines.ts';
import type { Stores } from './open-stores.ts';
import type { Settings } from './settings.ts';

export interface DiagnosisParts {
  readonly diagnoseFault: DiagnoseFault;
  readonly agent: Agent;
}

/** Wires one diagnosis: recall, tools, filter, agent. The language models are opened by the agent when it needs them. */
export async function openDiagnosis(options: { engines: Engines; stores: Stores; cuts: Lazy<LoadedCuts>; masker: Masker; settings: Settings; clock: Clock; logger: Logger }): Promise<DiagnosisParts> {
  const { engines, stores, masker, settings, clock, logger } = options;
  const [codec, ocr, imageEmbedder, textEmbedder, store, knowledge, records, cuts] = await Promise.all([
    engines.codec.get(), engines.ocr.get(), engines.imageEmbedder.get(), engines.textEmbedder.get(), stores.memory.get(), stores.knowledge.get(), stores.records.get(), options.cuts.get(),
  ]);
  const recall = createRecall({ store, textEmbedder, cuts: cuts.similarity, settings, clock });
  const tools = await loadTools({ recall, knowledge, records });
  const agent = createAgent({ router: engines.router.get, reasoner: engines.reasoner.get, tools, filter: createToolFilter(tools), settings, clock, logger, masker });
  return { agent, diagnoseFault: createDiagnoseFault({ codec, ocr, imageEmbedder, recall, agent, masker, clock }) };
}
