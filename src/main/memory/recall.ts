import type { MatchReason, SimilarCase } from '../domain/diagnosis.ts';
import type { Caution } from '../domain/evidence.ts';
import type { EmbeddedUnit, MemoryUnit } from '../domain/memory-unit.ts';
import { normaliseCode } from '../domain/code.ts';
import { AppError } from '../domain/errors.ts';
import type { TextEmbedder } from '../inference/text-embedder.ts';
import type { Clock } from '../platform/clock.ts';
import { cautionsOf } from './cautions-of.ts';
import type { Cuts } from './cuts.ts';
import { decayOf, type DecaySettings } from './decay.ts';
import { compareEquipment } from './equipment-match.ts';
import { fuse } from './fusion.ts';
import type { MemoryStore, UnitFilter } from './memory-store.ts';
import { readQuery, type ReadQuery, type RecallQuery } from './recall-query.ts';
import { similarityCuts } from './similarity-cuts.ts';

export type { RecallQuery } from './recall-query.ts';

export interface RecallSettings extends DecaySettings {
  /** Cases shown. */
  readonly recallTop: number;
  /** Times more are fetched, up to 20. */
  readonly recallOverfetch: number;
  readonly keywordWeight: number;
  readonly imageWeight: number;
}

export interface RecallOptions {
  readonly store: MemoryStore;
  readonly textEmbedder: TextEmbedder;
  readonly imageEmbedderId: string;
  readonly cuts: Cuts;
  readonly settings: RecallSettings;
  readonly clock: Clock;
}

export interface RecallResult {
  /** Best first; of this make and model, or of none that is known to be another. */
  readonly cases: SimilarCase[];
  /** Cases of another make or model. */
  readonly otherModels: SimilarCase[];
}

export type Recall = (query: RecallQuery, signal?: AbortSignal) => Promise<RecallResult>;

/** Obsolete ones are shown as such; archived ones rest. */
const searched: UnitFilter = { status: ['active', 'obsolete'] };

/** A question with codes leans on its words this much more. */
const codeKeywordBonus = 0.2;

/** What exact knowledge adds to the fused score (0–1). A code is no matter of degree: no likeness of words outweighs it. */
const bonus = { code: 1, lookAlike: 0.3, asset: 0.2, model: 0.15, designator: 0.1 } as const;

/** Names of parts on a circuit diagram (IEC 81346: K3, M1, Q12): every cabinet has them, so they are a hint and no exact hit. */
const designator = /^[BKMQRSTXY]\d{1,2}$/;

/** A case that is out of force stands behind one that is in force, even one in another language that shares the code. */
const outOfForce = 0.6;
const outOfForceCautions: ReadonlySet<Caution> = new Set(['superseded', 'did-not-hold', 'withdrawn-unsafe', 'defeats-protection']);

interface Candidate {
  readonly unit: MemoryUnit;
  readonly words: number;
  readonly text: number | null;
  readonly image: number | null;
  readonly codes: readonly string[];
  readonly lookAlikes: readonly string[];
}

/** Finds the cases that are like a fault. Errors: `embedder-changed`, `cancelled`, those of the embedder. */
export function createRecall(options: RecallOptions): Recall {
  const { store, settings } = options;
  const cuts = similarityCuts(options.cuts, options.textEmbedder.id, options.imageEmbedderId);

  async function collect(query: RecallQuery, read: ReadQuery, signal?: AbortSignal): Promise<Candidate[]> {
    const limit = Math.min(20, settings.recallTop * settings.recallOverfetch);
    const vector = read.meaning === '' ? null : ((await options.textEmbedder.embed([read.meaning], 'query', signal))[0] ?? null);
    signal?.throwIfAborted();
    const [byWords, byText, byImage, byCode, byLookAlike] = await Promise.all([
      store.searchText(read.words, limit, searched, query.language),
      vector === null ? [] : store.searchTextVector(vector, limit, searched),
      query.imageVector === null ? [] : store.searchImageVector(query.imageVector, limit, searched),
      store.findByCodes(read.codes, 60, searched),
      store.findByCodes(read.lookAlikes, limit, searched),
    ]);
    signal?.throwIfAborted();
    const ids = new Set([...byWords, ...byText, ...byImage].map((found) => found.unit.id));
    for (const unit of [...byCode, ...byLookAlike]) ids.add(unit.id);
    const words = new Map(byWords.map((found) => [found.unit.id, found.score]));
    // All candidates get all their scores, so that one that a single route found is not marked down by the others' silence.
    const embedded = await store.getEmbedded([...ids]);
    return embedded.map((found) => scoreCandidate(found, words.get(found.unit.id) ?? 0, vector, query.imageVector, read));
  }

  return async (query, signal) => {
    try {
      const read = readQuery(query, await store.equipmentNames());
      const candidates = await collect(query, read, signal);
      const weights = {
        keyword: Math.min(1, settings.keywordWeight + (read.codes.length > 0 ? codeKeywordBonus : 0)),
        image: settings.imageWeight,
      };
      const fused = fuse(candidates, weights);
      const now = options.clock.now();
      const ranked = candidates.flatMap((candidate, at) => {
        const { unit } = candidate;
        const alikeText = candidate.text !== null && candidate.text >= cuts.text(query.language, unit.language);
        const alikeImage = candidate.image !== null && candidate.image >= cuts.image();
        const exact = isExact(candidate);
        if (!alikeText && !alikeImage && !exact && candidate.lookAlikes.length === 0) return [];
        const relation = relate(unit, read.equipment);
        const asset = unit.asset !== '' && read.assets.includes(normaliseCode(unit.asset));
        const decay = decayOf(unit, now, settings);
        const sure =
          (exact ? bonus.code : candidate.lookAlikes.length > 0 ? bonus.lookAlike : candidate.codes.length > 0 ? bonus.designator : 0) +
          (asset ? bonus.asset : 0) +
          (relation === 'same' ? bonus.model : 0);
        const inForce = unit.status === 'active' && !cautionsOf(unit, false).some((caution) => outOfForceCautions.has(caution));
        // An exact hit is never hidden by age.
        const rank = ((fused[at] ?? 0) * decay + sure) * (inForce ? 1 : outOfForce);
        const matchedBy = reasons(candidate, { alikeText, alikeImage, asset, sameModel: relation === 'same' });
        const shown = toSimilarCase(candidate, matchedBy, decay, relation === 'different');
        return [{ rank, other: relation === 'different', shown }];
      });
      // Equal ranks in a fixed order, so that a run can be repeated.
      ranked.sort((a, b) => b.rank - a.rank || (a.shown.id < b.shown.id ? -1 : 1));
      const top = (other: boolean) =>
        ranked
          .filter((found) => found.other === other)
          .slice(0, settings.recallTop)
          .map((found) => found.shown);
      return { cases: top(false), otherModels: top(true) };
    } catch (error) {
      if (signal?.aborted === true) throw new AppError('cancelled', 'Stopped.', { cause: error });
      throw error;
    }
  };
}

function isExact(candidate: Candidate): boolean {
  return candidate.codes.some((code) => !designator.test(code));
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function scoreCandidate(
  found: EmbeddedUnit,
  words: number,
  text: Float32Array | null,
  image: Float32Array | null,
  read: ReadQuery,
): Candidate {
  const { unit } = found;
  return {
    unit,
    words,
    text: text === null ? null : dot(text, found.textVector),
    image: image === null || found.imageVector === null ? null : dot(image, found.imageVector),
    codes: read.codes.filter((code) => unit.codes.includes(code)),
    lookAlikes: read.lookAlikes.filter((code) => unit.codes.includes(code)),
  };
}

/** Against several names of the machine in question, one that is the same decides. */
function relate(unit: MemoryUnit, equipment: readonly string[]): 'same' | 'different' | 'unknown' {
  const relations = equipment.map((name) => compareEquipment(name, unit.equipment));
  return relations.includes('same') ? 'same' : relations.includes('different') ? 'different' : 'unknown';
}

/** Letters and a few digits are a fault code; longer and mixed ones are parts. */
const faultCode = /^[A-Z]{1,3}\d{1,4}$/;

function reasons(
  candidate: Candidate,
  found: { alikeText: boolean; alikeImage: boolean; asset: boolean; sameModel: boolean },
): MatchReason[] {
  const list: MatchReason[] = [];
  if (candidate.codes.some((code) => faultCode.test(code) && !designator.test(code))) list.push('same-code');
  if (candidate.codes.some((code) => !faultCode.test(code) || designator.test(code))) list.push('same-part');
  if (candidate.lookAlikes.length > 0) list.push('look-alike-code');
  if (found.sameModel) list.push('same-model');
  if (found.asset) list.push('same-asset');
  if (candidate.words > 0) list.push('words');
  if (found.alikeText) list.push('meaning');
  if (found.alikeImage) list.push('photo');
  return list;
}

/** The greatest cosine; an exact code halves what is missing to 1. Falls with distance in either case, and times the decay. */
function scoreOf(candidate: Candidate, decay: number): number {
  const similarity = Math.min(1, Math.max(0, candidate.text ?? 0, candidate.image ?? 0));
  if (isExact(candidate)) return 1 - (1 - similarity) / 2;
  return Math.min(1, similarity * decay);
}

function toSimilarCase(candidate: Candidate, matchedBy: readonly MatchReason[], decay: number, otherModel: boolean): SimilarCase {
  const { unit } = candidate;
  return {
    id: unit.id,
    kind: 'case',
    title: unit.title,
    text: unit.text,
    score: scoreOf(candidate, decay),
    language: unit.language,
    cautions: cautionsOf(unit, otherModel),
    resolution: unit.resolution,
    matchedBy,
    equipment: unit.equipment,
    asset: unit.asset,
    codes: unit.codes,
    standing: unit.standing,
    status: unit.status,
    credibility: unit.credibility,
    madeAt: unit.madeAt,
    source: unit.source,
    photos: unit.photos,
  };
}
