import type { UnitFilter, UnitPatch } from '../memory-store.ts';

/** A single-quoted SQL literal; the only way a value comes into a filter. */
export function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

export function inList(column: string, values: readonly string[]): string {
  return values.length === 0 ? 'false' : `${column} IN (${values.map(quote).join(', ')})`;
}

/** True where the list column holds any of the values; served by its label-list index. */
export function hasAny(column: string, values: readonly string[]): string {
  return values.length === 0 ? 'false' : `(${values.map((value) => `array_has(${column}, ${quote(value)})`).join(' OR ')})`;
}

function instant(value: string): string {
  return quote(new Date(value).toISOString());
}

/** The SQL of a filter, without WHERE; `true` never stands in it needlessly. */
export function filterSql(filter: UnitFilter, ...more: readonly string[]): string {
  const parts = [inList('status', filter.status ?? ['active'])];
  if (filter.kinds !== undefined) parts.push(inList('kind', filter.kinds));
  if (filter.equipment !== undefined) parts.push(`equipment = ${quote(filter.equipment)}`);
  if (filter.asset !== undefined) parts.push(`asset = ${quote(filter.asset)}`);
  if (filter.codes !== undefined) parts.push(hasAny('codes', filter.codes));
  if (filter.minImportance !== undefined) parts.push(`importance >= ${Math.trunc(filter.minImportance)}`);
  if (filter.sourceSystem !== undefined) parts.push(`source_system = ${quote(filter.sourceSystem)}`);
  if (filter.madeFrom !== undefined) parts.push(`made_at >= ${instant(filter.madeFrom)}`);
  if (filter.madeTo !== undefined) parts.push(`made_at <= ${instant(filter.madeTo)}`);
  if (filter.without !== undefined && filter.without.length > 0) parts.push(`NOT (${inList('id', filter.without)})`);
  return [...parts, ...more].join(' AND ');
}

/** New values of the columns that a patch changes, as SQL; empty when it changes none. */
export function patchSql(change: UnitPatch): Record<string, string> {
  return {
    ...(change.status !== undefined && { status: quote(change.status) }),
    ...(change.standing !== undefined && { standing: quote(change.standing) }),
    ...(change.lastUsedAt !== undefined && { last_used_at: instant(change.lastUsedAt) }),
    ...(change.importance !== undefined && { importance: String(Math.trunc(change.importance)) }),
    ...(change.supersededBy !== undefined && { superseded_by: change.supersededBy === null ? 'NULL' : quote(change.supersededBy) }),
    ...(change.addUse === true && { use_count: 'use_count + 1' }),
  };
}
