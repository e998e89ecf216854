import { LRUCache } from 'lru-cache';
import type { ToolResult } from '../tools/tool.ts';
import { callKey, type ToolCall } from './protocol.ts';

export interface ToolCache {
  get(call: ToolCall): ToolResult | undefined;
  keep(call: ToolCall, result: ToolResult): void;
  /** Whatever is written to the memory, the manuals or the records may change what a tool finds. */
  clear(): void;
}

const mostResults = 512;
const lifeMs = 5 * 60_000;

/** Results of tools that give the same for the same arguments, by name and arguments; in memory alone. */
export function createToolCache(options: { nowMs?: () => number } = {}): ToolCache {
  const { nowMs } = options;
  const results = new LRUCache<string, ToolResult>({
    max: mostResults,
    ttl: lifeMs,
    ...(nowMs === undefined ? {} : { perf: { now: nowMs } }),
  });
  const keyOf = (call: ToolCall): string => callKey(call.tool.name, call.args);
  return {
    get: (call) => (call.tool.cacheable ? results.get(keyOf(call)) : undefined),
    keep: (call, result) => {
      if (call.tool.cacheable) results.set(keyOf(call), result);
    },
    clear: () => results.clear(),
  };
}
