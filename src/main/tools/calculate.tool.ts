import { z } from 'zod';
import { literal } from '../privacy/masked.ts';
import { evaluateExpression } from './evaluate-expression.ts';
import { summarise } from './summarise.ts';
import type { ToolDependencies } from './tool-dependencies.ts';
import { defineTool, type Tool } from './tool.ts';

export default ({ masker }: ToolDependencies): Tool =>
  defineTool({
    name: 'calculate',
    description: 'Calculate an expression with units, or convert units: 185 bar to psi, 1.5 kW / 400 V.',
    parameters: z.object({
      expression: z
        .string()
        .min(1)
        .max(120)
        .regex(/^[\p{Script=Latin}\d\s.,+\-*/^()%°℃℉×÷·²³Ωµμ]+$/u)
        .describe('expression, like 185 bar to psi'),
    }),
    needs: ['expression'],
    gives: ['calculated-value'],
    scenarios: ['How much is 185 bar in psi?', 'Convert 46 Nm to lbf ft', 'What is 3 * 18 A', '185 bar 换算成 MPa', '计算 1.5 kW / 400 V'],
    costMs: 300,
    permission: 'none',
    cacheable: true,
    async run({ expression }) {
      const outcome = await evaluateExpression(expression);
      if (!outcome.ok) return { found: false, summary: literal(outcome.reason), evidence: [] };
      const text = masker.mask(`${expression.trim()} = ${outcome.value}`).text;
      return {
        found: true,
        summary: summarise([text], masker),
        evidence: [{ id: 'X-1', kind: 'calculation', title: literal('Calculation'), text, score: 1, language: 'en', cautions: [] }],
      };
    },
  });
