import { z } from 'zod';
import type { OutputShape } from '../inference/language-model.ts';
import type { KnownFacts, Tool } from '../tools/tool.ts';

/** A step as the model writes it. `final` is put together by our code from the streamed text, never by the model. */
export const protocolStepSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tool_call'), name: z.string(), args: z.record(z.string(), z.unknown()) }),
  z.object({ type: z.literal('final'), answer: z.string(), evidence: z.array(z.string()) }),
]);

export interface ToolCall {
  readonly tool: Tool;
  readonly args: Readonly<Record<string, unknown>>;
}

export type ParsedStep =
  | { readonly ok: true; readonly call: ToolCall }
  | {
      readonly ok: false;
      readonly reason: 'not-json' | 'unknown-tool' | 'bad-arguments';
      readonly observation: string;
      /** The tool whose arguments were refused. */ readonly tool?: string;
    };

const longestFreeArgument = 80;

type JsonSchema = {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  maxLength?: number;
  [key: string]: unknown;
};

/** The JSON schema of a tool's arguments as the grammar gets it: known choices as enums, free text short, optional fields without choices left out. */
export function argumentsSchema(tool: Tool, facts: KnownFacts): JsonSchema {
  const schema = z.toJSONSchema(tool.parameters, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const choices: Record<string, readonly string[] | undefined> = tool.choices?.(facts) ?? {};
  const properties: Record<string, JsonSchema> = {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const known = choices[name];
    if (known !== undefined && known.length > 0) properties[name] = { enum: [...known] };
    else if (!(schema.required ?? []).includes(name)) continue;
    else if (field.type === 'string' && field['enum'] === undefined)
      properties[name] = {
        type: 'string',
        minLength: Math.max(1, Number(field['minLength'] ?? 1)),
        maxLength: Math.min(longestFreeArgument, Number(field.maxLength ?? longestFreeArgument)),
      };
    else properties[name] = field;
  }
  return { type: 'object', properties };
}

/** The shape of a tool step over the kept tools; nothing outside of it can be sampled. */
export function toolCallShape(tools: readonly Tool[], facts: KnownFacts): OutputShape {
  const branches = tools.map((tool) => ({
    type: 'object',
    properties: { type: { const: 'tool_call' }, name: { const: tool.name }, args: argumentsSchema(tool, facts) },
  }));
  return { type: 'json', schema: branches.length === 1 ? (branches[0] ?? {}) : { anyOf: branches } };
}

/** Reads a step that the model wrote, and holds it against the kept tools and the tool's own schema. */
export function parseToolCall(text: string, tools: readonly Tool[], facts: KnownFacts): ParsedStep {
  const only = `Use one of: ${tools.map((tool) => tool.name).join(', ')}.`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'not-json', observation: `The step was cut off or is not JSON. ${only}` };
  }
  const step = protocolStepSchema.safeParse(value);
  if (!step.success || step.data.type !== 'tool_call')
    return {
      ok: false,
      reason: 'not-json',
      observation: `The step has another form than {"type":"tool_call","name":…,"args":{…}}. ${only}`,
    };
  const { name, args } = step.data;
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) return { ok: false, reason: 'unknown-tool', observation: `That tool is not available at this step. ${only}` };
  return validateCall(tool, args, facts);
}

/** Arguments by the tool's schema, and within the choices where these are known. */
export function validateCall(tool: Tool, args: Readonly<Record<string, unknown>>, facts: KnownFacts): ParsedStep {
  const parsed = tool.parameters.strict().safeParse(args);
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? 'the arguments');
    return { ok: false, reason: 'bad-arguments', tool: tool.name, observation: `${tool.name} refused the value of ${field}.` };
  }
  const choices: Record<string, readonly string[] | undefined> = tool.choices?.(facts) ?? {};
  for (const [field, known] of Object.entries(choices)) {
    const given = (parsed.data as Record<string, unknown>)[field];
    if (known !== undefined && known.length > 0 && given !== undefined && !known.includes(String(given))) {
      return {
        ok: false,
        reason: 'bad-arguments',
        tool: tool.name,
        observation: `${tool.name} takes for ${field} one of: ${known.slice(0, 6).join(', ')}.`,
      };
    }
  }
  return { ok: true, call: { tool, args: parsed.data as Record<string, unknown> } };
}

/** The same call has the same key, whatever the order of its arguments. */
export function callKey(name: string, args: Readonly<Record<string, unknown>>): string {
  return `${name} ${JSON.stringify(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}

const mostForcedPerTool = 3;

/**
 * The calls of a tool when the known facts leave nothing to decide: every required argument has choices, and there
 * are at most three combinations (running three look-ups costs less than asking a model for one). Null otherwise.
 */
export function forcedCalls(tool: Tool, facts: KnownFacts): ToolCall[] | null {
  const schema = z.toJSONSchema(tool.parameters, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const choices: Record<string, readonly string[] | undefined> = tool.choices?.(facts) ?? {};
  let combinations: Record<string, unknown>[] = [{}];
  for (const name of Object.keys(schema.properties ?? {})) {
    const known = choices[name];
    const required = (schema.required ?? []).includes(name);
    if (known === undefined || known.length === 0) {
      if (required) return null;
      continue;
    }
    // Of an optional argument the best choice is taken.
    const values = required ? known : known.slice(0, 1);
    combinations = combinations.flatMap((args) => values.map((value) => ({ ...args, [name]: value })));
    if (combinations.length > mostForcedPerTool) return null;
  }
  const calls: ToolCall[] = [];
  for (const args of combinations) {
    const valid = validateCall(tool, args, facts);
    if (valid.ok) calls.push(valid.call);
  }
  return calls.length > 0 ? calls : null;
}
