import type { MemoryUnit, UnitKind } from '../domain/memory-unit.ts';

/** Days and factors from the settings. */
export interface DecaySettings {
  readonly decayAfterDays: number;
  readonly decayFactor: number;
  readonly oldAfterDays: number;
  readonly oldFactor: number;
}

/** How much of the ageing a kind takes: a rare fault is what memory is for, a stock level is stale in a week. */
const ageing: Readonly<Record<UnitKind, number>> = {
  'solved-case': 0,
  'domain-knowledge': 0.25,
  'how-to-query': 0.25,
  preference: 0.5,
  'tool-result': 1,
};

const dayMs = 86_400_000;
const recentDays = 14;

/**
 * What a similarity is multiplied by for ranking, 0–1.05: whole steps after so many days for what ages fully, less for the
 * other kinds; what was used within the last two weeks rises a little.
 */
export function decayOf(unit: Pick<MemoryUnit, 'kind' | 'madeAt' | 'lastUsedAt' | 'useCount'>, now: Date, settings: DecaySettings): number {
  const days = Math.max(0, (now.getTime() - Date.parse(unit.madeAt)) / dayMs);
  const factor = days > settings.oldAfterDays ? settings.oldFactor : days > settings.decayAfterDays ? settings.decayFactor : 1;
  const aged = 1 - (1 - factor) * ageing[unit.kind];
  const sinceUse = (now.getTime() - Date.parse(unit.lastUsedAt)) / dayMs;
  const used = unit.useCount > 0 && sinceUse <= recentDays ? 1 + 0.05 * Math.min(1, unit.useCount / 5) : 1;
  return aged * used;
}
