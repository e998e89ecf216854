import type { MatchReason, MemoryUnit, SimilarCase, Standing, UnitStatus } from '../../../preload/contract/vocabulary.ts';

/** One line of the table, from the list or from a search. */
export interface CaseRow {
  readonly id: string;
  readonly title: string;
  readonly equipment: string;
  readonly codes: readonly string[];
  readonly status: UnitStatus;
  readonly standing: Standing;
  /** Null where it is not known. */
  readonly importance: number | null;
  readonly madeAt: string;
  readonly matchedBy: readonly MatchReason[];
}

// The same object for the same unit, so that a line which did not change is not drawn again.
const rows = new WeakMap<MemoryUnit, CaseRow>();
const none: readonly MatchReason[] = [];

export function rowOfUnit(unit: MemoryUnit, matchedBy = none): CaseRow {
  const known = rows.get(unit);
  if (known && known.matchedBy === matchedBy) return known;
  const { id, title, equipment, codes, status, standing, importance, madeAt } = unit;
  const row = { id, title, equipment, codes, status, standing, importance, madeAt, matchedBy };
  rows.set(unit, row);
  return row;
}

export function rowOfFound(found: SimilarCase, importance: number | null): CaseRow {
  const { id, title, equipment, codes, status, standing, madeAt, matchedBy } = found;
  return { id, title, equipment, codes, status, standing, importance, madeAt, matchedBy };
}
