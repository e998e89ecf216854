import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createToolCache } from '../../src/main/agent/tool-cache.ts';
import { watchWrites } from '../../src/main/memory/watch-writes.ts';
import type { MemoryStore } from '../../src/main/memory/memory-store.ts';
import { literal } from '../../src/main/privacy/masked.ts';
import type { Tool } from '../../src/main/tools/tool.ts';

const tool = (cacheable: boolean): Tool => ({
  name: 'look_up',
  description: 'Look something up.',
  parameters: z.object({ code: z.string() }),
  needs: [],
  gives: [],
  scenarios: [],
  costMs: 1,
  permission: 'none',
  cacheable,
  run: async () => ({ found: true, summary: literal('found'), evidence: [] }),
});
const result = { found: true, summary: literal('found'), evidence: [] };

describe('tool cache', () => {
  it('gives a result back for the same tool and arguments, and for no others', () => {
    const cache = createToolCache();
    cache.keep({ tool: tool(true), args: { code: 'E-204' } }, result);
    expect(cache.get({ tool: tool(true), args: { code: 'E-204' } })).toBe(result);
    expect(cache.get({ tool: tool(true), args: { code: 'E-205' } })).toBeUndefined();
  });

  it('keeps nothing of a tool whose result may differ', () => {
    const cache = createToolCache();
    cache.keep({ tool: tool(false), args: { code: 'E-204' } }, result);
    expect(cache.get({ tool: tool(false), args: { code: 'E-204' } })).toBeUndefined();
  });

  it('forgets after five minutes', () => {
    let now = 1_000;
    const cache = createToolCache({ nowMs: () => now });
    cache.keep({ tool: tool(true), args: { code: 'E-204' } }, result);
    now += 5 * 60_000 + 1;
    expect(cache.get({ tool: tool(true), args: { code: 'E-204' } })).toBeUndefined();
  });

  it('forgets when the memory is written to, also by a write that fails', async () => {
    const cache = createToolCache();
    const store = watchWrites(
      {
        upsert: async () => undefined,
        purge: async () => Promise.reject(new Error('disk')),
        get: async () => [],
      } as unknown as MemoryStore,
      cache.clear,
    );
    const call = { tool: tool(true), args: { code: 'E-204' } };
    cache.keep(call, result);
    await store.get([]);
    expect(cache.get(call)).toBe(result);
    await store.upsert([]);
    expect(cache.get(call)).toBeUndefined();
    cache.keep(call, result);
    await expect(store.purge([])).rejects.toThrow('disk');
    expect(cache.get(call)).toBeUndefined();
  });
});
