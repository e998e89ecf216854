import { describe, expect, it } from 'vitest';
import { auditEventSchema } from '../../src/main/audit/audit-entry.ts';
import type { RecallQuery } from '../../src/main/memory/recall-query.ts';
import { createDiagnoseFault, type DiagnoseDependencies } from '../../src/main/diagnosis/diagnose-fault.ts';
import { toDiagnosisJson } from '../../src/main/diagnosis/diagnosis-json.ts';
import { gatherFacts } from '../../src/main/diagnosis/known-facts.ts';
import type { Diagnosis, DiagnosisEvent, DiagnosisInput, SimilarCase } from '../../src/main/domain/diagnosis.ts';
import { AppError } from '../../src/main/domain/errors.ts';
import type { PhotoReading } from '../../src/main/domain/photo.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import { silentLogger } from '../../src/main/platform/logger.ts';
import { literal } from '../../src/main/privacy/masked.ts';
import { FakeLanguageModel } from '../support/fake-language-model.ts';
import { mailMasker, makeAgent, makeCase, makeReading } from '../support/agent-fixtures.ts';

const dark = { brightness: 6, glare: 0, sharpness: 2, problems: ['dark'], textTrusted: false } as const;

interface Made {
  dependencies: DiagnoseDependencies;
  queries: RecallQuery[];
  audited: unknown[];
  embedded: number[];
}

function make(
  options: {
    readings?: readonly PhotoReading[];
    cases?: readonly SimilarCase[];
    painted?: boolean;
    reasoner?: FakeLanguageModel;
    readFails?: number;
  } = {},
): Made {
  const made: Omit<Made, 'dependencies'> = { queries: [], audited: [], embedded: [] };
  let read = 0;
  const dependencies: DiagnoseDependencies = {
    readPhoto: async () => {
      const index = read++;
      if (options.readFails === index) throw new AppError('photo-unreadable', 'This is no picture that can be read. Choose another file.');
      return {
        reading: (options.readings?.[index] ?? makeReading()) as unknown as PhotoReading<string>,
        image: { width: 2, height: 2, data: new Uint8Array(12) },
        imageVector: Float32Array.of(1, 0),
      };
    },
    maskReading: (reading) => {
      const { text, counts } = mailMasker.mask(reading.description);
      return { reading: { ...(reading as unknown as PhotoReading), description: text }, counts };
    },
    redactPhoto: (image) => ({ image, painted: options.painted === true ? [1] : [] }),
    imageEmbedder: async () => ({
      id: 'image',
      dimensions: 2,
      embed: async () => (made.embedded.push(1), { vector: Float32Array.of(0, 1), labels: [] }),
      [Symbol.asyncDispose]: async () => {},
    }),
    masker: mailMasker,
    recall: async (query) => (made.queries.push(query), { cases: options.cases ?? [], otherModels: [] }),
    agent: makeAgent(options.reasoner === undefined ? {} : { reasoner: options.reasoner }),
    machines: async () => ({ equipment: ['HP-40', 'VD-22'], assets: ['HPU-07'] }),
    audit: { append: async (entry) => made.audited.push(auditEventSchema.parse(entry)) },
    clock: systemClock,
    settings: { language: 'auto' },
    logger: silentLogger,
  };
  return { ...made, dependencies };
}

async function run(
  made: Made,
  input: Partial<DiagnosisInput>,
  signal?: AbortSignal,
): Promise<{ events: DiagnosisEvent[]; diagnosis: Diagnosis }> {
  const events: DiagnosisEvent[] = [];
  for await (const event of createDiagnoseFault(made.dependencies)({ photos: [], question: '', ...input }, signal)) events.push(event);
  const last = events.at(-1);
  if (last?.type !== 'done') throw new Error('no done event');
  return { events, diagnosis: last.diagnosis };
}

const photo = { bytes: new Uint8Array(3), role: 'fault' } as const;
const good = makeCase({ id: 'C-7KQ2M9XA' });

describe('diagnosis', () => {
  it('gives its events in order, the similar cases before the answer', async () => {
    const made = make({ cases: [good] });
    const { events, diagnosis } = await run(made, { photos: [photo], question: 'Has HP-40 shown this before?' });
    const order = events.map((event) => event.type);
    expect(order.slice(0, 3)).toEqual(['photo-read', 'similar-cases', 'route-selected']);
    expect(order.indexOf('similar-cases')).toBeLessThan(order.indexOf('text-delta'));
    expect(order.at(-1)).toBe('done');
    expect(diagnosis.usage.msToSimilarCases).toBeLessThanOrEqual(diagnosis.usage.ms);
    expect(diagnosis.usage.peakRssBytes).toBeGreaterThan(10_000_000);
    expect(made.queries[0]).toMatchObject({ codes: ['E204'], lookAlikeCodes: ['EZ04'], equipment: ['HP-40'] });
    expect(diagnosis.answer).toContain('[C-7KQ2M9XA]');
  });

  it.each([
    [{}, /neither a photo nor a question/],
    [{ question: '   ' }, /neither/],
    [{ question: 'x'.repeat(20_000) }, /20,000 characters; at most 4,000/],
    [{ photos: Array.from({ length: 9 }, () => photo) }, /9 photos were given; at most 8/],
  ])('refuses bad input before anything is read (%#)', async (input, message) => {
    const made = make();
    await expect(run(made, input)).rejects.toMatchObject({ code: 'bad-input', message: expect.stringMatching(message) });
    expect(made.queries).toHaveLength(0);
    expect(made.audited).toHaveLength(0);
  });

  it('names the photo that cannot be read', async () => {
    await expect(run(make({ readFails: 1 }), { photos: [photo, photo, photo] })).rejects.toMatchObject({
      code: 'photo-unreadable',
      message: expect.stringMatching(/^Photo 2 of 3: /),
    });
  });

  it('asks the default question for a photo alone, and answers in the language that is set', async () => {
    const made = make({ cases: [good] });
    await run(made, { photos: [photo] });
    expect(made.queries[0]?.question).toBe('Has this happened before, and how was it solved?');
    const zh = await run(make({ cases: [good] }), { photos: [photo], language: 'zh' });
    expect(zh.diagnosis.language).toBe('zh');
    expect(zh.diagnosis.answer).toContain('安全第一');
  });

  it('masks the question before recall, model and result', async () => {
    const reasoner = new FakeLanguageModel();
    const made = make({ cases: [good, makeCase({ id: 'C-BBBBBBBB', score: 0.89 })], reasoner });
    const { diagnosis } = await run(made, { question: 'HP-40 shows E-204, ask bob@plant.example' });
    expect(JSON.stringify([made.queries, reasoner.requests, diagnosis])).not.toContain('bob@');
    expect(JSON.stringify(reasoner.requests)).toContain('[EMAIL:0000]');
    expect(diagnosis.masked).toEqual([{ kind: 'EMAIL', count: 1 }]);
  });

  it('takes no code from a photo that cannot be trusted, and says what to retake', async () => {
    const made = make({ readings: [makeReading({ quality: dark })], cases: [] });
    const { diagnosis } = await run(made, { photos: [photo], question: 'What is this?' });
    expect(made.queries[0]).toMatchObject({ codes: [], lookAlikeCodes: [], description: '' });
    expect(diagnosis.answer).toMatch(/too dark/);
  });

  it('embeds a photo again when something was painted over, and keeps the vector otherwise', async () => {
    const painted = make({ painted: true });
    await run(painted, { photos: [photo], question: 'HP-40?' });
    expect(painted.embedded).toHaveLength(1);
    expect([...(painted.queries[0]?.imageVector ?? [])]).toEqual([0, 1]);
    const clean = make();
    await run(clean, { photos: [photo], question: 'HP-40?' });
    expect(clean.embedded).toHaveLength(0);
    expect([...(clean.queries[0]?.imageVector ?? [])]).toEqual([1, 0]);
  });

  it('writes ids and counts to the audit log, never content, and nothing when it was stopped', async () => {
    const made = make({ cases: [good] });
    await run(made, { question: 'HP-40 shows E-204, secret words here' });
    expect(made.audited).toHaveLength(1);
    expect(JSON.stringify(made.audited)).toContain('C-7KQ2M9XA');
    expect(JSON.stringify(made.audited)).not.toContain('secret');
    const stopped = make({
      cases: [good, makeCase({ id: 'C-BBBBBBBB', score: 0.89 })],
      reasoner: new FakeLanguageModel({ promptMs: 100 }),
    });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 40);
    await expect(run(stopped, { question: 'HP-40 shows E-204' }, controller.signal)).rejects.toMatchObject({ code: 'cancelled' });
    expect(stopped.audited).toHaveLength(0);
  });

  it('does not search for small talk', async () => {
    const made = make({ cases: [good] });
    const { diagnosis } = await run(made, { question: '你好，你是谁？' });
    expect(made.queries).toHaveLength(0);
    expect(diagnosis).toMatchObject({ stopped: 'no-evidence', language: 'zh', evidence: [], similarCases: [] });
  });

  it('projects exactly the promised fields for programs', async () => {
    const { diagnosis } = await run(make({ cases: [good] }), { photos: [photo], question: 'HP-40?' });
    const json = toDiagnosisJson(diagnosis);
    expect(Object.keys(json)).toEqual([
      'answer',
      'language',
      'stopped',
      'evidence',
      'similarCases',
      'photos',
      'steps',
      'grounding',
      'masked',
      'usage',
    ]);
    expect(Object.keys(json.similarCases[0] ?? {})).toEqual([
      'id',
      'kind',
      'title',
      'score',
      'text',
      'resolution',
      'matchedBy',
      'equipment',
      'standing',
      'cautions',
      'source',
    ]);
    expect(Object.keys(json.usage)).toEqual([
      'tokensIn',
      'tokensOut',
      'rounds',
      'msToSimilarCases',
      'msToFirstSentence',
      'ms',
      'peakRssBytes',
    ]);
  });
});

describe('known facts', () => {
  it('tells machines and assets from fault codes, in the spelling of the memory', () => {
    const facts = gatherFacts({
      question: literal('The hp40 with asset HPU-07 shows E-204 after 10 minutes'),
      photos: [],
      language: 'en',
      machines: { equipment: ['HP-40'], assets: ['HPU-07'] },
    });
    expect(facts).toMatchObject({ equipment: ['HP-40'], assets: ['HPU-07'], codes: ['E-204'] });
    expect([...facts.known].sort()).toEqual(['asset', 'equipment', 'fault-code', 'question']);
  });

  it('knows a sum from a date, a code and a range', () => {
    const known = (question: string): boolean =>
      gatherFacts({ question: literal(question), photos: [], language: 'en' }).known.has('expression');
    expect(known('What is 3 * 18 A?')).toBe(true);
    expect(known('Convert 185 bar to psi')).toBe(true);
    expect(known('Shows E-204 since 2024-03-05, torque 20-25 Nm')).toBe(false);
  });
});
