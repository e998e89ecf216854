import type { UnitKind, UnitStatus } from '../../../preload/contract/vocabulary.ts';

export type MemorySort = 'madeAt' | 'lastUsedAt' | 'importance' | 'useCount' | 'equipment' | 'title';

export interface MemoryFilterState {
  readonly text: string;
  readonly photo: File | null;
  readonly status: UnitStatus;
  readonly kind: UnitKind | null;
  readonly equipment: string | null;
  readonly source: string | null;
  readonly code: string;
  readonly minImportance: number;
  /** `2024-03-01`, inclusive; empty for no bound. */
  readonly from: string;
  readonly to: string;
  readonly sort: MemorySort;
  readonly descending: boolean;
}

export const firstFilters: MemoryFilterState = {
  text: '',
  photo: null,
  status: 'active',
  kind: null,
  equipment: null,
  source: null,
  code: '',
  minImportance: 1,
  from: '',
  to: '',
  sort: 'madeAt',
  descending: true,
};

/** What the contract's list takes. */
export function toListInput(filters: MemoryFilterState) {
  return {
    status: [filters.status],
    ...(filters.kind ? { kinds: [filters.kind] } : {}),
    ...(filters.equipment ? { equipment: filters.equipment } : {}),
    ...(filters.source ? { sourceSystem: filters.source } : {}),
    ...(filters.code.trim() ? { code: filters.code.trim() } : {}),
    ...(filters.minImportance > 1 ? { minImportance: filters.minImportance } : {}),
    ...(filters.from ? { madeFrom: `${filters.from}T00:00:00.000Z` } : {}),
    ...(filters.to ? { madeTo: `${filters.to}T23:59:59.999Z` } : {}),
    sort: filters.sort,
    descending: filters.descending,
  };
}

/** What the contract's search takes: the words, the photo and the same filters. */
export function toSearchInput(filters: MemoryFilterState) {
  const { sort: _sort, descending: _descending, ...filter } = toListInput(filters);
  return { ...filter, text: filters.text.trim(), limit: 100, ...(filters.photo ? { photo: filters.photo } : {}) };
}

/** How many filters are set beside the text. */
export function filtersSet(filters: MemoryFilterState): number {
  return [filters.kind, filters.source, filters.code.trim(), filters.minImportance > 1, filters.from, filters.to].filter(Boolean).length;
}
