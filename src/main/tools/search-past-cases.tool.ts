import { z } from 'zod';
import { codeField, equipmentField, queryChoices, queryField } from './fields.ts';
import { nothingFound, summarise } from './summarise.ts';
import type { ToolDependencies } from './tool-dependencies.ts';
import { defineTool, type Tool } from './tool.ts';

export default ({ recall, masker }: ToolDependencies): Tool =>
  defineTool({
    name: 'search_past_cases',
    description: 'Search the solved faults of this machine for similar symptoms and how they were fixed.',
    parameters: z.object({ query: queryField, code: codeField.optional(), equipment: equipmentField.optional() }),
    needs: ['question'],
    gives: ['similar-cases'],
    scenarios: [
      'Has this happened before?',
      'How was this solved last time?',
      'Pump trips with E-204',
      '以前发生过吗，怎么修好的？',
      '上次这个故障怎么处理的',
    ],
    costMs: 80,
    permission: 'read-memory',
    cacheable: true,
    choices: (facts) => ({
      query: queryChoices(
        facts.question,
        facts.photos.map((photo) => photo.description),
      ),
      equipment: facts.equipment,
    }),
    async run({ query, code, equipment }, { facts, signal }) {
      const { cases } = await recall(
        {
          question: masker.mask(query).text,
          description: masker.mask('').text,
          codes: code === undefined ? facts.codes : [code, ...facts.codes],
          lookAlikeCodes: [],
          equipment: equipment === undefined ? facts.equipment : [equipment],
          assets: facts.assets,
          imageVector: null,
          language: facts.language,
        },
        signal,
      );
      if (cases.length === 0) return { found: false, summary: nothingFound, evidence: [] };
      const lines = cases.map(
        (found) =>
          masker.mask(
            `[${found.id}] ${found.cautions.length > 0 ? `(${found.cautions.join(', ')}) ` : ''}${found.title}: ${found.resolution}`,
          ).text,
      );
      return { found: true, summary: summarise(lines, masker), evidence: cases };
    },
  });
