import type { Agent } from '../agent/agent.ts';
import { isSmallTalk } from '../agent/route-intent.ts';
import type { Diagnosis, DiagnosisEvent, DiagnosisInput, SimilarCase } from '../domain/diagnosis.ts';
import type { AuditEvent } from '../audit/audit-log.ts';
import { AppError, isCancellation } from '../domain/errors.ts';
import { detectLanguage, type Language } from '../domain/language.ts';
import type { Masked, MaskedCount } from '../domain/masked.ts';
import type { PhotoReading, RgbImage } from '../domain/photo.ts';
import { normaliseCode } from '../domain/code.ts';
import type { ImageEmbedder } from '../inference/image-embedder.ts';
import type { RecallQuery } from '../memory/recall-query.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { correctReading } from '../perception/correct-reading.ts';
import { countsByKind } from '../privacy/mask-reading.ts';
import { joinMasked, literal, type Masker } from '../privacy/masked.ts';
import { gatherFacts, lookAlikeCodes, type KnownMachines } from './known-facts.ts';

export interface DiagnoseDependencies {
  /** Decodes and reads one photo; nothing of it is masked yet. Errors: `photo-unreadable`, `photo-too-large`, `cancelled`. */
  readonly readPhoto: (
    bytes: Uint8Array,
    signal: AbortSignal,
  ) => Promise<{ readonly reading: PhotoReading<string>; readonly image: RgbImage; readonly imageVector: Float32Array }>;
  readonly maskReading: (reading: PhotoReading<string>) => { readonly reading: PhotoReading; readonly counts: readonly MaskedCount[] };
  /** Paints personal data over. `painted` is empty when there was none: the vector at hand is then good. */
  readonly redactPhoto: (
    image: RgbImage,
    reading: PhotoReading<string>,
  ) => { readonly image: RgbImage; readonly painted: readonly unknown[] };
  /** Embeds a photo again once it was painted over. Opened when it is needed. */
  readonly imageEmbedder: () => Promise<ImageEmbedder>;
  readonly masker: Masker;
  readonly recall: (
    query: RecallQuery,
    signal: AbortSignal,
  ) => Promise<{ cases: readonly SimilarCase[]; otherModels: readonly SimilarCase[] }>;
  readonly agent: Agent;
  /** Names of equipment and assets that the memory, the manuals and the records know. */
  readonly machines?: () => Promise<KnownMachines>;
  readonly audit: { append(event: AuditEvent): Promise<unknown> };
  readonly clock: Clock;
  readonly settings: { readonly language: 'auto' | Language };
  readonly logger: Logger;
}

export const longestQuestion = 4_000;
export const mostPhotos = 8;
const defaultQuestions: Readonly<Record<Language, Masked>> = {
  en: literal('Has this happened before, and how was it solved?'),
  zh: literal('以前发生过这种情况吗？是怎么解决的？'),
};

export type DiagnoseFault = (input: DiagnosisInput, signal?: AbortSignal) => AsyncGenerator<DiagnosisEvent>;

/** Errors: `bad-input`. */
function checkInput(input: DiagnosisInput): void {
  if (input.photos.length === 0 && input.question.trim() === '')
    throw new AppError('bad-input', 'There is neither a photo nor a question. Give at least one of them.');
  if (input.question.length > longestQuestion) {
    throw new AppError(
      'bad-input',
      `The question has ${input.question.length.toLocaleString('en-US')} characters; at most ${longestQuestion.toLocaleString('en-US')} are possible. Shorten it and ask again.`,
      { data: { length: input.question.length, limit: longestQuestion } },
    );
  }
  if (input.photos.length > mostPhotos)
    throw new AppError(
      'bad-input',
      `${input.photos.length} photos were given; at most ${mostPhotos} are possible. Choose the ones that show the fault best.`,
      { data: { photos: input.photos.length, limit: mostPhotos } },
    );
}

function addUp(counts: readonly MaskedCount[]): MaskedCount[] {
  const sums = new Map<MaskedCount['kind'], number>();
  for (const { kind, count } of counts) sums.set(kind, (sums.get(kind) ?? 0) + count);
  return [...sums].map(([kind, count]) => ({ kind, count }));
}

/**
 * The use case: photos and a question become events, and last the whole diagnosis. Similar cases come before any
 * model answers. Nothing is written but one audit entry of ids, kinds and counts.
 * Errors: `bad-input`, `photo-unreadable` and `photo-too-large` (naming the photo), `cancelled`, and those of the models.
 */
export function createDiagnoseFault(dependencies: DiagnoseDependencies): DiagnoseFault {
  const { clock, masker } = dependencies;

  return async function* diagnoseFault(input, outer) {
    const startedMs = clock.monotonicMs();
    const since = (from = startedMs): number => Math.round(clock.monotonicMs() - from);
    const signal = outer ?? new AbortController().signal;
    const throwIfStopped = (): void => {
      if (signal.aborted) throw new AppError('cancelled', 'The diagnosis was stopped.');
    };
    checkInput(input);
    throwIfStopped();

    const asked = masker.mask(input.question.trim());
    const language: Language =
      input.language ??
      (dependencies.settings.language !== 'auto' ? dependencies.settings.language : asked.text === '' ? 'en' : detectLanguage(asked.text));
    const question = asked.text === '' ? defaultQuestions[language] : asked.text;
    const equipment = input.equipment === undefined || input.equipment.trim() === '' ? null : masker.mask(input.equipment.trim());
    const counts: MaskedCount[] = [...asked.counts, ...(equipment?.counts ?? [])];

    const photos: PhotoReading[] = [];
    let imageVector: Float32Array | null = null;
    for (const [index, photo] of input.photos.entries()) {
      const photoStarted = clock.monotonicMs();
      const read = await dependencies.readPhoto(photo.bytes, signal).catch((error: unknown) => {
        throw nameThePhoto(error, index, input.photos.length);
      });
      throwIfStopped();
      const corrections = (input.corrections ?? []).filter((correction) => correction.photo === index);
      const masked = dependencies.maskReading(corrections.length === 0 ? read.reading : correctReading(read.reading, corrections));
      photos.push(masked.reading);
      counts.push(...masked.counts);
      yield { type: 'photo-read', index, photo: masked.reading, masked: masked.counts, ms: since(photoStarted) };
      // A photo on which nothing can be seen would only find other such photos.
      if (imageVector === null && !masked.reading.quality.problems.includes('flat')) {
        const redacted = dependencies.redactPhoto(read.image, read.reading);
        imageVector =
          redacted.painted.length === 0
            ? read.imageVector
            : (await (await dependencies.imageEmbedder()).embed(redacted.image, signal)).vector;
      }
    }

    const machines = (await dependencies.machines?.()) ?? { equipment: [], assets: [] };
    const facts = gatherFacts({ question, photos, language, ...(equipment === null ? {} : { equipment: equipment.text }), machines });
    throwIfStopped();
    const recallStarted = clock.monotonicMs();
    // Text that cannot be trusted is not searched for either: only what the model of the photo saw remains.
    const description = joinMasked(
      photos.filter((photo) => photo.quality.textTrusted).map((photo) => photo.description),
      '\n',
    );
    const talk = photos.length === 0 && isSmallTalk(question);
    const found = talk
      ? { cases: [], otherModels: [] }
      : await dependencies.recall(
          {
            question,
            description,
            codes: facts.codes.map(normaliseCode),
            lookAlikeCodes: lookAlikeCodes(photos),
            equipment: facts.equipment,
            assets: facts.assets,
            imageVector,
            language,
          },
          signal,
        );
    throwIfStopped();
    const recallMs = since(recallStarted);
    const msToSimilarCases = since();
    yield { type: 'similar-cases', cases: found.cases, otherModels: found.otherModels, ms: msToSimilarCases };

    const result = yield* dependencies.agent.answer(
      {
        facts,
        cases: found.cases,
        otherModels: found.otherModels,
        recallMs,
        startedMs,
        ...(input.seed === undefined ? {} : { seed: input.seed }),
      },
      signal,
    );
    throwIfStopped();
    const masked = addUp(counts);
    const { evidence } = result;
    await dependencies.audit.append({
      action: 'diagnose',
      // The log takes nothing that could be free text: an id of other signs (a manual named in Chinese) is left out.
      ids: [...new Set([...found.cases, ...evidence].map((one) => one.id.replace('#', ':')))].filter((id) =>
        /^[A-Za-z0-9][A-Za-z0-9_.:/-]{0,99}$/.test(id),
      ),
      kinds: masked.map((one) => one.kind),
      counts: {
        photos: photos.length,
        cases: found.cases.length,
        steps: result.steps.length,
        removed: result.grounding.removed.length,
        masked: masked.reduce((sum, one) => sum + one.count, 0),
        ...countsByKind(masked),
      },
    });
    const diagnosis: Diagnosis = {
      answer: result.answer,
      language,
      stopped: result.stopped,
      evidence,
      similarCases: found.cases,
      photos,
      steps: result.steps,
      grounding: result.grounding,
      masked,
      usage: {
        ...result.usage,
        msToSimilarCases,
        msToFirstSentence: result.msToFirstSentence,
        ms: since(),
        peakRssBytes: process.resourceUsage().maxRSS * 1024,
      },
    };
    dependencies.logger.info(literal('diagnosis done'), {
      photos: photos.length,
      cases: found.cases.length,
      steps: result.steps.length,
      ms: diagnosis.usage.ms,
    });
    yield { type: 'done', diagnosis };
  };
}

/** The same error, saying which of several photos it is about. */
function nameThePhoto(error: unknown, index: number, count: number): unknown {
  if (isCancellation(error)) return error instanceof AppError ? error : new AppError('cancelled', 'The diagnosis was stopped.');
  if (!(error instanceof AppError) || (error.code !== 'photo-unreadable' && error.code !== 'photo-too-large')) return error;
  const message = count === 1 ? error.message : `Photo ${index + 1} of ${count}: ${error.message}`;
  return new AppError(error.code, message, { data: { ...error.data, photo: index }, cause: error });
}
