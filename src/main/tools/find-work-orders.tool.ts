import { z } from 'zod';
import { assetField } from './fields.ts';
import { evidenceLine, nothingFound, summarise } from './summarise.ts';
import type { ToolDependencies } from './tool-dependencies.ts';
import { defineTool, type Tool } from './tool.ts';

export default ({ records, masker }: ToolDependencies): Tool =>
  defineTool({
    name: 'find_work_orders',
    description: 'Find the latest work orders of one asset: date, what was done, parts used.',
    parameters: z.object({ asset: assetField, limit: z.number().int().min(1).max(10).default(5).describe('how many') }),
    needs: ['asset'],
    gives: ['work-orders'],
    scenarios: [
      'What was done on HPU-07 last month?',
      'Work orders of asset CMP-02',
      'When was it serviced last?',
      'HPU-07 的工单有哪些？',
      '这台设备上次什么时候保养的',
    ],
    costMs: 5,
    permission: 'read-records',
    cacheable: true,
    choices: (facts) => ({ asset: facts.assets.filter((asset) => assetField.safeParse(asset).success) }),
    async run({ asset, limit }) {
      const evidence = await records.workOrdersByAsset(asset, limit);
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
