import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTools } from '../../../src/main/tools/registry.ts';
import { createToolStores, makeFacts } from '../../support/tool-stores.ts';

const deps = createToolStores({});
let dir: string;
beforeEach(async () => {
  // Beside the sources, so that the dropped file finds zod as a real one would.
  const parent = join(import.meta.dirname, '../../../node_modules/.cache');
  await mkdir(parent, { recursive: true });
  dir = await mkdtemp(join(parent, 'fixlore-tools-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const good = `import { z } from 'zod';
export default () => ({ name: 'count_bolts', description: 'Count bolts.', parameters: z.object({ size: z.string() }), needs: ['question'], gives: ['calculated-value'], scenarios: ['How many bolts?'], costMs: 1, permission: 'none', cacheable: true, run: async () => ({ found: true, summary: 'four', evidence: [] }) });`;

describe('loadTools', () => {
  it('finds the six tools of the product', async () => {
    const tools = await loadTools(deps);
    expect(tools.map((tool) => tool.name).sort()).toEqual([
      'calculate',
      'find_work_orders',
      'look_up_fault_code',
      'look_up_photo_text',
      'search_manuals',
      'search_past_cases',
    ]);
    for (const tool of tools) {
      expect(tool.scenarios.some((scenario) => /\p{Script=Han}/u.test(scenario))).toBe(true);
      expect(Object.keys(tool.choices?.(makeFacts()) ?? {}).every((name) => name in tool.parameters.shape)).toBe(true);
    }
  });

  it('registers a file that is dropped into the folder, and leaves others alone', async () => {
    await writeFile(join(dir, 'count-bolts.tool.mjs'), good);
    await writeFile(join(dir, 'notes.mjs'), 'throw new Error("not a tool")');
    const [tool, ...more] = await loadTools(deps, dir);
    expect(more).toEqual([]);
    expect(tool?.name).toBe('count_bolts');
    expect((await tool?.run({ size: 'M8' }, { facts: makeFacts(), signal: new AbortController().signal }))?.summary).toBe('four');
  });

  it.each([
    ['no default export', 'export const a = 1;', 'no default export'],
    ['syntax error', 'export default (', 'cannot be loaded'],
    ['throwing maker', 'export default () => { throw new Error("x"); };', 'making the tool failed'],
    ['camel case name', good.replace('count_bolts', 'countBolts'), 'snake_case'],
    ['unknown fact', good.replace("'calculated-value'", "'bolt-count'"), 'gives'],
    [
      'five parameters',
      good.replace('size: z.string()', 'a: z.string(), b: z.string(), c: z.string(), d: z.string(), e: z.string()'),
      'four fields',
    ],
    ['long description', good.replace('Count bolts.', 'bolt '.repeat(41)), '40 words'],
    ['no function', good.replace(/run: .*? \}\) \}\);/, 'run: 3 });'), 'run'],
  ])('names the file and what is wrong with it: %s', async (_name, content, what) => {
    await writeFile(join(dir, 'bad-one.tool.mjs'), content);
    await expect(loadTools(deps, dir)).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringMatching(new RegExp(`bad-one\\.tool\\.mjs.*${what}`)),
    });
  });

  it('refuses two tools of one name', async () => {
    await writeFile(join(dir, 'a.tool.mjs'), good);
    await cp(join(dir, 'a.tool.mjs'), join(dir, 'b.tool.mjs'));
    await expect(loadTools(deps, dir)).rejects.toMatchObject({ message: expect.stringContaining('count_bolts') });
  });
});
