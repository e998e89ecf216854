import { normaliseCode } from '../domain/code.ts';
import type { SimilarCase } from '../domain/diagnosis.ts';
import type { MemoryUnit, UnitKind, UnitStatus } from '../domain/memory-unit.ts';
import type { MemoryStore, UnitFilter } from '../memory/memory-store.ts';
import type { Masker } from '../privacy/masked.ts';

export interface CasesFound {
  readonly cases: readonly SimilarCase[];
  readonly otherModels: readonly SimilarCase[];
}

export interface FilterGiven {
  readonly status?: readonly UnitStatus[] | undefined;
  readonly kinds?: readonly UnitKind[] | undefined;
  readonly equipment?: string | undefined;
  readonly code?: string | undefined;
  readonly minImportance?: number | undefined;
  readonly sourceSystem?: string | undefined;
  readonly madeFrom?: string | undefined;
  readonly madeTo?: string | undefined;
}

export interface SearchGiven {
  readonly text: string;
  readonly photo: Uint8Array | null;
  readonly limit: number;
  readonly filter: FilterGiven;
  readonly signal: AbortSignal;
}

export interface CasesAndMore extends CasesFound {
  readonly holding: readonly MemoryUnit[];
  readonly importance: Readonly<Record<string, number>>;
}

export interface CaseSearchParts {
  readonly store: MemoryStore;
  readonly masker: Masker;
  /** Cases within the days of grace of a purge. */
  readonly hiddenIds: () => Promise<ReadonlySet<string>>;
  readonly search: (text: string, options: { limit: number; signal: AbortSignal }) => Promise<CasesFound>;
  readonly searchByPhoto: (bytes: Uint8Array, text: string, limit: number, signal: AbortSignal) => Promise<CasesFound>;
}

const unitId = /^C-[0-9A-HJKMNP-TV-Z]{8}$/;

/** What the store takes of what the window gives. */
export function toFilter<T extends FilterGiven>({ code, ...given }: T): Omit<T, 'code'> & UnitFilter {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as unknown as Omit<T, 'code'> &
    UnitFilter;
  return code ? { ...set, codes: [normaliseCode(code)] } : set;
}

/** The store's own filter, for what came another way; no status given means all but the archive, as in recall. */
function fits(unit: MemoryUnit | undefined, given: FilterGiven, filter: UnitFilter): boolean {
  if (!unit || filter.without?.includes(unit.id)) return false;
  return (
    (given.status?.includes(unit.status) ?? unit.status !== 'archived') &&
    (given.kinds?.includes(unit.kind) ?? true) &&
    (given.equipment === undefined || unit.equipment === given.equipment) &&
    (filter.codes?.some((code) => unit.codes.includes(code)) ?? true) &&
    unit.importance >= (given.minImportance ?? 1) &&
    (given.sourceSystem === undefined || unit.source.system === given.sourceSystem) &&
    (given.madeFrom === undefined || unit.madeAt >= given.madeFrom) &&
    (given.madeTo === undefined || unit.madeAt <= given.madeTo)
  );
}

/** The search of the memory page: by likeness, and then by the words themselves, so that what is there is also found. */
export function createCaseSearch(parts: CaseSearchParts): (given: SearchGiven) => Promise<CasesAndMore> {
  const { store } = parts;

  /** Cases that hold every word as it was typed, and the one that bears it as its id. */
  async function findHolding(text: string, limit: number, filter: UnitFilter): Promise<MemoryUnit[]> {
    const masked = parts.masker.mask(text).text.toLowerCase();
    const words = masked.split(/\s+/).filter(Boolean);
    const byId = unitId.test(text.trim().toUpperCase()) ? await store.get([text.trim().toUpperCase()]) : [];
    const byWords = (await store.searchText(masked, 100, filter))
      .map(({ unit }) => unit)
      .filter((unit) => {
        const held = [unit.title, unit.text, unit.resolution, unit.equipment, unit.asset, unit.workOrder, unit.codes.join(' ')]
          .join(' ')
          .toLowerCase();
        return words.every((word) => held.includes(word));
      });
    return [...byId, ...byWords.filter((unit) => unit.id !== byId[0]?.id)].slice(0, limit);
  }

  /** Likeness knows active and obsolete cases; the filter then holds for all that is found. */
  return async ({ text, photo, limit, filter: given, signal }) => {
    const filter: UnitFilter = { ...toFilter(given), without: [...(await parts.hiddenIds())] };
    const found = photo === null ? await parts.search(text, { limit, signal }) : await parts.searchByPhoto(photo, text, limit, signal);
    const units = new Map((await store.get([...found.cases, ...found.otherModels].map(({ id }) => id))).map((unit) => [unit.id, unit]));
    const fitting = (cases: readonly SimilarCase[]) => cases.filter(({ id }) => fits(units.get(id), given, filter));
    const [cases, otherModels] = [fitting(found.cases), fitting(found.otherModels)];
    const shown = new Set([...cases, ...otherModels].map(({ id }) => id));
    const holding =
      photo === null ? (await findHolding(text, limit, filter)).filter((unit) => fits(unit, given, filter) && !shown.has(unit.id)) : [];
    return { cases, otherModels, holding, importance: Object.fromEntries([...units.values()].map((unit) => [unit.id, unit.importance])) };
  };
}
