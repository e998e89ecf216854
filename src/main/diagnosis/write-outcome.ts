import type { Job, Outcome } from '../domain/job.ts';
import { AppError } from '../domain/errors.ts';
import type { Masked } from '../domain/masked.ts';
import type { MemoryUnit } from '../domain/memory-unit.ts';
import type { RememberInput, RememberPhoto } from '../memory/remember.ts';
import { shortenMasked } from '../memory/shorten-masked.ts';
import { joinMasked, literal } from '../privacy/masked.ts';

export interface OutcomeGiven {
  readonly outcome: Outcome;
  /** Which of the proposed fixes it was. */
  readonly fix: MemoryUnit | null;
  readonly part: Masked;
  readonly note: Masked;
}

/** What it was and what it was solved by, in a line: the question may be no more than "has this happened before?". */
function titleOf(job: Job, given: OutcomeGiven): Masked {
  if (given.fix !== null) return given.fix.title;
  const code =
    job.diagnosis.photos
      .filter((photo) => photo.quality.textTrusted)
      .flatMap((photo) => photo.fields)
      .find((field) => field.name === 'fault-code')?.value ?? literal('');
  return joinMasked([joinMasked([job.equipment, code], literal(' ')), shortenMasked(given.note, 60)], ': ');
}

/** Before anything is changed. Errors: `bad-input` when it is not said what fixed it. */
export function checkOutcome(outcome: Outcome, fix: MemoryUnit | null, note: string | undefined): void {
  if (outcome === 'this-fixed-it' && fix === null) throw new AppError('bad-input', 'Say which of the proposed fixes it was.');
  if (outcome === 'something-else' && (note ?? '').trim() === '') throw new AppError('bad-input', 'Say in a few words what fixed it.');
}

/**
 * The case that an outcome leaves behind, or null where there is nothing to keep yet. A fix that worked today is
 * provisional: it counts as confirmed once it has held. Errors: `bad-input` when it is not said what fixed it.
 */
export function caseOfOutcome(
  job: Job,
  given: OutcomeGiven,
  photos: readonly RememberPhoto[],
  asset: Masked,
  sequence: string,
): RememberInput | null {
  if (given.outcome === 'not-yet' || given.outcome === 'different-fault') return null;
  checkOutcome(given.outcome, given.fix, given.note);
  const part =
    given.part === '' ? literal('') : joinMasked([job.diagnosis.language === 'zh' ? literal('部件：') : literal('Part: '), given.part], '');
  const resolution = joinMasked(
    [given.outcome === 'this-fixed-it' ? (given.fix?.resolution ?? literal('')) : literal(''), given.note, part],
    '\n',
  );
  return {
    kind: 'solved-case',
    title: titleOf(job, given),
    text: symptomOf(job, given),
    resolution,
    photos,
    equipment: job.equipment !== '' ? job.equipment : (given.fix?.equipment ?? literal('')),
    asset,
    workOrder: literal(''),
    source: { system: 'fixlore-job', id: literal(`${job.id}.${sequence}`) },
    standing: 'provisional',
    credibility: 0.7,
    origin: 'user',
  };
}

/**
 * The fault in words. The photo's own text is kept with the photo; where nothing was asked, the symptom of the case
 * that fitted says it better than a list of what stands on the panel, and the codes and readings do where none did.
 */
function symptomOf(job: Job, given: OutcomeGiven): Masked {
  if (job.question !== '') return job.question;
  const read = job.diagnosis.photos
    .flatMap((photo) => photo.fields)
    .filter((field) => field.name === 'fault-code' || field.name === 'reading')
    .map((field) => field.value);
  const seen = joinMasked([...new Set(read)].slice(0, 6), ', ');
  if (given.outcome === 'this-fixed-it' && given.fix !== null) return joinMasked([seen, given.fix.title], ': ');
  return seen !== '' ? seen : joinMasked(job.diagnosis.photos.flatMap((photo) => photo.ocr.map((line) => line.text)).slice(0, 8), ' ');
}
