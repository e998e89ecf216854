import PQueue from 'p-queue';
import { findCodes, normaliseCode } from '../domain/code.ts';
import { AppError } from '../domain/errors.ts';
import { detectLanguage } from '../domain/language.ts';
import type { Masked } from '../domain/masked.ts';
import {
  memoryUnitSchema,
  type EmbeddedUnit,
  type MemoryUnit,
  type Standing,
  type StoredPhoto,
  type UnitKind,
  type UnitStatus,
} from '../domain/memory-unit.ts';
import type { PhotoRole } from '../domain/photo.ts';
import type { TextEmbedder } from '../inference/text-embedder.ts';
import type { Clock } from '../platform/clock.ts';
import type { WriteJournal } from '../platform/write-journal.ts';
import { joinMasked, literal } from '../privacy/masked.ts';
import { consolidate, type WriteOutcome } from './consolidate.ts';
import type { Cuts } from './cuts.ts';
import { importanceOf } from './importance.ts';
import type { MemoryStore } from './memory-store.ts';
import { keepPhoto } from './photo-files.ts';
import { shortenMasked } from './shorten-masked.ts';
import { similarityCuts } from './similarity-cuts.ts';
import type { Tombstones } from './tombstones.ts';
import { randomUnitId, unitIdOf } from './unit-id.ts';
import { judgeWrite } from './write-gate.ts';

export interface RememberPhoto {
  /** Redacted and without metadata. */
  readonly jpeg: Uint8Array;
  readonly thumbnail?: Uint8Array;
  readonly role: PhotoRole;
  readonly width: number;
  readonly height: number;
  readonly description: Masked;
  /** Of the redacted photo, L2-normalised. */
  readonly imageVector: Float32Array;
}

export interface RememberInput {
  readonly kind: UnitKind;
  /** Default: the beginning of the text. */
  readonly title?: Masked;
  readonly text: Masked;
  readonly resolution: Masked;
  readonly photos: readonly RememberPhoto[];
  readonly equipment: Masked;
  readonly asset: Masked;
  /** Added to those that are found in the texts; any spelling. */
  readonly codes?: readonly string[];
  readonly workOrder: Masked;
  /** Null for what has no id elsewhere. */
  readonly source: { readonly system: string; readonly id: Masked } | null;
  /** ISO 8601; default now. */
  readonly madeAt?: string;
  readonly importance?: number;
  readonly standing?: Standing;
  readonly status?: UnitStatus;
  readonly supersededBy?: string | null;
  readonly credibility?: number;
  /** `automatic`: written by the product after a diagnosis, and judged by the write gate. Default `user`. */
  readonly origin?: 'user' | 'import' | 'automatic';
}

export interface RememberResult {
  /** Where the content stands; empty when it was refused. */
  readonly id: string;
  readonly outcome: WriteOutcome | 'refused';
  readonly reason?: string;
}

export interface MemoryWriterOptions {
  readonly store: MemoryStore;
  readonly journal: WriteJournal;
  readonly textEmbedder: TextEmbedder;
  readonly imageEmbedderId: string;
  readonly photosDir: string;
  readonly thumbnailsDir: string;
  readonly cuts: Cuts;
  readonly clock: Clock;
  /** What was purged is not taken in again by an import. */
  readonly tombstones?: Tombstones;
}

export interface MemoryWriter {
  /** Resolves once the unit is journaled and can be found. Errors: `bad-input`, and those of the store and the journal. */
  remember(input: RememberInput): Promise<RememberResult>;
  /** Resolves once the unit is journaled: it is written soon, or at the next start after a crash. */
  writeLater(input: RememberInput): Promise<{ id: string; outcome: 'accepted' | 'refused'; reason?: string }>;
  /** Writes what an earlier run still owed; returns how many units. */
  replay(): Promise<number>;
  /** Runs alone in the queue of writes. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing waits; rejects with the first error of a background write. */
  drain(): Promise<void>;
}

/** Small files pile up with single writes: after so many the table is compacted. */
const compactAfter = 256;

/** The one writer of a memory: gate, importance, photos, journal, consolidation, table, in this order and one after the other. */
export function createMemoryWriter(options: MemoryWriterOptions): MemoryWriter {
  const { store, journal } = options;
  const cuts = similarityCuts(options.cuts, options.textEmbedder.id, options.imageEmbedderId);
  const queue = new PQueue({ concurrency: 1 });
  let writes = 0;
  let failure: unknown;

  const inQueue = <T>(work: () => Promise<T>): Promise<T> => queue.add(work) as Promise<T>;

  async function prepare(input: RememberInput): Promise<{ entry: number; unit: EmbeddedUnit } | { refused: string }> {
    const verdict = judgeWrite({
      kind: input.kind,
      text: input.text,
      resolution: input.resolution,
      hasPhoto: input.photos.length > 0,
      automatic: input.origin === 'automatic',
    });
    if (!verdict.keep) return { refused: verdict.reason };
    if (input.source !== null && (await options.tombstones?.has(input.source.system, input.source.id)) === true)
      return { refused: 'purged' };
    const unit = await embedUnit(input, options);
    return { entry: await journal.append({ type: 'write', unit }), unit };
  }

  async function apply(entry: number, unit: EmbeddedUnit): Promise<RememberResult> {
    const { outcome, id, writes: changed } = await consolidate(store, unit, cuts);
    await store.upsert(changed);
    await journal.settle(entry);
    writes += 1;
    if (writes % compactAfter === 0) await store.compact();
    return { id, outcome };
  }

  return {
    async remember(input) {
      const prepared = await inQueue(() => prepare(input));
      if ('refused' in prepared) return { id: '', outcome: 'refused', reason: prepared.refused };
      return inQueue(() => apply(prepared.entry, prepared.unit));
    },
    async writeLater(input) {
      const prepared = await inQueue(() => prepare(input));
      if ('refused' in prepared) return { id: '', outcome: 'refused', reason: prepared.refused };
      void inQueue(() => apply(prepared.entry, prepared.unit)).catch((error: unknown) => {
        failure ??= error;
      });
      return { id: prepared.unit.unit.id, outcome: 'accepted' };
    },
    replay: () =>
      inQueue(async () => {
        let done = 0;
        for (const { id, record } of journal.pending()) {
          // A unit of another embedder waits until the memory is embedded anew.
          if (record.type !== 'write' || record.unit.textEmbedder !== options.textEmbedder.id) continue;
          await apply(id, record.unit);
          done += 1;
        }
        return done;
      }),
    exclusive: inQueue,
    async drain() {
      await queue.onIdle();
      if (failure === undefined) return;
      const error = failure;
      failure = undefined;
      throw error;
    },
  };
}

/** What is embedded: symptom and circumstances. The resolution stays out, so that the same fault is found whatever solved it. */
export function passageOf(unit: Pick<MemoryUnit, 'title' | 'text' | 'resolution' | 'equipment' | 'photos'>): Masked {
  const title = unit.text.startsWith(unit.title.replace(/…$/, '')) ? literal('') : unit.title;
  const symptom = joinMasked([unit.equipment, title, unit.text, ...unit.photos.map((photo) => photo.description)], '\n');
  return unit.text === '' && unit.photos.length === 0 ? joinMasked([symptom, unit.resolution], '\n') : symptom;
}

function codesOf(input: RememberInput): string[] {
  const texts = [input.title ?? '', input.text, input.resolution, ...input.photos.map((photo) => photo.description)].join('\n');
  const given = (input.codes ?? []).map(normaliseCode).filter((code) => code !== '');
  return [...new Set([...given, ...findCodes(texts).map((code) => code.normal)])];
}

function modalityOf(input: RememberInput): MemoryUnit['modality'] {
  if (input.photos.length === 0) return 'text';
  return input.text === '' && input.resolution === '' ? 'photo' : 'text+photo';
}

/** A moment that the caller gave, in one form. Errors: `bad-input`. */
function instant(value: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime()))
    throw new AppError('bad-input', 'The time of the case is no date. Write it like 2024-03-15 or 2024-03-15T08:30:00Z.');
  return date.toISOString();
}

async function embedUnit(input: RememberInput, options: MemoryWriterOptions): Promise<EmbeddedUnit> {
  const photos: StoredPhoto[] = [];
  for (const photo of input.photos) {
    const file = await keepPhoto(options.photosDir, options.thumbnailsDir, photo.jpeg, photo.thumbnail);
    photos.push({ file, role: photo.role, width: photo.width, height: photo.height, description: photo.description });
  }
  const codes = codesOf(input);
  const now = options.clock.now().toISOString();
  const id = input.source === null ? randomUnitId() : unitIdOf(input.source.system, input.source.id);
  const photoText = input.photos.map((photo) => photo.description).find((description) => description !== '');
  const parsed = memoryUnitSchema.safeParse({
    id,
    kind: input.kind,
    title: input.title ?? shortenMasked(input.text || photoText || input.resolution, 80),
    text: input.text,
    resolution: input.resolution,
    photos,
    equipment: input.equipment,
    asset: input.asset,
    codes,
    workOrder: input.workOrder,
    // What has no id elsewhere is its own source; the id is random characters of ours.
    source: input.source ?? { system: 'fixlore', id: literal(id) },
    mergedSources: [],
    modality: modalityOf(input),
    language: detectLanguage(`${input.title ?? ''} ${input.text} ${input.resolution}`),
    madeAt: input.madeAt === undefined ? now : instant(input.madeAt),
    lastUsedAt: now,
    useCount: 0,
    importance:
      input.importance ??
      importanceOf({ kind: input.kind, text: input.text, resolution: input.resolution, codes, hasPhoto: photos.length > 0 }),
    expiresAt: null,
    status: input.status ?? 'active',
    standing:
      input.standing ??
      (input.kind === 'solved-case' && input.resolution === '' ? 'history' : input.origin === 'automatic' ? 'provisional' : 'confirmed'),
    credibility: input.credibility ?? (input.origin === 'automatic' ? 0.6 : 0.8),
    supersededBy: input.supersededBy ?? null,
    conflictsWith: [],
  } satisfies Record<keyof MemoryUnit, unknown>);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new AppError(
      'bad-input',
      `The case cannot be stored: ${issue?.path.join('.') ?? 'a field'} is not valid. Correct it and try again.`,
      { cause: parsed.error },
    );
  }
  const unit = parsed.data;
  const [textVector] = await options.textEmbedder.embed([passageOf(unit)], 'passage');
  if (textVector === undefined)
    throw new AppError('internal', 'The text model gave no vector for a case. Run "fixlore models verify" and try again.');
  const shown = input.photos.find((photo) => photo.role === 'fault') ?? input.photos[0];
  return {
    unit,
    textVector,
    textEmbedder: options.textEmbedder.id,
    imageVector: shown?.imageVector ?? null,
    imageEmbedder: options.imageEmbedderId,
  };
}
