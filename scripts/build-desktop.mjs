// Builds what runs: node scripts/build-desktop.mjs [--renderer-only]. Everything goes to out/, which is emptied first.
// The page is bundled; so is the glue of the window's process and its preload script. The core keeps its tree.
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { emitCore } from './emit-core.mjs';
import { runProcess } from './run-process.mjs';

// Whatever the shell is set to (a test runner says "test"): what is built is the small and fast build.
process.env.NODE_ENV = 'production';
const root = resolve(import.meta.dirname, '..');
const rendererOnly = process.argv.includes('--renderer-only');

/** @param {string} program @param {readonly string[]} args */
async function run(program, args) {
  const code = await runProcess(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: root, stdio: ['ignore', 2, 2] });
  if (code !== 0) process.exit(code);
}

if (rendererOnly) {
  await run('vite/bin/vite.js', ['build', '--config', 'vite.renderer.config.ts', '--logLevel', 'warn']);
} else {
  for (const folder of ['main', 'preload']) rmSync(join(root, 'out', folder), { recursive: true, force: true });
  await run('electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn']);
  const files = emitCore();
  process.stderr.write(`Built the window, its glue and ${files} files of the core into out.\n`);
}
