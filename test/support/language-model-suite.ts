import { beforeAll, describe, expect, it } from 'vitest';
import type { GenerateRequest, GenerationUsage, LanguageModel } from '../../src/main/inference/language-model.ts';
import { fitsSchema } from './fake-language-model.ts';

async function collect(
  model: LanguageModel,
  request: GenerateRequest,
  signal?: AbortSignal,
): Promise<{ text: string; pieces: string[]; reason: string; usage: GenerationUsage }> {
  const pieces: string[] = [];
  for await (const event of model.generate(request, signal)) {
    if (event.type === 'text') pieces.push(event.text);
    else return { text: pieces.join(''), pieces, reason: event.reason, usage: event.usage };
  }
  throw new Error('the stream ended without an end event');
}

const system = 'You assist a field technician. Be short. '.repeat(6);

/** The behaviour of the port, whatever stands behind it: runs on the fake and on real weights. */
export function describeLanguageModel(name: string, open: () => Promise<LanguageModel>): void {
  describe(`language model: ${name}`, () => {
    let model: LanguageModel;
    beforeAll(async () => {
      model = await open();
    });

    it('writes exactly one of the options of a choice', async () => {
      const result = await collect(model, {
        messages: [
          { role: 'system', text: system },
          { role: 'user', text: 'Which is a pump? 1. a chair 2. a centrifugal pump' },
        ],
        shape: { type: 'choice', options: ['1', '2', 'look_up_fault_code'] },
        maxTokens: 12,
        temperature: 0,
      });
      expect(['1', '2', 'look_up_fault_code']).toContain(result.text);
      expect(result.usage.tokensOut).toBeGreaterThan(0);
    });

    it('writes compact JSON of the schema, keys in order', async () => {
      const schema = {
        anyOf: [
          {
            type: 'object',
            properties: {
              type: { const: 'tool_call' },
              name: { const: 'look_up_fault_code' },
              args: {
                type: 'object',
                properties: {
                  code: { enum: ['E-204', 'F "3"'] },
                  note: { type: 'string', minLength: 1, maxLength: 12 },
                  count: { type: 'integer' },
                  deep: { type: 'boolean' },
                },
              },
            },
          },
          {
            type: 'object',
            properties: {
              type: { const: 'tool_call' },
              name: { const: 'calculate' },
              args: { type: 'object', properties: { values: { type: 'array', items: { type: 'number' }, minItems: 1, maxItems: 2 } } },
            },
          },
        ],
      };
      const result = await collect(model, {
        messages: [
          { role: 'system', text: system },
          { role: 'user', text: 'Look up the fault code E-204. Reply as JSON.' },
        ],
        shape: { type: 'json', schema },
        maxTokens: 120,
        temperature: 0,
      });
      const value: unknown = JSON.parse(result.text);
      expect(fitsSchema(value, schema)).toBe(true);
      expect(result.text).toBe(JSON.stringify(value));
    });

    it('keeps the state of a common prefix and counts what it kept', async () => {
      const messages = [
        { role: 'system', text: system },
        { role: 'user', text: 'The pump is loud. What can it be?' },
      ] as const;
      const first = await collect(model, {
        messages: [...messages, { role: 'assistant', text: 'Case ' }],
        shape: { type: 'choice', options: ['1', '2'] },
        maxTokens: 2,
        temperature: 0,
      });
      const second = await collect(model, {
        messages: [...messages, { role: 'assistant', text: `Case ${first.text}. Advice: ` }],
        maxTokens: 8,
        temperature: 0,
      });
      expect(second.usage.tokensCached).toBeGreaterThanOrEqual(first.usage.tokensIn - 4);
      expect(second.usage.tokensCached).toBeLessThan(second.usage.tokensIn);
      const cold = await collect(model, { messages, maxTokens: 4, temperature: 0, reuseState: false });
      expect(cold.usage.tokensCached).toBe(0);
    });

    it('gives the same text twice at temperature 0, kept state or not', async () => {
      const request: GenerateRequest = {
        messages: [
          { role: 'system', text: system },
          { role: 'user', text: 'Name one cause of a hot bearing in five words.' },
        ],
        maxTokens: 16,
        temperature: 0,
      };
      const first = await collect(model, request);
      const second = await collect(model, request);
      expect(second.text).toBe(first.text);
    });

    it('holds to the limit of tokens', async () => {
      const result = await collect(model, {
        messages: [{ role: 'user', text: 'Count from one to fifty in words.' }],
        maxTokens: 5,
        temperature: 0,
      });
      expect(result.usage.tokensOut).toBeLessThanOrEqual(5);
      expect(result.reason).toBe('max-tokens');
    });

    it('streams Chinese in whole characters', async () => {
      const result = await collect(model, {
        messages: [
          { role: 'system', text: '你协助现场技术员，用中文回答。' },
          { role: 'user', text: '水泵轴承过热怎么办？请用一句话回答。' },
        ],
        maxTokens: 30,
        temperature: 0,
      });
      expect(result.text.length).toBeGreaterThan(0);
      for (const piece of result.pieces) expect(piece).not.toContain('\ufffd');
    });

    it('ends when it is told that enough is written', async () => {
      let asked = '';
      const result = await collect(model, {
        messages: [{ role: 'user', text: 'Count from one to fifty in words.' }],
        maxTokens: 60,
        temperature: 0,
        stopWhen: (written) => ((asked = written), written.length > 6),
      });
      expect(result.usage.tokensOut).toBeLessThan(20);
      expect(asked).toBe(result.text);
    });

    it('stops within 300 ms (or a slice of the prompt) while it reads a long prompt, and is idle and usable then', async () => {
      // The signal is looked at every 32 prompt tokens: on a machine that is busy otherwise one such slice may take longer.
      const paced = await collect(model, {
        messages: [{ role: 'user', text: 'pace '.repeat(96) }],
        maxTokens: 1,
        temperature: 0,
        reuseState: false,
      });
      const slice = (paced.usage.promptMs / paced.usage.tokensIn) * 32;
      const controller = new AbortController();
      let abortedAt = 0;
      setTimeout(() => {
        abortedAt = performance.now();
        controller.abort();
      }, 250);
      const long = Array.from({ length: 900 }, (_, at) => `word${at % 7}`).join(' ');
      await expect(
        collect(model, { messages: [{ role: 'user', text: long }], maxTokens: 20, temperature: 0 }, controller.signal),
      ).rejects.toMatchObject({ code: 'cancelled' });
      expect(performance.now() - abortedAt).toBeLessThan(Math.max(300, slice * 3));
      const before = process.cpuUsage();
      await new Promise((resolve) => setTimeout(resolve, 200));
      const used = process.cpuUsage(before);
      expect((used.user + used.system) / 1000).toBeLessThan(150);
      const next = await collect(model, {
        messages: [{ role: 'user', text: 'Which? ' }],
        shape: { type: 'choice', options: ['yes', 'no'] },
        maxTokens: 3,
        temperature: 0,
      });
      expect(['yes', 'no']).toContain(next.text);
    });

    it('stops while it writes', async () => {
      const controller = new AbortController();
      const run = async (): Promise<void> => {
        for await (const event of model.generate(
          { messages: [{ role: 'user', text: 'Count from one to fifty in words.' }], maxTokens: 200, temperature: 0 },
          controller.signal,
        )) {
          if (event.type === 'text') controller.abort();
        }
      };
      await expect(run()).rejects.toMatchObject({ code: 'cancelled' });
    });

    it('lets a second call wait for the first', async () => {
      const request: GenerateRequest = {
        messages: [{ role: 'user', text: 'Which? ' }],
        shape: { type: 'choice', options: ['yes', 'no'] },
        maxTokens: 3,
        temperature: 0,
      };
      const results = await Promise.all([collect(model, request), collect(model, request)]);
      expect(results[0]?.text).toBe(results[1]?.text);
    });

    it('refuses a prompt that does not fit', async () => {
      const long = Array.from({ length: model.contextTokens * 2 }, () => 'word').join(' ');
      await expect(collect(model, { messages: [{ role: 'user', text: long }], maxTokens: 5, temperature: 0 })).rejects.toMatchObject({
        code: 'bad-input',
      });
    });
  });
}
