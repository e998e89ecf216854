// Every check that is no test: format, lint, types, layers, masked text, dead code. One line each, the failures at the end.
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { closingLine } from './bootstrap.mjs';
import { checkMasked } from './masked-rules.mjs';

const root = resolve(import.meta.dirname, '..');
/** Fewer would mean that the tool did not understand the sources, and then it finds no fault either. */
const fewestModules = 50;

/** @typedef {{ ok: boolean, output: string, note?: string }} Outcome */

/** @param {string} program @param {readonly string[]} args @returns {Promise<{ code: number, stdout: string, output: string }>} */
function tool(program, args) {
  return new Promise((done) => {
    const options = { cwd: root, maxBuffer: 64 << 20, env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' } };
    execFile(process.execPath, [join(root, 'node_modules', program), ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      done({ code, stdout, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') });
    });
  });
}

/** @param {string} program @param {readonly string[]} args @returns {() => Promise<Outcome>} */
function passes(program, args) {
  return async () => {
    const { code, output } = await tool(program, args);
    return { ok: code === 0, output };
  };
}

/** @param {string} config @returns {() => Promise<Outcome>} */
function types(config) {
  return async () => {
    const { code, output } = await tool('typescript/bin/tsc', ['-p', config, '--pretty', 'false']);
    // A part of the product that is not there yet is no fault of its configuration.
    if (code !== 0 && /^error TS18003:/m.test(output) && !/error TS(?!18003)/.test(output))
      return { ok: true, output: '', note: 'no files yet' };
    return { ok: code === 0, output };
  };
}

/** @returns {Promise<Outcome>} */
async function layers() {
  const { stdout, output } = await tool('dependency-cruiser/bin/dependency-cruiser.mjs', [
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
    'src',
  ]);
  let result;
  try {
    result = JSON.parse(stdout);
  } catch {
    return { ok: false, output };
  }
  const seen = result.modules.filter((/** @type {{ source: string }} */ module) => module.source.startsWith('src/')).length;
  const faults = result.summary.violations.map(
    (/** @type {{ rule: { name: string }, from: string, to: string, cycle?: { name: string }[] }} */ fault) =>
      `${fault.rule.name}: ${fault.from} -> ${fault.cycle?.map((step) => step.name).join(' -> ') ?? fault.to}`,
  );
  if (seen <= fewestModules)
    faults.push(`only ${seen} modules were seen, so the rules prove nothing; more than ${fewestModules} are expected`);
  return { ok: faults.length === 0, output: faults.join('\n'), note: `${seen} modules` };
}

/** @returns {Promise<Outcome>} */
async function masked() {
  const { files, faults } = checkMasked(root);
  if (files <= fewestModules) faults.push(`only ${files} source files were seen; more than ${fewestModules} are expected`);
  return { ok: faults.length === 0, output: faults.join('\n'), note: `${files} files` };
}

/** @type {readonly (readonly [string, () => Promise<Outcome>])[]} */
const checks = [
  ['format (oxfmt)', passes('oxfmt/bin/oxfmt', ['--check'])],
  ['lint (oxlint)', passes('oxlint/bin/oxlint', ['--deny-warnings'])],
  ['types of the core', types('tsconfig.core.json')],
  ['types of the Electron host', types('tsconfig.electron.json')],
  ['types of the renderer', types('tsconfig.renderer.json')],
  ['layers (dependency-cruiser)', layers],
  ['masked text', masked],
  ['dead code (knip)', passes('knip/bin/knip.js', ['--no-progress', '--no-config-hints'])],
];

/** @type {{ name: string, output: string }[]} */
const failures = [];
for (const [name, check] of checks) {
  const started = performance.now();
  const { ok, output, note } = await check();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${ok ? 'ok  ' : 'FAIL'}  ${name}${note === undefined ? '' : `, ${note}`} (${seconds} s)\n`);
  if (!ok) failures.push({ name, output });
}
for (const { name, output } of failures) process.stdout.write(`\n--- ${name} ---\n${output}\n`);
process.stdout.write(`\n${closingLine({ passed: checks.length - failures.length, failed: failures.length, skipped: 0 })}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
