import type { EmbeddedUnit, MemoryUnit, Standing } from '../domain/memory-unit.ts';
import { compareEquipment } from './equipment-match.ts';
import type { MemoryStore } from './memory-store.ts';
import { factsAgree, resolutionsContradict } from './salient-facts.ts';
import type { SimilarityCuts } from './similarity-cuts.ts';
import { wordOverlap } from './word-overlap.ts';

export type WriteOutcome = 'stored' | 'merged' | 'replaced' | 'in-conflict';

export interface Consolidation {
  readonly outcome: WriteOutcome;
  /** Id under which the content now stands: another one's when it was merged. */
  readonly id: string;
  /** What has to be written, in one go. */
  readonly writes: readonly EmbeddedUnit[];
}

type Source = MemoryUnit['source'];

const isSource = (a: Source, b: Source) => a.system === b.system && a.id === b.id;

/** How alike the words of two resolutions must be beside their facts: texts that share half of their words tell the same repair. */
const sameResolution = 0.6;

const cannotBeRight: ReadonlySet<Standing> = new Set(['did-not-hold', 'withdrawn-unsafe']);

/**
 * Decides how a new unit enters the memory: the same source replaces, the same content merges with both sources
 * kept, a contradiction stands beside the other and both are marked. Reads only; the caller writes. Repeating it
 * after a crash gives the same result.
 */
export async function consolidate(store: MemoryStore, incoming: EmbeddedUnit, cuts: SimilarityCuts): Promise<Consolidation> {
  const { unit } = incoming;
  const [before] = await store.getEmbedded([unit.id]);
  const others = await neighbours(store, incoming);
  const writes = new Map<string, EmbeddedUnit>();

  if (before === undefined) {
    const twin = others.find((other) => areTwins(incoming, other, cuts));
    if (twin !== undefined) return { outcome: 'merged', id: twin.unit.id, writes: [mergeInto(twin, incoming)] };
  }
  // A source that was merged into another unit, and now says something else, stands alone from here on.
  const holder = before === undefined ? await store.findBySource(unit.source.system, unit.source.id) : null;
  if (holder !== null && holder.id !== unit.id) {
    const [embedded] = await store.getEmbedded([holder.id]);
    if (embedded !== undefined)
      writes.set(holder.id, withUnit(embedded, { mergedSources: holder.mergedSources.filter((source) => !isSource(source, unit.source)) }));
  }

  const rivals = others.filter((other) => areRivals(incoming, other, cuts)).map((other) => other.unit.id);
  for (const other of others) {
    if (!rivals.includes(other.unit.id)) continue;
    const current = writes.get(other.unit.id) ?? other;
    writes.set(other.unit.id, withUnit(current, { conflictsWith: [...new Set([...current.unit.conflictsWith, unit.id])] }));
  }
  // Those that the earlier text contradicted, and the new one does not.
  const reconciled = before?.unit.conflictsWith.filter((id) => !rivals.includes(id)) ?? [];
  for (const other of await store.getEmbedded(reconciled)) {
    const current = writes.get(other.unit.id) ?? other;
    writes.set(other.unit.id, withUnit(current, { conflictsWith: current.unit.conflictsWith.filter((id) => id !== unit.id) }));
  }

  const kept =
    before === undefined
      ? {}
      : {
          mergedSources: before.unit.mergedSources,
          useCount: before.unit.useCount,
          lastUsedAt: later(before.unit.lastUsedAt, unit.lastUsedAt),
        };
  writes.set(unit.id, withUnit(incoming, { ...kept, conflictsWith: rivals }));
  const outcome = rivals.length > 0 ? 'in-conflict' : before === undefined ? 'stored' : 'replaced';
  return { outcome, id: unit.id, writes: [...writes.values()] };
}

function withUnit(embedded: EmbeddedUnit, change: Partial<MemoryUnit>): EmbeddedUnit {
  return { ...embedded, unit: { ...embedded.unit, ...change } };
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}

/** Units that may be twins or rivals: nearest by text, and those that carry one of the codes. */
async function neighbours(store: MemoryStore, incoming: EmbeddedUnit): Promise<EmbeddedUnit[]> {
  const filter = { status: ['active'] as const };
  const near = await store.searchTextVector(incoming.textVector, 8, filter);
  const coded = await store.findByCodes(incoming.unit.codes, 40, filter);
  const ids = new Set([...near.map((found) => found.unit.id), ...coded.map((found) => found.id)]);
  ids.delete(incoming.unit.id);
  const found = await store.getEmbedded([...ids]);
  return found.sort((a, b) => cosine(incoming, b) - cosine(incoming, a));
}

function cosine(a: EmbeddedUnit, b: EmbeddedUnit): number {
  let sum = 0;
  for (let i = 0; i < a.textVector.length; i += 1) sum += (a.textVector[i] ?? 0) * (b.textVector[i] ?? 0);
  return sum;
}

function areTwins(a: EmbeddedUnit, b: EmbeddedUnit, cuts: SimilarityCuts): boolean {
  const [one, other] = [a.unit, b.unit];
  if (one.kind !== other.kind || one.language !== other.language || one.standing !== other.standing) return false;
  if (one.supersededBy !== null || other.supersededBy !== null || other.conflictsWith.length > 0) return false;
  if (cosine(a, b) < cuts.merge(one.language)) return false;
  if (
    one.asset !== other.asset ||
    compareEquipment(one.equipment, other.equipment) !== (one.equipment === '' && other.equipment === '' ? 'unknown' : 'same')
  )
    return false;
  if (one.codes.length !== other.codes.length || one.codes.some((code) => !other.codes.includes(code))) return false;
  if (!factsAgree(one.text, other.text) || !factsAgree(one.resolution, other.resolution)) return false;
  return wordOverlap(one.resolution, other.resolution) >= sameResolution;
}

function areRivals(a: EmbeddedUnit, b: EmbeddedUnit, cuts: SimilarityCuts): boolean {
  const [one, other] = [a.unit, b.unit];
  if (one.kind !== 'solved-case' || other.kind !== 'solved-case') return false;
  // A case that is out of force already contradicts nothing.
  if ([one, other].some((unit) => cannotBeRight.has(unit.standing) || unit.supersededBy !== null)) return false;
  if (compareEquipment(one.equipment, other.equipment) !== 'same') return false;
  const models = new Set(
    [one, other].flatMap((unit) => [unit.equipment, unit.asset]).map((name) => name.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')),
  );
  const shared = one.codes.some((code) => other.codes.includes(code) && ![...models].some((model) => model !== '' && model.includes(code)));
  const similarity = cosine(a, b);
  const sameFault =
    (one.language === other.language && similarity >= cuts.merge(one.language)) ||
    (shared && similarity >= cuts.text(one.language, other.language));
  return sameFault && resolutionsContradict(one.resolution, other.resolution);
}

/** The older unit stays, and takes over what the newer one adds. */
function mergeInto(target: EmbeddedUnit, incoming: EmbeddedUnit): EmbeddedUnit {
  const [kept, added] = [target.unit, incoming.unit];
  const sources = [...kept.mergedSources];
  for (const source of [added.source, ...added.mergedSources]) {
    if (!isSource(source, kept.source) && !sources.some((known) => isSource(known, source))) sources.push(source);
  }
  const photos = [...kept.photos, ...added.photos.filter((photo) => !kept.photos.some((known) => known.file === photo.file))];
  return {
    ...target,
    imageVector: target.imageVector ?? incoming.imageVector,
    imageEmbedder: target.imageVector === null ? incoming.imageEmbedder : target.imageEmbedder,
    unit: {
      ...kept,
      photos,
      modality: photos.length > 0 ? 'text+photo' : kept.modality,
      mergedSources: sources,
      importance: Math.max(kept.importance, added.importance),
      credibility: Math.max(kept.credibility, added.credibility),
      workOrder: kept.workOrder === '' ? added.workOrder : kept.workOrder,
      lastUsedAt: later(kept.lastUsedAt, added.lastUsedAt),
    },
  };
}
