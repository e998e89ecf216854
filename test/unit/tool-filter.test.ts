import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createToolFilter } from '../../src/main/toolfilter/tool-filter.ts';
import { defineTool, type FactName, type Tool } from '../../src/main/tools/tool.ts';
import { literal } from '../../src/main/privacy/masked.ts';
import { makeFacts } from '../support/agent-fixtures.ts';

const tool = (name: string, needs: FactName[], gives: FactName[], costMs = 5): Tool =>
  defineTool({
    name,
    description: name,
    parameters: z.object({}),
    needs,
    gives,
    scenarios: ['x'],
    costMs,
    permission: 'none',
    cacheable: false,
    run: async () => ({ found: false, summary: literal(''), evidence: [] }),
  });

const all = [
  tool('calculate', ['expression'], ['calculated-value']),
  tool('find_work_orders', ['asset'], ['work-orders']),
  tool('look_up_fault_code', ['fault-code'], ['code-meaning']),
  tool('search_manuals', ['question'], ['manual-passage']),
  tool('search_past_cases', ['question'], ['similar-cases']),
  tool('look_up_photo_text', ['photo-reading'], ['photo-reading']),
];
const names = (tools: readonly Tool[]): string[] => tools.map((one) => one.name);
const withKnown = (facts: ReturnType<typeof makeFacts>, ...more: FactName[]) => ({
  ...facts,
  known: new Set<FactName>([...facts.known, ...more]),
});

describe('tool filter', () => {
  it('keeps only tools whose needs are known and whose facts are not', () => {
    const facts = withKnown(makeFacts('HP-40 shows E-204', { codes: ['E-204'], equipment: ['HP-40'] }), 'similar-cases');
    expect(names(createToolFilter(all).keep(facts, [], 3))).toEqual(['look_up_fault_code', 'search_manuals']);
    expect(names(createToolFilter(all).keep(withKnown(facts, 'code-meaning', 'manual-passage'), [], 3))).toEqual([]);
    expect(names(createToolFilter(all).keep(facts, ['look_up_fault_code'], 3))).toEqual(['search_manuals']);
  });

  it('keeps work orders only when history is asked for and the asset is known', () => {
    const filter = createToolFilter(all);
    const history = (question: string, assets: string[]): boolean =>
      names(filter.keep(withKnown(makeFacts(question, { assets }), 'similar-cases'), [], 3)).includes('find_work_orders');
    expect(history('When was HPU-07 serviced last time?', ['HPU-07'])).toBe(true);
    expect(history('HPU-07 以前修过吗？', ['HPU-07'])).toBe(true);
    expect(history('What colour is HPU-07?', ['HPU-07'])).toBe(false);
    expect(history('When was it serviced last time?', [])).toBe(false);
  });

  it('searches the past first while it is not known, and keeps nothing for talk', () => {
    expect(names(createToolFilter(all).keep(makeFacts('It is loud'), [], 3))[0]).toBe('search_past_cases');
    expect(createToolFilter(all).keep(withKnown(makeFacts('It is loud'), 'similar-cases'), [], 3)).toEqual([]);
  });

  it('goes one step back when a wanted fact needs another first', () => {
    const chain = [
      tool('name_machine', ['question'], ['equipment']),
      tool('look_up_fault_code', ['fault-code', 'equipment'], ['code-meaning']),
    ];
    expect(names(createToolFilter(chain).keep(withKnown(makeFacts('E-204?', { codes: ['E-204'] }), 'similar-cases'), [], 3))).toEqual([
      'name_machine',
    ]);
  });

  it('lets never more than eight tools reach the model', () => {
    const many = Array.from({ length: 20 }, (_, at) => tool(`search_${at}`, ['question'], ['manual-passage']));
    expect(createToolFilter(many).keep(makeFacts('How do I reset it?'), [], 99)).toHaveLength(8);
    expect(createToolFilter(many).keep(makeFacts('How do I reset it?'), [], 2)).toHaveLength(2);
  });
});
