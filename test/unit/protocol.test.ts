import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { argumentsSchema, callKey, forcedCalls, parseToolCall, toolCallShape } from '../../src/main/agent/protocol.ts';
import { buildGrammar } from '../../src/main/inference/llama/grammar.ts';
import { TextStream } from '../../src/main/inference/llama/stream-text.ts';
import { literal } from '../../src/main/privacy/masked.ts';
import { defineTool } from '../../src/main/tools/tool.ts';
import { makeFacts, makeTools } from '../support/agent-fixtures.ts';

const facts = makeFacts('E-204 on HP-40?', { codes: ['E-204'], equipment: ['HP-40'], assets: ['HPU-07'] });
const tools = makeTools();
const [codeTool, manualTool] = tools;
if (codeTool === undefined || manualTool === undefined) throw new Error('no tools');

describe('protocol', () => {
  it('offers known choices as the only values, and keeps free text short', () => {
    expect(argumentsSchema(codeTool, facts)).toEqual({ type: 'object', properties: { code: { enum: ['E-204'] } } });
    expect(argumentsSchema(manualTool, facts)).toEqual({
      type: 'object',
      properties: { query: { type: 'string', minLength: 2, maxLength: 80 } },
    });
    expect(toolCallShape([codeTool], facts)).toMatchObject({ schema: { properties: { name: { const: 'look_up_fault_code' } } } });
  });

  it('refuses what is outside of the kept set, of the schema and of the choices', () => {
    const parse = (step: unknown) => parseToolCall(typeof step === 'string' ? step : JSON.stringify(step), [codeTool], facts);
    expect(parse({ type: 'tool_call', name: 'look_up_fault_code', args: { code: 'E-204' } })).toMatchObject({ ok: true });
    expect(parse({ type: 'tool_call', name: 'search_manuals', args: { query: 'x y' } })).toMatchObject({
      ok: false,
      reason: 'unknown-tool',
      observation: expect.stringContaining('look_up_fault_code'),
    });
    expect(parse({ type: 'tool_call', name: 'look_up_fault_code', args: { code: 'E-999' } })).toMatchObject({
      ok: false,
      reason: 'bad-arguments',
    });
    expect(parse({ type: 'tool_call', name: 'look_up_fault_code', args: { code: 'E-204', sql: 'drop' } })).toMatchObject({
      ok: false,
      reason: 'bad-arguments',
    });
    expect(parse('{"type":"tool_call","name":"look_up')).toMatchObject({ ok: false, reason: 'not-json' });
    expect(parse({ type: 'final', answer: 'x', evidence: [] })).toMatchObject({ ok: false, reason: 'not-json' });
  });

  it('forces a call only where nothing is left to decide', () => {
    expect(forcedCalls(codeTool, facts)?.map((call) => call.args)).toEqual([{ code: 'E-204' }]);
    expect(forcedCalls(manualTool, facts)).toBeNull();
    expect(forcedCalls(codeTool, { ...facts, codes: ['A1', 'A2', 'A3', 'A4'] })).toBeNull();
    const optional = defineTool({
      ...manualTool,
      parameters: z.object({ query: z.string().min(2), equipment: z.string().optional(), limit: z.number().int().default(5) }),
      choices: () => ({ query: ['over temperature'], equipment: ['HP-40', 'VD-22'] }),
      run: async () => ({ found: false, summary: literal(''), evidence: [] }),
    });
    expect(forcedCalls(optional, facts)?.map((call) => call.args)).toEqual([{ query: 'over temperature', equipment: 'HP-40', limit: 5 }]);
  });

  it('gives the same key to the same call', () => {
    expect(callKey('a', { x: 1, y: 2 })).toBe(callKey('a', { y: 2, x: 1 }));
    expect(callKey('a', { x: 1 })).not.toBe(callKey('a', { x: 2 }));
  });
});

describe('grammar', () => {
  it('permits no free white space and quotes what it must', () => {
    const text = buildGrammar({
      type: 'json',
      schema: { type: 'object', properties: { a: { enum: ['x"y', 'z\\'] }, b: { type: 'string', maxLength: 5 } } },
    });
    expect(text.split('\n')[0]).toBe(String.raw`root ::= ("{" "\"a\":" ("\"x\\\"y\"" | "\"z\\\\\"") ",\"b\":" ("\"" char{0,5} "\"") "}")`);
    expect(buildGrammar({ type: 'choice', options: ['1', 'a\n'] })).toBe('root ::= "1" | "a\\n"\n');
  });
  it('refuses a shape that it does not know, and an empty choice', () => {
    expect(() => buildGrammar({ type: 'json', schema: { type: 'tuple' } })).toThrow(/not supported/);
    expect(() => buildGrammar({ type: 'choice', options: [] })).toThrow(/without options/);
  });
});

describe('text stream', () => {
  const bytes = (text: string): number[] => [...new TextEncoder().encode(text)];
  const stream = (stop?: string[]): TextStream<number> =>
    new TextStream<number>((all) => new TextDecoder().decode(Uint8Array.from(all)), stop);
  it('holds back a character until all its bytes are there', () => {
    const one = stream();
    const pieces = bytes('泵 ok').map((byte) => one.push(byte));
    expect(pieces.slice(0, 3)).toEqual(['', '', '泵']);
    expect(pieces.join('') + one.end()).toBe('泵 ok');
  });
  it('ends before a stop string and never shows its beginning', () => {
    const one = stream(['\n\n', 'END']);
    let text = '';
    for (const byte of bytes('go on\nEN no\n\nmore')) {
      if (one.stopped) break;
      text += one.push(byte);
    }
    expect(text + one.end()).toBe('go on\nEN no');
  });
  it('gives what it held when the text ends', () => {
    const one = stream(['END']);
    expect(
      bytes('an EN')
        .map((byte) => one.push(byte))
        .join('') + one.end(),
    ).toBe('an EN');
  });
});
