import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emitCore } from '../../scripts/emit-core.mjs';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
let home: string;

/** Laid out as the packed application: `out` beside the models, the examples, the packages and package.json. */
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'fixlore-built-'));
  await cp(join(root, 'package.json'), join(home, 'package.json'));
  for (const folder of ['node_modules', 'models', 'examples']) await symlink(join(root, folder), join(home, folder), 'junction');
  emitCore(join(home, 'out'));
});

afterAll(() => rm(home, { recursive: true, force: true }));

function cli(...args: string[]) {
  return run(process.execPath, [join(home, 'out/main/cli.js'), ...args], {
    env: {
      ...process.env,
      FIXLORE_DATA_DIR: join(home, 'data'),
      FIXLORE_CONFIG_DIR: join(home, 'config'),
      FIXLORE_CACHE_DIR: join(home, 'cache'),
      ORT_DISABLE_TELEMETRY: '1',
    },
  });
}

/** A module of the built core, loaded by plain Node: what it prints is JSON. */
async function inBuiltCore(code: string): Promise<unknown> {
  const file = join(home, `ask-${Math.random().toString(36).slice(2)}.mjs`);
  await writeFile(file, code.replaceAll('CORE', pathToFileURL(join(home, 'out/main')).href));
  return JSON.parse((await run(process.execPath, [file], { env: { ...process.env, ORT_DISABLE_TELEMETRY: '1' } })).stdout);
}

describe('the built core under plain Node', () => {
  it('answers for help', async () => {
    expect((await cli('--help')).stdout).toMatch(/^Usage: fixlore/);
  });

  it('reads the settings and the memory of a new data folder', async () => {
    const settings = JSON.parse((await cli('settings', 'get', '--json')).stdout) as { settings: { key: string }[] };
    expect(settings.settings.map((setting) => setting.key)).toContain('language');
    expect(JSON.parse((await cli('memory', 'list', '--json')).stdout)).toEqual({ total: 0, units: [] });
  });

  it('finds the tools, the cuts and the models that lie beside its modules', async () => {
    const found = (await inBuiltCore(`
      import { readdirSync } from 'node:fs';
      import { loadCuts } from 'CORE/memory/cuts.js';
      import { openStandardCatalog } from 'CORE/catalog/standard-catalog.js';
      import { sampleDir } from 'CORE/app/sample-workspace.js';
      const tools = readdirSync(new URL('CORE/tools')).filter((name) => /\\.tool\\./.test(name));
      const models = await (await openStandardCatalog()).list();
      console.log(JSON.stringify({ tools, cuts: Object.keys(await loadCuts()).length, states: models.filter((m) => m.role.endsWith('embedder') || m.role === 'ocr').map((m) => m.state), sample: readdirSync(sampleDir) }));`)) as {
      tools: string[];
      cuts: number;
      states: string[];
      sample: string[];
    };
    const sources = (await readdir(join(root, 'src/main/tools'))).filter((name) => name.endsWith('.tool.ts'));
    expect(found.tools.sort()).toEqual(sources.map((name) => name.replace(/\.ts$/, '.js')).sort());
    expect(found.cuts).toBeGreaterThan(0);
    expect(found.states.length).toBeGreaterThan(2);
    expect(new Set(found.states)).toEqual(new Set(['ready']));
    expect(found.sample).toContain('cases');
  });

  it('decodes a slow format in its worker', async () => {
    // 2 × 1 pixels, 24 bits: red, green.
    const bmp = Buffer.alloc(62);
    bmp.write('BM');
    bmp.writeUInt32LE(62, 2);
    bmp.writeUInt32LE(54, 10);
    bmp.writeUInt32LE(40, 14);
    bmp.writeInt32LE(2, 18);
    bmp.writeInt32LE(1, 22);
    bmp.writeUInt16LE(1, 26);
    bmp.writeUInt16LE(24, 28);
    bmp.writeUInt32LE(8, 34);
    Buffer.from([0, 0, 255, 0, 255, 0, 0, 0]).copy(bmp, 54);
    const decoded = await inBuiltCore(`
      import { decodeInWorker } from 'CORE/inference/sharp/decode-in-worker.js';
      const { width, height, rgba } = await decodeInWorker('bmp', Buffer.from('${bmp.toString('base64')}', 'base64'));
      console.log(JSON.stringify({ width, height, red: rgba[0], green: rgba[5] }));`);
    expect(decoded).toEqual({ width: 2, height: 1, red: 255, green: 255 });
  });

  it('names no TypeScript file that would be loaded, and leaves what others built alone', async () => {
    await mkdir(join(home, 'out/preload'), { recursive: true });
    await writeFile(join(home, 'out/main/index.js'), 'built by another');
    emitCore(join(home, 'out'));
    expect(await readFile(join(home, 'out/main/index.js'), 'utf8')).toBe('built by another');
    const files = (await readdir(join(home, 'out'), { recursive: true })).filter((name) => name.endsWith('.js'));
    for (const file of files)
      expect(await readFile(join(home, 'out', file), 'utf8'), file).not.toMatch(/(?:from|import\(|URL\()\s*["'`][^"'`]*\.ts["'`]/);
  });
});
