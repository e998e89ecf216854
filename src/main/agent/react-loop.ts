import type { DiagnosisEvent, DiagnosisStep } from '../domain/diagnosis.ts';
import { AppError, isCancellation } from '../domain/errors.ts';
import type { Evidence } from '../domain/evidence.ts';
import type { LanguageModel } from '../inference/language-model.ts';
import type { Clock } from '../platform/clock.ts';
import { literal } from '../privacy/masked.ts';
import type { ToolFilter } from '../toolfilter/tool-filter.ts';
import type { FactName, KnownFacts, ToolResult } from '../tools/tool.ts';
import type { Budget } from './budget.ts';
import { generateText } from './language-roles.ts';
import { callKey, forcedCalls, parseToolCall, toolCallShape, type ToolCall } from './protocol.ts';
import { routerMessages, type Observation } from './prompt.ts';
import type { ToolCache } from './tool-cache.ts';

/** What the loop knows when it ends. */
export interface LoopResult {
  readonly steps: readonly DiagnosisStep[];
  readonly observations: readonly Observation[];
  readonly evidence: readonly Evidence[];
  /** Tools that looked and found nothing. */
  readonly foundNothing: readonly string[];
  readonly stopped: 'done' | 'steps' | 'budget';
}

export interface LoopOptions {
  readonly facts: KnownFacts;
  readonly filter: ToolFilter;
  readonly router: () => Promise<LanguageModel>;
  readonly budget: Budget;
  readonly clock: Clock;
  /** Steps in all, the recall included. At the last one tools are withheld, so that the loop always ends. */
  readonly maxSteps: number;
  readonly toolsKept: number;
  /** Ask the model even where the known facts leave nothing to decide. */
  readonly forceModelSteps: boolean;
  readonly reuseState: boolean;
  readonly cache?: ToolCache;
  readonly seed?: number;
  /** Steps taken before the loop (the recall), with what they gave. */
  readonly before: { readonly steps: readonly DiagnosisStep[]; readonly observations: readonly Observation[] };
  readonly signal: AbortSignal;
}

const stepTokens = 120;

/** Runs one call; a tool that fails is an observation and not the end, unless the user stopped the work. */
async function runCall(call: ToolCall, facts: KnownFacts, cache: ToolCache | undefined, signal: AbortSignal): Promise<ToolResult> {
  try {
    const result = await call.tool.run(call.args, { facts, signal });
    cache?.keep(call, result);
    return result;
  } catch (error) {
    if (isCancellation(error) || signal.aborted) throw new AppError('cancelled', 'The answer was stopped.');
    return { found: false, summary: literal('The look-up failed.'), evidence: [] };
  }
}

/**
 * Thought, action, observation, over the tools that the filter keeps at each step. Where the facts decide the calls
 * they run at once, independent ones side by side; otherwise the router model picks one under a grammar.
 * A call outside the kept set or a repeated one is refused and fed back; a misshapen step is tried once more first.
 */
export async function* runReactLoop(options: LoopOptions): AsyncGenerator<DiagnosisEvent, LoopResult> {
  const { clock, signal } = options;
  const steps: DiagnosisStep[] = [...options.before.steps];
  const observations: Observation[] = [...options.before.observations];
  const evidence: Evidence[] = [];
  const foundNothing: string[] = [];
  const used: string[] = [];
  const done = new Set(steps.map((step) => callKey(step.tool, step.args)));
  const known = new Set<FactName>(options.facts.known);
  let retried = false;
  const refused = new Set<string>();
  // Turns are counted apart from calls: a refused call is a turn too, so a model that insists runs out of them.
  for (let turn = steps.length + 1; ; turn++) {
    if (signal.aborted) throw new AppError('cancelled', 'The answer was stopped.');
    const result = (stopped: LoopResult['stopped']): LoopResult => ({ steps, observations, evidence, foundNothing, stopped });
    const facts: KnownFacts = { ...options.facts, known };
    const kept = options.filter.keep(facts, used, options.toolsKept).slice(0, 8);
    yield { type: 'tools-kept', step: turn, tools: turn >= options.maxSteps ? [] : kept.map((tool) => tool.name) };
    if (kept.length === 0) return result('done');
    if (turn >= options.maxSteps || steps.length >= options.maxSteps) return result('steps');
    const warning = options.budget.warning();
    if (warning !== null) yield warning;
    if (options.budget.spent) return result('budget');

    let calls: { call: ToolCall; tokensIn: number; tokensOut: number; thoughtMs: number }[] = [];
    if (!options.forceModelSteps) {
      const room = options.maxSteps - steps.length;
      calls = kept
        .flatMap((tool) => forcedCalls(tool, facts) ?? [])
        .filter((call) => !done.has(callKey(call.tool.name, call.args)))
        .slice(0, room)
        .map((call) => ({ call, tokensIn: 0, tokensOut: 0, thoughtMs: 0 }));
    }
    if (calls.length === 0) {
      const hints = Object.fromEntries(kept.map((tool) => [tool.name, (tool.choices?.(facts) ?? {}) as Record<string, readonly string[]>]));
      const missing = [...new Set(kept.flatMap((tool) => tool.gives.filter((fact) => !known.has(fact))))];
      const started = clock.monotonicMs();
      const step = await generateText(
        await options.router(),
        {
          messages: routerMessages({ facts, tools: kept, observations, missing, hints }),
          shape: toolCallShape(kept, facts),
          maxTokens: stepTokens,
          temperature: 0,
          ...(options.seed === undefined ? {} : { seed: options.seed }),
          reuseState: options.reuseState,
        },
        signal,
      );
      options.budget.add(step.usage);
      const parsed = parseToolCall(step.text, kept, facts);
      if (!parsed.ok) {
        if (parsed.reason === 'not-json' && !retried) {
          retried = true;
          turn--;
          continue;
        }
        observations.push({ tool: 'protocol', text: parsed.observation });
        // Refused for its arguments twice: the model will not find better ones.
        if (parsed.tool !== undefined && refused.has(parsed.tool)) used.push(parsed.tool);
        else if (parsed.tool !== undefined) refused.add(parsed.tool);
        continue;
      }
      if (done.has(callKey(parsed.call.tool.name, parsed.call.args))) {
        observations.push({ tool: parsed.call.tool.name, text: 'This call was made before. Use another tool or answer.' });
        used.push(parsed.call.tool.name);
        continue;
      }
      calls = [
        { call: parsed.call, tokensIn: step.usage.tokensIn, tokensOut: step.usage.tokensOut, thoughtMs: clock.monotonicMs() - started },
      ];
    }

    const first = steps.length;
    for (const [index, { call }] of calls.entries())
      yield { type: 'tool-called', step: first + index + 1, tool: call.tool.name, args: call.args };
    // Kept tools need only what is known already, so none of them waits for another.
    const results = await Promise.all(
      calls.map(async ({ call }) => {
        const started = clock.monotonicMs();
        const kept = options.cache?.get(call);
        return {
          result: kept ?? (await runCall(call, facts, options.cache, signal)),
          cached: kept !== undefined,
          ms: clock.monotonicMs() - started,
        };
      }),
    );
    if (signal.aborted) throw new AppError('cancelled', 'The answer was stopped.');
    for (const [index, { call, tokensIn, tokensOut, thoughtMs }] of calls.entries()) {
      const ran = results[index];
      if (ran === undefined) continue;
      const detail: DiagnosisStep = {
        tool: call.tool.name,
        args: call.args,
        ms: Math.round(ran.ms + thoughtMs),
        tokensIn,
        tokensOut,
        cached: ran.cached,
      };
      steps.push(detail);
      done.add(callKey(call.tool.name, call.args));
      used.push(call.tool.name);
      // Looked up and not found is known too: looking again would tell nothing new.
      for (const fact of call.tool.gives) known.add(fact);
      observations.push({ tool: call.tool.name, text: ran.result.summary });
      if (ran.result.found) evidence.push(...ran.result.evidence.filter((one) => !evidence.some((had) => had.id === one.id)));
      else foundNothing.push(call.tool.name);
      yield {
        type: 'tool-returned',
        step: first + index + 1,
        found: ran.result.found,
        summary: ran.result.summary,
        evidence: ran.result.evidence,
        detail,
      };
    }
  }
}
