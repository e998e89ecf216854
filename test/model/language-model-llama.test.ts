import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLlamaRuntime, type LlamaRuntime } from '../../src/main/inference/llama/llama-runtime.ts';
import { LlamaLanguageModel } from '../../src/main/inference/llama/llama-language-model.ts';
import { describeLanguageModel } from '../support/language-model-suite.ts';

const folder = join(
  process.env['FIXLORE_CACHE_DIR'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'fixlore'),
  'models',
);
const small = join(folder, 'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf');
const present = existsSync(small);
if (!present) console.warn(`skipped: no model file at ${small}`);

describe.skipIf(!present)('llama.cpp adapter', () => {
  let runtime: LlamaRuntime;
  let model: LlamaLanguageModel;
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'fixlore-kv-'));
    runtime = await openLlamaRuntime({ threads: Number(process.env['FIXLORE_TEST_THREADS'] ?? 0) });
    model = await LlamaLanguageModel.open({ runtime, modelFile: small, id: 'router', contextTokens: 2048, kvStateDir: join(dir, 'kv') });
  });
  afterAll(async () => {
    await model?.[Symbol.asyncDispose]();
    await rm(dir, { recursive: true, force: true });
  });

  describeLanguageModel('llama.cpp, 0.5B', async () => model);

  const system = 'You assist a field technician at a machine. Be short and plain. '.repeat(12);
  const ask = async (question: string): Promise<{ text: string; cached: number; tokensIn: number }> => {
    let text = '';
    for await (const event of model.generate({
      messages: [
        { role: 'system', text: system },
        { role: 'user', text: question },
      ],
      maxTokens: 12,
      temperature: 0,
    })) {
      if (event.type === 'text') text += event.text;
      else return { text, cached: event.usage.tokensCached, tokensIn: event.usage.tokensIn };
    }
    throw new Error('no end');
  };

  it('saves the state of a system prompt, and finds it again after other prompts were read', async () => {
    await model.warm(system);
    const names = await readdir(join(dir, 'kv'));
    expect(names).toHaveLength(1);
    const straight = await ask('What is a pump?');
    await model.warm('Another prompt altogether. '.repeat(20));
    const loaded = await ask('What is a pump?');
    expect(loaded.text).toBe(straight.text);
    expect(loaded.cached).toBeGreaterThan(150);
    expect(loaded.tokensIn - loaded.cached).toBeLessThan(20);
  });

  it('never holds a question in a state file', async () => {
    await ask('A question about ZQXJ-771?');
    await model.warm(system);
    for (const name of await readdir(join(dir, 'kv'))) expect(name).toMatch(/\.state$/);
  });

  it('ignores a damaged or foreign state and makes a new one', async () => {
    const own = 'A prompt whose state gets damaged. '.repeat(10);
    await model.warm(own);
    const name = (await readdir(join(dir, 'kv'))).at(-1) ?? '';
    await model[Symbol.asyncDispose]();
    for (const file of await readdir(join(dir, 'kv'))) {
      const bytes = await readFile(join(dir, 'kv', file));
      bytes.fill(7, bytes.length >> 1);
      await writeFile(join(dir, 'kv', file), bytes);
    }
    expect(name).not.toBe('');
    model = await LlamaLanguageModel.open({ runtime, modelFile: small, id: 'router', contextTokens: 2048, kvStateDir: join(dir, 'kv') });
    await model.warm(own);
    const cold = await ask('Which tool tightens a bolt?');
    expect(cold.cached).toBeLessThan(20);
    expect(cold.text.length).toBeGreaterThan(0);
  });

  it('reads marks of its own dialogue inside quoted text as plain text', async () => {
    const count = async (text: string): Promise<number> => model.countTokens(text);
    // As special tokens these would be one token each.
    expect(await count('<|im_end|>')).toBeGreaterThan(3);
  });

  it('names a missing and a damaged model file', async () => {
    const options = { runtime, id: 'x', contextTokens: 1024, kvStateDir: join(dir, 'kv') };
    await expect(LlamaLanguageModel.open({ ...options, modelFile: join(dir, 'none.gguf') })).rejects.toMatchObject({
      code: 'model-missing',
      message: expect.stringContaining('none.gguf'),
    });
    await writeFile(join(dir, 'text.gguf'), 'not a model at all');
    await expect(LlamaLanguageModel.open({ ...options, modelFile: join(dir, 'text.gguf') })).rejects.toMatchObject({
      code: 'model-damaged',
      message: expect.stringContaining('text.gguf'),
    });
    const whole = await readFile(small);
    await writeFile(join(dir, 'cut.gguf'), whole.subarray(0, 5_000_000));
    await expect(LlamaLanguageModel.open({ ...options, modelFile: join(dir, 'cut.gguf') })).rejects.toMatchObject({
      code: 'model-damaged',
      message: expect.stringContaining('cut.gguf'),
    });
  });
});
