import type { DiagnosisEvent, DiagnosisStep, SimilarCase } from '../domain/diagnosis.ts';
import { normaliseCode } from '../domain/code.ts';
import { AppError } from '../domain/errors.ts';
import type { Evidence } from '../domain/evidence.ts';
import type { GenerationUsage, LanguageModel } from '../inference/language-model.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { literal, type Masker } from '../privacy/masked.ts';
import type { ToolFilter } from '../toolfilter/tool-filter.ts';
import type { KnownFacts } from '../tools/tool.ts';
import type { Agent, AgentInput, AgentResult } from './agent.ts';
import { chooseCase, writeAdvice, type ReasoningInput } from './advise.ts';
import { AnswerWriter, type SentencePart } from './answer-writer.ts';
import { createBudget } from './budget.ts';
import {
  caseSentences,
  fixedSentence,
  leftOutSentence,
  lookUpSentence,
  retakeSentence,
  safetySentences,
  supersededSentence,
  warningSentence,
} from './compose-answer.ts';
import { createGroundingCheck } from './grounding.ts';
import { resolveModel, type LanguageRoles } from './language-roles.ts';
import { systemPrompts } from './prompt.ts';
import { runReactLoop, type LoopResult } from './react-loop.ts';
import { routeIntent } from './route-intent.ts';
import { safetyLines } from './safety.ts';
import type { ToolCache } from './tool-cache.ts';
import { answersByItself } from './weigh-evidence.ts';
import { sameFault, weighCases } from './weigh-cases.ts';

/** The settings that shape an answer; the schema with their defaults stands in the settings file of the app. */
export interface AgentSettings {
  readonly maxSteps: number;
  readonly toolsKept: number;
  readonly answerTemperature: number;
  readonly answerTokens: number;
  readonly budgetTokens: number;
  readonly budgetSeconds: number;
}

export interface AgentDependencies extends LanguageRoles {
  /** Made over the tools of the registry; every tool reaches the agent through it. */
  readonly filter: ToolFilter;
  readonly settings: AgentSettings;
  readonly clock: Clock;
  readonly logger: Logger;
  /** What the model writes goes through it before anyone sees it. */
  readonly masker: Masker;
  /** The safety passages of the manuals for this equipment, in their own wording. */
  readonly manualSafety?: (equipment: readonly string[]) => Promise<readonly Evidence[]>;
  /** Results of tools that hold for minutes; none without it. */
  readonly toolCache?: ToolCache;
  readonly options?: {
    /** Ask the router model even where the known facts decide the call (for comparisons). */
    readonly forceModelSteps?: boolean;
    /** False: no KV state is reused (for comparisons). Default true. */
    readonly reuseState?: boolean;
  };
}

/** Longest advice in tokens; the rest of an answer is written by code and costs none. */
const adviceTokens = 90;
const mostCited = 3;

export function createAgent(dependencies: AgentDependencies): Agent {
  const { settings, clock, masker } = dependencies;
  const reuseState = dependencies.options?.reuseState ?? true;

  async function* answer(input: AgentInput, signal: AbortSignal): AsyncGenerator<DiagnosisEvent, AgentResult> {
    const { language } = input.facts;
    const separator = language === 'zh' ? '' : ' ';
    const budget = createBudget({ tokens: settings.budgetTokens, seconds: settings.budgetSeconds, clock, startedMs: input.startedMs });
    const writer = new AnswerWriter({ masker, clock, startedMs: input.startedMs });
    const stages = { route: 0, tools: 0, choose: 0, advice: 0 };
    const onUsage = (usage: GenerationUsage): void => budget.add(usage);
    const throwIfStopped = (): void => {
      if (signal.aborted) throw new AppError('cancelled', 'The answer was stopped.');
    };
    const finish = (stopped: AgentResult['stopped'], steps: readonly DiagnosisStep[]): AgentResult => ({
      answer: writer.answer,
      stopped,
      evidence: writer.cited,
      steps,
      grounding: writer.grounding,
      usage: { ...budget.usage },
      msToFirstSentence: writer.msToFirstSentence,
      stages: { ...stages },
    });
    function* group(sentences: readonly string[], part?: SentencePart): Generator<DiagnosisEvent> {
      const said = sentences.filter((sentence) => sentence !== '');
      for (const [index, sentence] of said.entries())
        yield writer.say(sentence, { newLine: index === 0, separator, ...(part === undefined ? {} : { part }) });
    }

    throwIfStopped();
    const recallStep: DiagnosisStep = {
      tool: 'search_past_cases',
      args: {},
      ms: Math.round(input.recallMs),
      tokensIn: 0,
      tokensOut: 0,
      cached: false,
    };
    const routed = clock.monotonicMs();
    const weighed = weighCases(input.cases, input.facts);
    const facts = learnFromRecall(input.facts, weighed.usable[0]);
    const router = (): Promise<LanguageModel> => resolveModel(dependencies.router);
    const route = await routeIntent({ facts, candidates: input.cases.length, router, reuseState, onUsage, signal });
    stages.route = Math.round(clock.monotonicMs() - routed);
    yield { type: 'route-selected', route, ms: stages.route };
    if (route === 'small-talk') {
      yield* group([fixedSentence('smallTalk', language)]);
      yield { type: 'answer-checked', checked: 0, removed: [] };
      return finish('no-evidence', [recallStep]);
    }

    // The recall has been done for this question: it is the first step and its observation.
    const toolsStarted = clock.monotonicMs();
    const loop: LoopResult = yield* runReactLoop({
      facts: { ...facts, known: new Set([...facts.known, 'similar-cases'] as const) },
      filter: dependencies.filter,
      router,
      budget,
      clock,
      maxSteps: settings.maxSteps,
      toolsKept: settings.toolsKept,
      forceModelSteps: dependencies.options?.forceModelSteps ?? false,
      reuseState,
      ...(dependencies.toolCache === undefined ? {} : { cache: dependencies.toolCache }),
      ...(input.seed === undefined ? {} : { seed: input.seed }),
      before: { steps: [recallStep], observations: [] },
      signal,
    });
    stages.tools = Math.round(clock.monotonicMs() - toolsStarted);

    const untrusted = facts.photos.filter((photo) => !photo.quality.textTrusted);
    if (untrusted.length > 0) yield* group([retakeSentence([...new Set(untrusted.flatMap((photo) => photo.quality.problems))], language)]);

    const passages = loop.evidence.filter((one) => one.kind === 'manual');
    const answering = loop.evidence.filter(
      (one) =>
        one.kind !== 'case' &&
        answersByItself(one, facts) &&
        (weighed.strangeModel === null || normaliseCode(`${one.title} ${one.text}`).includes(weighed.strangeModel)),
    );
    const usable = weighed.usable;
    if (usable.length === 0 && answering.length === 0) {
      yield* nothingFound(
        { ...input, otherModels: weighed.strangeModel === null ? input.otherModels : input.cases },
        writer,
        group,
        passages,
        weighed.warnings,
        language,
      );
      yield { type: 'answer-checked', ...writer.grounding };
      return finish('no-evidence', loop.steps);
    }

    // The safety step does not wait for a model, and nothing shortens it.
    const best = usable[0];
    const subject =
      best === undefined
        ? `${facts.question} ${answering.map((one) => one.text).join(' ')}`
        : `${best.equipment} ${best.title} ${best.text} ${best.resolution}`;
    const machine = best !== undefined && best.equipment !== '' ? [best.equipment] : facts.equipment;
    const safety = safetyLines({ subject, sections: (await dependencies.manualSafety?.(machine)) ?? [], passages, language });
    for (const line of safety) if (line.quotedFrom !== null) writer.cite(line.quotedFrom);
    yield* group(safetySentences(safety, language), 'safety');
    throwIfStopped();

    let stopped: AgentResult['stopped'] = loop.stopped === 'done' ? 'final' : loop.stopped;
    const reasoning = async (): Promise<ReasoningInput> => ({
      facts,
      cases: usable,
      observations: loop.observations,
      model: await resolveModel(dependencies.reasoner),
      reuseState,
      ...(input.seed === undefined ? {} : { seed: input.seed }),
      onUsage,
      signal,
    });
    let chosen = 0;
    const withModel = route === 'reasoner' && !budget.spent;
    if (best !== undefined && withModel && settled(usable) === null) {
      const started = clock.monotonicMs();
      chosen = await chooseCase(await reasoning());
      stages.choose = Math.round(clock.monotonicMs() - started);
    }
    throwIfStopped();

    // The evidence speaks: the chosen case first, then those that fit as well.
    const shown: SimilarCase[] = [];
    if (best !== undefined) {
      const first = usable[chosen] ?? best;
      shown.push(first, ...usable.filter((one) => one !== first && (one === best || sameFault(one, first))));
      shown.splice(mostCited);
      for (const [index, one] of shown.entries()) {
        writer.cite(one);
        yield* group(caseSentences(one, language, index === 0));
      }
      if (shown.some((one) => one.cautions.includes('conflict')) && shown.length > 1) yield* group([fixedSentence('conflict', language)]);
    }
    const quoted = best === undefined ? answering.slice(0, mostCited) : answering.filter((one) => one.kind !== 'manual').slice(0, 2);
    for (const one of quoted) {
      const sentence = lookUpSentence(one, language, false, facts.question);
      if (sentence === '') continue;
      writer.cite(one);
      yield* group([sentence]);
    }

    if (budget.spent) {
      stopped = 'budget';
      yield* group([fixedSentence('budget', language)]);
    } else if (withModel && best !== undefined) {
      const started = clock.monotonicMs();
      const check = createGroundingCheck({
        evidence: [...shown.flatMap((one) => [one.title, one.text, one.resolution, one.equipment]), ...writer.cited.map((one) => one.text)],
        codes: [...shown.flatMap((one) => one.codes), ...facts.codes, ...facts.equipment, ...facts.assets],
        ids: new Set(writer.cited.map((one) => one.id)),
        masker,
      });
      let first = true;
      for await (const advice of writeAdvice({
        ...(await reasoning()),
        chosen: chosen + 1,
        check,
        maxTokens: budget.short ? 40 : Math.min(settings.answerTokens, adviceTokens),
        temperature: settings.answerTemperature,
      })) {
        writer.count(advice.checked, advice.removed);
        if (advice.sentence === '') continue;
        yield writer.say(advice.sentence, { newLine: first, separator });
        first = false;
      }
      stages.advice = Math.round(clock.monotonicMs() - started);
      const warning = budget.warning();
      if (warning !== null) yield warning;
    }
    throwIfStopped();

    for (const one of weighed.warnings.slice(0, 2)) {
      writer.cite(one);
      yield* group([warningSentence(one, language)], 'warning');
    }
    for (const one of weighed.superseded.slice(0, 2)) {
      writer.cite(one);
      yield* group(
        [
          supersededSentence(
            one,
            shown.find((newer) => sameFault(newer, one)),
            language,
          ),
        ],
        'warning',
      );
    }
    if (writer.removed.length > 0) yield* group([leftOutSentence(writer.removed.length, language)], 'left-out');
    yield { type: 'answer-checked', ...writer.grounding };
    dependencies.logger.info(literal('answer written'), {
      steps: loop.steps.length,
      rounds: budget.usage.rounds,
      removed: writer.removed.length,
    });
    return finish(stopped, loop.steps);
  }

  return {
    answer,
    async warm(language, signal) {
      const [router, reasoner] = [await resolveModel(dependencies.router), await resolveModel(dependencies.reasoner)];
      await router.warm(systemPrompts.router[language], signal);
      await reasoner.warm(systemPrompts.reasoner[language], signal);
    },
  };
}

/** The recall tells what machine this is when nobody said it: its best case, found by its code, is of one. */
function learnFromRecall(facts: KnownFacts, best: SimilarCase | undefined): KnownFacts {
  if (best === undefined || facts.equipment.length > 0 || best.equipment === '' || !best.matchedBy.includes('same-code')) return facts;
  return { ...facts, equipment: [best.equipment], known: new Set([...facts.known, 'equipment'] as const) };
}

/** The fixed answer when nothing above the cut remains, with safe checks from the manuals and warnings where there are some. */
function* nothingFound(
  input: AgentInput,
  writer: AnswerWriter,
  group: (sentences: readonly string[], part?: SentencePart) => Generator<DiagnosisEvent>,
  passages: readonly Evidence[],
  warnings: readonly SimilarCase[],
  language: AgentInput['facts']['language'],
): Generator<DiagnosisEvent> {
  yield* group([fixedSentence('nothing', language)]);
  if (input.otherModels.length > 0) yield* group([fixedSentence('otherModels', language)]);
  for (const one of warnings.slice(0, 1)) {
    writer.cite(one);
    yield* group([warningSentence(one, language)], 'warning');
  }
  const checks = passages
    .filter(
      (one) =>
        one.score >= checkScore(passages) &&
        one.cautions.length === 0 &&
        input.facts.equipment.some((name) => name !== '' && `${one.title} ${one.text}`.includes(name)),
    )
    .slice(0, 1);
  for (const one of checks) {
    const sentence = lookUpSentence(one, language, true, input.facts.question);
    if (sentence === '') continue;
    writer.cite(one);
    yield* group([sentence]);
  }
  yield* group([fixedSentence('nothingMore', language)]);
}

function checkScore(passages: readonly Evidence[]): number {
  return Math.max(0, ...passages.map((one) => one.score)) * 0.9;
}

// How far apart the first two must be for the recall's order to stand without asking the model.
const clearLead = 0.12;

/** Index of the case that needs no choosing, or null: one alone, or an exact hit that no other case has. */
function settled(cases: readonly SimilarCase[]): number | null {
  if (cases.length <= 1) return 0;
  const [first, second] = cases;
  if (first === undefined || second === undefined) return 0;
  const exact = (one: SimilarCase): boolean => one.matchedBy.includes('same-code') || one.matchedBy.includes('same-part');
  if (exact(first) && !cases.slice(1).some(exact)) return 0;
  return first.score - second.score >= clearLead ? 0 : null;
}
