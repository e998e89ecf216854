import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DiagnosisEvent, DiagnosisInput } from '../domain/diagnosis.ts';
import { AppError } from '../domain/errors.ts';
import { summariseJob, type Job, type JobSummary, type Outcome } from '../domain/job.ts';
import type { Language } from '../domain/language.ts';
import type { MemoryUnit } from '../domain/memory-unit.ts';
import type { FieldName, PhotoInput, PhotoRole } from '../domain/photo.ts';
import type { JobBook } from '../diagnosis/job-book.ts';
import type { DeskPhoto, PhotoDesk } from '../diagnosis/photo-desk.ts';
import { caseOfOutcome, checkOutcome } from '../diagnosis/write-outcome.ts';
import type { MemoryStore } from '../memory/memory-store.ts';
import type { MemoryWriter, RememberPhoto } from '../memory/remember.ts';
import type { Clock } from '../platform/clock.ts';
import { literal, type Masker } from '../privacy/masked.ts';

export interface DiagnoseWindowParts {
  readonly desk: PhotoDesk;
  readonly jobs: JobBook;
  readonly masker: Masker;
  readonly clock: Clock;
  readonly store: MemoryStore;
  readonly writer: Pick<MemoryWriter, 'remember' | 'exclusive'>;
  /** Makes this process the writer. Errors: `locked`. */
  readonly lock: () => Promise<unknown>;
  readonly diagnose: (input: DiagnosisInput, signal: AbortSignal) => AsyncGenerator<DiagnosisEvent>;
  readonly preparePhoto: (photo: PhotoInput, signal: AbortSignal) => Promise<RememberPhoto>;
  /** Erases at once, without days of grace: an outcome that is taken back never was. */
  readonly erase: (ids: readonly string[]) => Promise<unknown>;
  readonly audit: (entry: { action: string; ids: readonly string[] }) => Promise<unknown>;
}

export interface AskGiven {
  readonly photos: readonly { readonly handle: string; readonly role: PhotoRole }[];
  readonly question: string;
  readonly language?: Language | undefined;
  readonly equipment?: string | undefined;
  readonly corrections: readonly { readonly handle: string; readonly name: FieldName; readonly index: number; readonly value: string }[];
}

export type AskEvent = DiagnosisEvent | { readonly type: 'job-opened'; readonly jobId: string };

/** Photos of jobs that may still become part of a case; they are in memory alone. */
const keptJobs = 50;

export type DiagnoseWindow = ReturnType<typeof createDiagnoseWindow>;

/** Diagnosing as the window does it: photos on a desk, questions that become jobs, outcomes that become cases. */
export function createDiagnoseWindow(parts: DiagnoseWindowParts) {
  const { desk, jobs, masker } = parts;
  const photosOfJob = new LRUCache<string, AskGiven['photos']>({ max: keptJobs });

  return {
    readPhoto: async (bytes: PhotoInput['bytes'], role: PhotoRole, signal: AbortSignal, language?: Language): Promise<DeskPhoto> =>
      desk.lay(bytes, role, signal, language),
    forgetPhoto: (handle: string): boolean => desk.forget(handle),

    async *ask(given: AskGiven, signal: AbortSignal): AsyncGenerator<AskEvent> {
      const photos = given.photos.map(({ handle, role }) => ({ bytes: desk.take(handle), role }));
      const corrections = given.corrections.flatMap(({ handle, name, index, value }) => {
        const photo = given.photos.findIndex((item) => item.handle === handle);
        return photo < 0 ? [] : [{ photo, field: index, name, value }];
      });
      const id = jobs.newId();
      yield { type: 'job-opened', jobId: id };
      const input: DiagnosisInput = {
        photos,
        question: given.question,
        corrections,
        ...(given.language ? { language: given.language } : {}),
        ...(given.equipment ? { equipment: given.equipment } : {}),
      };
      for await (const event of parts.diagnose(input, signal)) {
        if (event.type === 'done') {
          const equipment = given.equipment
            ? masker.mask(given.equipment).text
            : (event.diagnosis.photos.flatMap((photo) => photo.fields).find((field) => field.name === 'model')?.value ?? literal(''));
          await jobs.open(id, masker.mask(given.question).text, equipment, event.diagnosis);
          photosOfJob.set(id, given.photos);
        }
        yield event;
      }
    },

    async jobs(offset: number, limit: number): Promise<{ jobs: JobSummary[]; total: number }> {
      const page = await jobs.list(offset, limit);
      return { jobs: page.jobs.map(summariseJob), total: page.total };
    },
    job: (id: string): Promise<Job> => jobs.get(id),

    async outcome(
      given: { jobId: string; outcome: Outcome; caseId?: string | undefined; part?: string | undefined; note?: string | undefined },
      signal: AbortSignal,
    ): Promise<{ job: JobSummary; stored: MemoryUnit | null }> {
      const before = await jobs.get(given.jobId);
      const [fix] = given.caseId === undefined ? [] : await parts.store.get([given.caseId]);
      if (given.caseId !== undefined && !fix)
        throw new AppError(
          'not-found',
          `There is no case ${given.caseId} on this machine any more. Choose another fix, or say what fixed it.`,
        );
      checkOutcome(given.outcome, fix ?? null, given.note);
      await parts.lock();
      const job = await takeBack(before);
      const photos: RememberPhoto[] = [];
      for (const { handle, role } of photosOfJob.get(job.id) ?? []) {
        // A photo that was put away meanwhile is left out; the case is kept without it.
        const bytes = takeQuietly(desk, handle);
        if (bytes) photos.push(await parts.preparePhoto({ bytes, role }, signal));
      }
      const asset = job.diagnosis.photos.flatMap((photo) => photo.fields).find((field) => field.name === 'asset')?.value ?? literal('');
      const input = caseOfOutcome(
        job,
        { outcome: given.outcome, fix: fix ?? null, part: masker.mask(given.part ?? '').text, note: masker.mask(given.note ?? '').text },
        photos,
        asset,
        randomUUID().slice(0, 8),
      );
      const written = input === null ? null : await parts.writer.remember(input);
      const usedFix = fix && given.outcome === 'this-fixed-it' ? fix.id : undefined;
      if (usedFix !== undefined)
        await parts.writer.exclusive(() => parts.store.patch([usedFix], { addUse: true, lastUsedAt: parts.clock.now().toISOString() }));
      const kept =
        written === null || written.id === ''
          ? null
          : { id: written.id, isNew: written.outcome === 'stored' || written.outcome === 'in-conflict' };
      const settled = await jobs.settle(job.id, given.outcome === 'not-yet' ? 'open' : given.outcome, kept, usedFix);
      await parts.audit({ action: 'outcome', ids: kept === null ? [] : [kept.id] });
      const [stored] = kept === null ? [] : await parts.store.get([kept.id]);
      return { job: summariseJob(settled), stored: stored ?? null };
    },

    async undoOutcome(jobId: string): Promise<{ job: JobSummary }> {
      const job = await jobs.get(jobId);
      await parts.lock();
      const open = await takeBack(job);
      await parts.audit({ action: 'outcome-undone', ids: job.caseId === null ? [] : [job.caseId] });
      return { job: summariseJob(open) };
    },

    async history(): Promise<{ questions: string[] }> {
      const { jobs: latest } = await jobs.list(0, 50);
      return { questions: [...new Set(latest.map((job) => job.question as string).filter((question) => question !== ''))].slice(0, 20) };
    },
  };

  /** The job as if no outcome had been given. It lets go of its case first: erasing takes every job with it that shows the case. */
  async function takeBack(job: Job): Promise<Job> {
    if (job.outcome === 'open' && job.caseId === null) return job;
    const open = await jobs.settle(job.id, 'open', null);
    if (job.caseId !== null && job.caseIsNew) await parts.erase([job.caseId]);
    const { usedFix } = job;
    if (usedFix !== undefined) {
      await parts.writer.exclusive(async () => {
        const [fix] = await parts.store.getEmbedded([usedFix]);
        if (fix) await parts.store.upsert([{ ...fix, unit: { ...fix.unit, useCount: Math.max(0, fix.unit.useCount - 1) } }]);
      });
    }
    return open;
  }
}

function takeQuietly(desk: PhotoDesk, handle: string): PhotoInput['bytes'] | null {
  try {
    return desk.take(handle);
  } catch {
    return null;
  }
}
