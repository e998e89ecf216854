import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** The rules that a small house of sources breaks, as `RULE: FILE`. */
async function broken(sources: Record<string, string>): Promise<string[]> {
  const dir = await mkdtemp(join(tmpdir(), 'fixlore-layers-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await symlink(join(root, 'node_modules'), join(dir, 'node_modules'), 'junction');
  for (const [path, text] of Object.entries(sources)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  const config = { compilerOptions: { module: 'nodenext', allowImportingTsExtensions: true, noEmit: true } };
  await writeFile(join(dir, 'tsconfig.core.json'), JSON.stringify(config));
  await writeFile(
    join(dir, 'package.json'),
    JSON.stringify({
      type: 'module',
      dependencies: { zod: '*', sharp: '*', 'onnxruntime-node': '*', '@lancedb/lancedb': '*', 'node-llama-cpp': '*', electron: '*' },
    }),
  );
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [cruiser, '--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', 'src'],
    { cwd: dir, encoding: 'utf8' },
  );
  if (stdout === '') throw new Error(stderr);
  const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string }; from: string }[] } };
  return [...new Set(summary.violations.map((fault) => `${fault.rule.name}: ${fault.from}`))];
}

const thing = 'export const thing = 1;\nexport interface Shape { a: 1 }\n';
const use = (path: string) => `import { thing } from '${path}';\nexport const used = thing;\n`;

describe('the layer rules', () => {
  it('let a house stand that keeps them', async () => {
    const faults = await broken({
      'src/main/domain/a.ts': thing,
      'src/main/privacy/b.ts': use('../domain/a.ts'),
      'src/main/memory/c.ts': use('../domain/a.ts'),
      'src/main/memory/lancedb/d.ts':
        "import { connect } from '@lancedb/lancedb';\nimport { used } from '../c.ts';\nexport const e = [connect, used];\n",
      'src/main/app/create-app.ts': "import { e } from '../memory/lancedb/d.ts';\nexport const app = e;\n",
      'src/preload/contract/index.ts': "export type { Shape } from '../../main/domain/a.ts';\n",
      'src/renderer/main.tsx': "import type { Shape } from '../preload/contract/index.ts';\nexport const shape: Shape = { a: 1 };\n",
    });
    expect(faults).toEqual([]);
  });

  const breaches: readonly (readonly [rule: string, sources: Record<string, string>])[] = [
    ['layer-domain', { 'src/main/domain/a.ts': use('../platform/b.ts'), 'src/main/platform/b.ts': thing }],
    ['layer-memory', { 'src/main/memory/a.ts': use('../agent/b.ts'), 'src/main/agent/b.ts': thing }],
    ['layer-agent', { 'src/main/agent/a.ts': use('../app/b.ts'), 'src/main/app/b.ts': thing }],
    ['native-sharp', { 'src/main/app/a.ts': "import sharp from 'sharp';\nexport const a = sharp;\n" }],
    ['native-onnxruntime-node', { 'src/main/app/a.ts': "export const a = import('onnxruntime-node');\n" }],
    ['native-node-llama-cpp', { 'src/main/app/a.ts': "import type { Llama } from 'node-llama-cpp';\nexport type A = Llama;\n" }],
    ['vendor-folders', { 'src/main/hosts/cli/a.ts': use('../../inference/sharp/b.ts'), 'src/main/inference/sharp/b.ts': thing }],
    ['electron-only-in-its-host', { 'src/main/app/a.ts': "import { app } from 'electron';\nexport const a = app;\n" }],
    ['renderer-imports-nothing-from-main', { 'src/renderer/a.ts': use('../main/app/b.ts'), 'src/main/app/b.ts': thing }],
    [
      'renderer-imports-the-contract-as-types',
      { 'src/renderer/a.ts': use('../preload/contract/b.ts'), 'src/preload/contract/b.ts': thing },
    ],
    ['features-apart', { 'src/renderer/features/a/a.ts': use('../b/b.ts'), 'src/renderer/features/b/b.ts': thing }],
    ['hosts-apart', { 'src/main/hosts/cli/a.ts': use('../http/b.ts'), 'src/main/hosts/http/b.ts': thing }],
    ['rooms-do-not-know-the-hosts', { 'src/main/app/a.ts': use('../hosts/cli/b.ts'), 'src/main/hosts/cli/b.ts': thing }],
    ['tests-stay-outside', { 'src/main/app/a.ts': use('../../../test/support/b.ts'), 'test/support/b.ts': thing }],
    [
      'no-cycles',
      {
        'src/main/app/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
        'src/main/app/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
      },
    ],
    ['no-unresolved', { 'src/main/app/a.ts': use('./gone.ts') }],
  ];

  it('find every breach in a house that breaks each of them', async () => {
    // Each breach gets file names of its own, so that one house, and one run of the tool, holds them all.
    const sources: Record<string, string> = {};
    for (const [rule, files] of breaches) {
      for (const [path, text] of Object.entries(files))
        sources[path.replace(/\/(a|b)\.ts$/, `/$1-${rule}.ts`)] = text.replace(/\/(a|b)\.ts'/g, `/$1-${rule}.ts'`);
    }
    const found = await broken(sources);
    const missed = breaches
      .filter(([rule, files]) => !found.includes(`${rule}: ${Object.keys(files)[0]?.replace('/a.ts', `/a-${rule}.ts`)}`))
      .map(([rule]) => rule);
    expect(missed).toEqual([]);
  });
});
