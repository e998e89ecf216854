import type { OpenParts } from '../../src/main/app/lazy.ts';
import type { Settings } from '../../src/main/app/settings.ts';
import type { KnownMachines } from '../../src/main/diagnosis/known-facts.ts';
import { EfficientNetImageEmbedder } from '../../src/main/inference/onnx/efficientnet-image-embedder.ts';
import type { TextEmbedder } from '../../src/main/inference/text-embedder.ts';
import { openKnowledge } from '../../src/main/knowledge/knowledge-index.ts';
import { loadCuts } from '../../src/main/memory/cuts.ts';
import { openLanceMemoryStore } from '../../src/main/memory/lancedb/lancedb-memory-store.ts';
import { createRecall } from '../../src/main/memory/recall.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import type { Paths } from '../../src/main/platform/paths.ts';
import type { Masker } from '../../src/main/privacy/masked.ts';
import { openRecords } from '../../src/main/records/record-store.ts';
import { loadTools } from '../../src/main/tools/registry.ts';
import type { Tool } from '../../src/main/tools/tool.ts';

/** The tools over the stores of a data folder that no app has open. */
export async function openSampleTools(
  parts: OpenParts,
  options: { paths: Paths; engines: { textEmbedder: TextEmbedder }; masker: Masker; settings: Settings },
): Promise<{ tools: Tool[]; machines: KnownMachines }> {
  const { paths, masker, settings } = options;
  const { textEmbedder } = options.engines;
  const image = EfficientNetImageEmbedder.identity;
  const store = await openLanceMemoryStore({ dir: paths.memory, textEmbedder, imageEmbedder: image });
  parts.add(() => store[Symbol.asyncDispose]());
  const knowledge = await openKnowledge({ dir: paths.knowledge, textEmbedder, masker });
  const records = await openRecords({ dir: paths.records, masker });
  const recall = createRecall({ store, textEmbedder, imageEmbedderId: image.id, cuts: await loadCuts(), settings, clock: systemClock });
  const tools = await loadTools({ recall, knowledge, records, masker, clock: systemClock });
  return { tools, machines: { equipment: await store.equipmentNames(), assets: [] } };
}
