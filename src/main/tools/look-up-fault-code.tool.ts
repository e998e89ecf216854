import { z } from 'zod';
import { normaliseCode } from '../domain/code.ts';
import type { Evidence } from '../domain/evidence.ts';
import { codeField, equipmentField } from './fields.ts';
import { evidenceLine, nothingFound, summarise } from './summarise.ts';
import type { ToolDependencies } from './tool-dependencies.ts';
import { defineTool, type Tool } from './tool.ts';

export default ({ knowledge, recall, masker }: ToolDependencies): Tool =>
  defineTool({
    name: 'look_up_fault_code',
    description: 'Look up what a fault code means on this equipment, in the code tables of the manuals and in past cases.',
    parameters: z.object({ code: codeField, equipment: equipmentField.optional() }),
    needs: ['fault-code'],
    gives: ['code-meaning'],
    scenarios: ['What does E-204 mean?', 'Meaning of alarm AL-12', 'Display shows F-07', 'E-31 是什么意思？', '报警代码 AL-12 含义'],
    costMs: 5,
    permission: 'read-knowledge',
    cacheable: true,
    choices(facts) {
      const names = new Set([...facts.equipment, ...facts.assets].map(normaliseCode));
      const codes = facts.codes.filter((code) => codeField.safeParse(code).success && !names.has(normaliseCode(code)));
      return { code: codes.slice(0, 3), equipment: facts.equipment };
    },
    async run({ code, equipment }, { facts, signal }) {
      const models = equipment === undefined ? facts.equipment : [equipment];
      const rows: Evidence[] = await knowledge.codeMeaning(code, models);
      if (rows.length === 0) {
        // No manual knows it: the cases that carry exactly this code may.
        const question = masker.mask(code).text;
        const { cases } = await recall(
          {
            question,
            description: masker.mask('').text,
            codes: [code],
            lookAlikeCodes: [],
            equipment: models,
            assets: [],
            imageVector: null,
            language: facts.language,
          },
          signal,
        );
        rows.push(...cases.filter((found) => found.matchedBy.includes('same-code')));
      }
      if (rows.length === 0) return { found: false, summary: nothingFound, evidence: [] };
      return {
        found: true,
        summary: summarise(
          rows.map((row) => evidenceLine(row, masker)),
          masker,
        ),
        evidence: rows,
      };
    },
  });
