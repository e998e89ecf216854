import { createHash } from 'node:crypto';
import type { MemoryUnit } from '../domain/memory-unit.ts';

/** 32 hex digits that stand for one source: two systems' ticket 1001 stay two. */
export function sourceKey(system: string, id: string): string {
  return createHash('sha256').update(`${system}\0${id}`).digest('hex').slice(0, 32);
}

/** Keys of the unit's own source and of those merged into it. */
export function sourceKeysOf(unit: MemoryUnit): string[] {
  return [unit.source, ...unit.mergedSources].map((source) => sourceKey(source.system, source.id));
}
