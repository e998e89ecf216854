import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import type { ToolDependencies, ToolMaker } from './tool-dependencies.ts';
import { factNames, type Tool } from './tool.ts';

export type { ToolDependencies } from './tool-dependencies.ts';

const toolFile = /^[a-z0-9-]+\.tool\.(?:ts|js|mjs)$/;

const toolSchema = z.object({
  name: z.string().regex(/^[a-z]+(?:_[a-z]+)*$/, 'must be snake_case and begin with a verb'),
  description: z
    .string()
    .min(1)
    .refine((text) => text.trim().split(/\s+/).length <= 40, 'must have at most 40 words'),
  parameters: z
    .instanceof(z.ZodObject, { error: 'must be a zod object' })
    .refine((schema) => Object.keys(schema.shape).length <= 4, 'must have at most four fields'),
  needs: z.array(z.enum(factNames)),
  gives: z.array(z.enum(factNames)).min(1, 'must name at least one fact'),
  scenarios: z.array(z.string()).min(1, 'must name at least one request'),
  costMs: z.number().nonnegative(),
  permission: z.enum(['read-memory', 'read-knowledge', 'read-records', 'none']),
  cacheable: z.boolean(),
  choices: z.custom<unknown>((value) => value === undefined || typeof value === 'function', 'must be a function').optional(),
  run: z.custom<unknown>((value) => typeof value === 'function', 'must be a function'),
});

/**
 * All tools of the folder: each `*.tool.ts` file (`.js` once built) exports a maker by default, and dropping a file
 * registers it. Errors: `internal` names the file and what is wrong with it.
 */
export async function loadTools(deps: ToolDependencies, dir: string = import.meta.dirname): Promise<Tool[]> {
  const tools: Tool[] = [];
  for (const file of (await readdir(dir)).filter((name) => toolFile.test(name)).sort()) {
    const tool = checkTool(file, await makeTool(join(dir, file), file, deps));
    if (tools.some((other) => other.name === tool.name)) throw toolError(file, `there is a tool named ${tool.name} already`);
    tools.push(tool);
  }
  return tools;
}

async function makeTool(path: string, file: string, deps: ToolDependencies): Promise<unknown> {
  let module: { default?: unknown };
  try {
    module = (await import(pathToFileURL(path).href)) as { default?: unknown };
  } catch (error) {
    throw toolError(file, 'it cannot be loaded', error);
  }
  if (typeof module.default !== 'function')
    throw toolError(file, 'it has no default export that makes a tool: export default (deps) => defineTool({ … })');
  try {
    return (module.default as ToolMaker)(deps);
  } catch (error) {
    throw toolError(file, 'making the tool failed', error);
  }
}

function checkTool(file: string, made: unknown): Tool {
  const checked = toolSchema.safeParse(made);
  if (!checked.success) {
    const issue = checked.error.issues[0];
    throw toolError(file, `${issue?.path.join('.') || 'the tool'}: ${issue?.message ?? 'malformed'}`);
  }
  return made as Tool;
}

function toolError(file: string, what: string, cause?: unknown): AppError {
  return new AppError('internal', `The tool file ${file} is not usable: ${what}. Correct the file or remove it from the tools folder.`, {
    data: { file },
    cause,
  });
}
