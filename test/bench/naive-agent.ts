import type { SimilarCase } from '../../src/main/domain/diagnosis.ts';
import type { Evidence } from '../../src/main/domain/evidence.ts';
import type { LanguageModel } from '../../src/main/inference/language-model.ts';
import { argumentsSchema, callKey, parseToolCall } from '../../src/main/agent/protocol.ts';
import { generateText } from '../../src/main/agent/language-roles.ts';
import type { KnownFacts, Tool } from '../../src/main/tools/tool.ts';

export interface NaiveResult {
  readonly answer: string;
  readonly ms: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly rounds: number;
}

const naiveSystem = `You are an assistant for field technicians. Work in steps. At each step reply with one JSON object, either
{"type": "tool_call", "name": "<tool>", "args": {...}} to use a tool, or
{"type": "final", "answer": "<answer>", "evidence": ["<id>", ...]} to answer.
Give the cause and the fix with part numbers and figures, cite the ids of the evidence, and answer in the language of the question.`;

// What the prompt may take of the context, so that the baseline does not fail where it merely is wasteful.
const promptShare = 0.8;

/**
 * The usual way, as the baseline of the bench: every tool with its whole description, parameters and scenarios in the
 * prompt, observations as pretty-printed JSON, no kept state, and the reasoning model for every step, the final one as
 * JSON too. Grammar and validation are the same, so that it differs in what it sends and not in how often it fails.
 */
export async function answerNaively(options: {
  model: LanguageModel;
  tools: readonly Tool[];
  facts: KnownFacts;
  cases: readonly SimilarCase[];
  maxSteps: number;
  answerTokens: number;
  signal?: AbortSignal;
}): Promise<NaiveResult> {
  const { model, tools, facts } = options;
  const signal = options.signal ?? new AbortController().signal;
  const started = performance.now();
  let tokensIn = 0;
  let tokensOut = 0;
  let rounds = 0;
  const described = tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    parameters: argumentsSchema(tool, { ...facts, codes: [], equipment: [], assets: [] }),
    needs: tool.needs,
    gives: tool.gives,
    scenarios: tool.scenarios,
  }));
  const show = (evidence: readonly Evidence[]): string =>
    JSON.stringify(
      evidence.map(({ id, kind, title, text, score }) => ({ id, kind, title, text, score })),
      null,
      2,
    );
  const observations: string[] = [
    `Observation(search_past_cases): ${JSON.stringify(
      options.cases.map(({ id, title, text, resolution, equipment, codes, score, standing, madeAt }) => ({
        id,
        title,
        text,
        resolution,
        equipment,
        codes,
        score,
        standing,
        madeAt,
      })),
      null,
      2,
    )}`,
  ];
  const done = new Set<string>();
  const finalShape = {
    type: 'object',
    properties: {
      type: { const: 'final' },
      answer: { type: 'string', minLength: 20, maxLength: 400 },
      evidence: { type: 'array', items: { type: 'string', maxLength: 20 }, minItems: 0, maxItems: 3 },
    },
  };
  for (let step = 1; ; step++) {
    const last = step >= options.maxSteps;
    const photos = JSON.stringify(
      facts.photos.map(({ description, fields }) => ({
        description,
        fields: fields.map(({ name, value, confidence }) => ({ name, value, confidence })),
      })),
      null,
      2,
    );
    let user = '';
    for (let dropped = 0; dropped <= observations.length; dropped++) {
      user = [`Question: ${facts.question}`, `Photos: ${photos}`, ...observations.slice(dropped)].join('\n\n');
      const size = await model.countTokens(naiveSystem + JSON.stringify(described, null, 2) + user);
      if (size + options.answerTokens < model.contextTokens * promptShare || dropped === observations.length) break;
    }
    const toolShapes = tools.map((tool) => ({
      type: 'object',
      properties: { type: { const: 'tool_call' }, name: { const: tool.name }, args: argumentsSchema(tool, facts) },
    }));
    const reply = await generateText(
      model,
      {
        messages: [
          { role: 'system', text: `${naiveSystem}\n\nTools:\n${JSON.stringify(described, null, 2)}` },
          { role: 'user', text: user },
        ],
        shape: { type: 'json', schema: last ? finalShape : { anyOf: [...toolShapes, finalShape] } },
        maxTokens: options.answerTokens,
        temperature: 0,
        reuseState: false,
      },
      signal,
    );
    rounds++;
    tokensIn += reply.usage.tokensIn;
    tokensOut += reply.usage.tokensOut;
    const result = (answer: string): NaiveResult => ({ answer, ms: Math.round(performance.now() - started), tokensIn, tokensOut, rounds });
    if (last || reply.text.startsWith('{"type":"final"')) return result(reply.text);
    const parsed = parseToolCall(reply.text, tools, facts);
    if (!parsed.ok) {
      observations.push(`Observation(protocol): ${parsed.observation}`);
      continue;
    }
    const key = callKey(parsed.call.tool.name, parsed.call.args);
    if (done.has(key)) {
      observations.push(`Observation(${parsed.call.tool.name}): This call was made before. Use another tool or answer.`);
      continue;
    }
    done.add(key);
    const found = await parsed.call.tool.run(parsed.call.args, { facts, signal });
    observations.push(`Observation(${parsed.call.tool.name}): ${show(found.evidence)}`);
  }
}
