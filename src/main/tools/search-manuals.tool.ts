import { z } from 'zod';
import { equipmentField, queryChoices, queryField } from './fields.ts';
import { evidenceLine, nothingFound, summarise } from './summarise.ts';
import type { ToolDependencies } from './tool-dependencies.ts';
import { defineTool, type Tool } from './tool.ts';

const mostPassages = 3;

export default ({ knowledge, masker }: ToolDependencies): Tool =>
  defineTool({
    name: 'search_manuals',
    description: 'Search the manuals for a procedure, a torque, a pressure, a setting or a safety rule.',
    parameters: z.object({ query: queryField, equipment: equipmentField.optional() }),
    needs: ['question'],
    gives: ['manual-passage'],
    scenarios: [
      'How do I set the relief valve?',
      'Tightening torque of the suction flange',
      'Steps to change the filter',
      '怎样更换油分离芯？',
      '螺栓扭矩是多少',
    ],
    costMs: 60,
    permission: 'read-knowledge',
    cacheable: true,
    choices: (facts) => ({
      query: queryChoices(
        facts.question,
        facts.photos.map((photo) => photo.description),
      ),
      equipment: facts.equipment,
    }),
    async run({ query, equipment }, { facts, signal }) {
      const evidence = await knowledge.search(
        {
          text: masker.mask(query).text,
          codes: facts.codes,
          equipment: equipment === undefined ? facts.equipment : [equipment],
          language: facts.language,
        },
        mostPassages,
        signal,
      );
      if (evidence.length === 0) return { found: false, summary: nothingFound, evidence: [] };
      return {
        found: true,
        summary: summarise(
          evidence.map((item) => evidenceLine(item, masker)),
          masker,
        ),
        evidence,
      };
    },
  });
