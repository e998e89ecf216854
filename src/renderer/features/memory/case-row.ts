import type { MatchReason } from '../../../preload/contract/vocabulary.ts';
import type { Standing, UnitStatus } from '../../../preload/contract/vocabulary.ts';

/** One line of the table, from the list or from a search. */
export interface CaseRow {
  readonly id: string;
  readonly title: string;
  readonly equipment: string;
  readonly codes: readonly string[];
  readonly status: UnitStatus;
  readonly standing: Standing;
  /** Null where the search does not say. */
  readonly importance: number | null;
  readonly madeAt: string;
  readonly matchedBy: readonly MatchReason[];
}
