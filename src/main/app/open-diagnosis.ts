import type { Agent } from '../agent/agent.ts';
import type { ToolCache } from '../agent/tool-cache.ts';
import { createAgent } from '../agent/create-agent.ts';
import { createDiagnoseFault, type DiagnoseFault } from '../diagnosis/diagnose-fault.ts';
import { createRecall } from '../memory/recall.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { maskReading } from '../privacy/mask-reading.ts';
import type { Masker } from '../privacy/masked.ts';
import { redactPhoto } from '../privacy/redact-photo.ts';
import { createToolFilter } from '../toolfilter/tool-filter.ts';
import { loadTools } from '../tools/registry.ts';
import type { Engines } from './open-engines.ts';
import { plainEvent } from './plain-event.ts';
import type { Stores } from './open-stores.ts';
import type { Settings } from './settings.ts';

export interface DiagnosisParts {
  readonly diagnoseFault: DiagnoseFault;
  readonly agent: Agent;
}

export interface DiagnosisOptions {
  readonly engines: Engines;
  readonly stores: Stores;
  readonly masker: Masker;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly toolCache: ToolCache;
}

/** Wires one diagnosis: recall, tools, filter, agent. The language models are opened by the agent when it needs them. */
export async function openDiagnosis({
  engines,
  stores,
  masker,
  settings,
  clock,
  logger,
  toolCache,
}: DiagnosisOptions): Promise<DiagnosisParts> {
  const [codec, imageEmbedder, textEmbedder, store, knowledge, records, audit, cuts] = await Promise.all([
    engines.codec.get(),
    engines.imageEmbedder.get(),
    engines.textEmbedder.get(),
    stores.memory.get(),
    stores.knowledge.get(),
    stores.records.get(),
    stores.audit.get(),
    engines.cuts.get(),
  ]);
  const recall = createRecall({ store, textEmbedder, imageEmbedderId: imageEmbedder.id, cuts, settings, clock });
  const tools = await loadTools({ recall, knowledge, records, masker, clock });
  const agent = createAgent({
    router: engines.router.get,
    reasoner: engines.reasoner.get,
    filter: createToolFilter(tools),
    settings,
    clock,
    logger,
    masker,
    toolCache,
    manualSafety: (equipment) => knowledge.safetyFor(equipment),
  });
  const diagnoseFault = createDiagnoseFault({
    readPhoto: engines.readPhoto,
    maskReading: (reading) => maskReading(reading, masker),
    redactPhoto: (image, reading) => redactPhoto(image, reading, masker, codec),
    imageEmbedder: async () => imageEmbedder,
    masker,
    recall,
    agent,
    machines: async () => {
      const [equipment, documents] = await Promise.all([store.equipmentNames(), knowledge.documents()]);
      return { equipment: [...new Set([...equipment, ...documents.flatMap((document) => document.equipment)])], assets: [] };
    },
    audit: { append: (entry) => audit.append(plainEvent(entry)) },
    clock,
    settings,
    logger,
  });
  return { agent, diagnoseFault };
}
