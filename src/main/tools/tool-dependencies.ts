import type { KnowledgeIndex } from '../knowledge/knowledge-index.ts';
import type { Recall } from '../memory/recall.ts';
import type { Clock } from '../platform/clock.ts';
import type { Masker } from '../privacy/masked.ts';
import type { RecordStore } from '../records/record-store.ts';
import type { Tool } from './tool.ts';

/** What tools work with; handed in by the composition root. */
export interface ToolDependencies {
  readonly recall: Recall;
  readonly knowledge: KnowledgeIndex;
  readonly records: RecordStore;
  readonly masker: Masker;
  readonly clock: Clock;
}

/** The default export of every `*.tool.ts` file. */
export type ToolMaker = (deps: ToolDependencies) => Tool;
