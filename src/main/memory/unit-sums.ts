import type { Masked } from '../domain/masked.ts';

/** How many of the moments (ISO 8601, UTC) fall into each month, oldest first. */
export function countMonths(moments: readonly string[]): { month: string; units: number }[] {
  const months = new Map<string, number>();
  for (const moment of moments) months.set(moment.slice(0, 7), (months.get(moment.slice(0, 7)) ?? 0) + 1);
  return [...months].sort(([a], [b]) => (a < b ? -1 : 1)).map(([month, units]) => ({ month, units }));
}

/** Each asset once, sorted, with the equipment that its newest row names. */
export function newestOfEachAsset(
  rows: readonly { asset: Masked; equipment: Masked; madeAt: string }[],
): { asset: Masked; equipment: Masked }[] {
  const newest = new Map<string, { asset: Masked; equipment: Masked; madeAt: string }>();
  for (const row of rows) {
    const known = newest.get(row.asset);
    if (known === undefined || (row.equipment !== '' && (known.equipment === '' || row.madeAt > known.madeAt))) newest.set(row.asset, row);
  }
  return [...newest.values()].sort((a, b) => (a.asset < b.asset ? -1 : 1)).map(({ asset, equipment }) => ({ asset, equipment }));
}
