import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import type { Diagnosis } from '../domain/diagnosis.ts';
import type { Job } from '../domain/job.ts';
import type { Masked } from '../domain/masked.ts';
import type { Clock } from '../platform/clock.ts';
import { writeFileAtomic } from '../platform/write-file.ts';

const idShape = /^[0-9a-z]{9}-[0-9a-f]{8}$/;

/** Keeps jobs as one file each, newest first by name. The folder holds masked text alone. */
export class JobBook {
  readonly #folder: string;
  readonly #clock: Clock;

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /** An id that sorts by time, given before the diagnosis runs. */
  newId(): string {
    return `${this.#clock.now().getTime().toString(36).padStart(9, '0')}-${randomUUID().slice(0, 8)}`;
  }

  async open(id: string, question: Masked, equipment: Masked, diagnosis: Diagnosis): Promise<Job> {
    const job: Job = {
      id,
      openedAt: this.#clock.now().toISOString(),
      question,
      equipment,
      outcome: 'open',
      caseId: null,
      caseIsNew: false,
      diagnosis,
    };
    await this.#write(job);
    return job;
  }

  /** Errors: `not-found`. */
  async get(id: string): Promise<Job> {
    if (idShape.test(id)) {
      try {
        return JSON.parse(await readFile(join(this.#folder, `${id}.json`), 'utf8')) as Job;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
          throw new AppError('internal', 'This job cannot be read any more. The others are untouched.', { cause: error });
      }
    }
    throw new AppError('not-found', 'There is no such job on this machine. It may have been purged.');
  }

  async list(offset: number, limit: number): Promise<{ jobs: Job[]; total: number }> {
    const names = await this.#names();
    const jobs: Job[] = [];
    for (const name of names.slice(offset, offset + limit)) {
      const job = await this.get(name).catch(() => null);
      if (job) jobs.push(job);
    }
    return { jobs, total: names.length };
  }

  async settle(id: string, outcome: Job['outcome'], written: { id: string; isNew: boolean } | null, usedFix?: string): Promise<Job> {
    const job: Job = { ...(await this.get(id)), outcome, caseId: written?.id ?? null, caseIsNew: written?.isNew ?? false, usedFix };
    await this.#write(job);
    return job;
  }

  /** A purge reaches the jobs as well: those that show one of the cases go. */
  async forgetCases(ids: ReadonlySet<string>): Promise<number> {
    let gone = 0;
    for (const name of await this.#names()) {
      const job = await this.get(name).catch(() => null);
      const shown =
        job === null ||
        (job.caseId !== null && ids.has(job.caseId)) ||
        job.diagnosis.similarCases.some((item) => ids.has(item.id)) ||
        job.diagnosis.evidence.some((item) => ids.has(item.id));
      if (!shown) continue;
      await rm(join(this.#folder, `${name}.json`), { force: true });
      gone += 1;
    }
    return gone;
  }

  async #names(): Promise<string[]> {
    try {
      const files = await readdir(this.#folder);
      return files
        .filter((file) => file.endsWith('.json') && idShape.test(file.slice(0, -5)))
        .map((file) => file.slice(0, -5))
        .sort()
        .reverse();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  async #write(job: Job): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFileAtomic(join(this.#folder, `${job.id}.json`), JSON.stringify(job));
  }
}
