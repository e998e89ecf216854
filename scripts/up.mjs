// Sets Fixlore up as far as a task needs it, and runs the task: node scripts/up.mjs TASK [ARGUMENTS].
// Node's built-ins only, and nothing newer than Node 20: it runs before anything is installed. It asks nothing, and
// says everything on standard error, so that standard output belongs to the task.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { cacheFolder, fingerprint, nodeOptionsFor, nodePackageFor, nodeSuits, npmCommand, tasks, weightsToFetch } from './bootstrap.mjs';
import { runProcess } from './run-process.mjs';

const root = resolve(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), '..');
const cache = cacheFolder(process.env, process.platform, homedir());
const typeOptions = nodeSuits(process.versions.node) ? nodeOptionsFor(process.versions.node) : '';
const childEnv = {
  ...process.env,
  ORT_DISABLE_TELEMETRY: '1',
  ...(typeOptions === '' ? {} : { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${typeOptions}`.trim() }),
};

class Refusal extends Error {
  /** @param {string} message @param {number} exitCode */
  constructor(message, exitCode = 3) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** @param {string} message */
function say(message) {
  process.stderr.write(`${message}\n`);
}

/** @param {string} path */
function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** @param {readonly string[]} args @param {string} cwd */
async function npm(args, cwd) {
  const { command, args: first, shell } = npmCommand(process.env, process.platform, process.execPath);
  const env = {
    ...process.env,
    // No package's own script runs, and should one be allowed again: no gigabyte of CUDA, no browser, no compiler.
    ONNXRUNTIME_NODE_INSTALL_CUDA: 'skip',
    ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
    NODE_LLAMA_CPP_SKIP_DOWNLOAD: 'true',
  };
  try {
    return await runProcess(command, [...first, ...args], { cwd, env, shell, stdio: ['ignore', 2, 2] });
  } catch {
    throw new Refusal('npm was not found. Install Node 22.12 or later from your system or from nodejs.org; npm comes with it.');
  }
}

/** The Node that runs Fixlore: this one, or one that is kept in the cache folder. */
async function findNode() {
  if (nodeSuits(process.versions.node)) return process.execPath;
  const wanted = nodePackageFor(process.platform, process.arch);
  if (wanted === null) {
    throw new Refusal(
      process.platform === 'darwin' && process.arch === 'x64'
        ? 'Fixlore cannot run on a Mac with an Intel processor: the libraries of its memory and of its photo models do not exist for it.'
        : `Fixlore needs Node 22.12 or later, and this is ${process.versions.node}. Install it for ${process.platform} ${process.arch} and try again.`,
    );
  }
  const home = join(cache, `node-${wanted.version}`);
  const binary = join(home, 'node_modules', wanted.name, wanted.binary);
  if (existsSync(binary)) return binary;
  say(
    `Node ${process.versions.node} is too old for Fixlore; fetching Node ${wanted.version} into ${cache} (200 MB of disk, under a minute). Your own Node stays as it is.`,
  );
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const work = mkdtempSync(`${home}.`);
  try {
    const code = await npm(
      [
        'install',
        '--prefix',
        work,
        '--no-save',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
        `${wanted.name}@${wanted.version}`,
      ],
      work,
    );
    const fetched = join(work, 'node_modules', wanted.name, wanted.binary);
    const answer = code === 0 ? spawnSync(fetched, ['--version'], { encoding: 'utf8' }) : null;
    if (answer?.stdout?.trim() !== `v${wanted.version}`) {
      throw new Refusal(
        `Node ${wanted.version} could not be fetched with npm. Check the network (or the registry and proxy that npm is set up for), or install Node 22.12 or later yourself, and try again.`,
      );
    }
    if (!existsSync(binary)) {
      rmSync(home, { recursive: true, force: true });
      renameSync(work, home);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return binary;
}

/** Installs the libraries when the lock file is not the one of the last install. Returns what identifies the install. */
async function installLibraries() {
  const lock = readOrNull(join(root, 'package-lock.json'));
  if (lock === null)
    throw new Refusal(`package-lock.json is missing from ${root}. Bring it back ("git checkout package-lock.json") and try again.`);
  const wanted = fingerprint(lock);
  const stampFile = join(root, 'node_modules', '.fixlore-stamp');
  if (readOrNull(stampFile) === wanted) return wanted;
  say('Installing the libraries (about 1 GB of disk, one to three minutes) …');
  rmSync(stampFile, { force: true });
  const code = await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], root);
  if (code > 128) throw new Refusal('Stopped. The next start installs the libraries anew.', code);
  if (code !== 0)
    throw new Refusal(
      'The libraries could not be installed; npm says why above. Check the network, the proxy and the free disk space, and try again.',
    );
  writeFileSync(stampFile, wanted);
  return wanted;
}

/** Tries the native parts once for each install, Node and processor. @param {string} node @param {string} install */
async function probeNative(node, install) {
  const wanted = fingerprint([install, node, process.platform, process.arch, cpus()[0]?.model ?? ''].join('\n'));
  const stampFile = join(root, 'node_modules', '.fixlore-native-stamp');
  if (readOrNull(stampFile) === wanted) return;
  const code = await runProcess(node, ['src/main/catalog/probe-native.ts'], { cwd: root, env: childEnv, stdio: ['ignore', 2, 2] });
  if (code > 128) throw new Refusal('Stopped.', code);
  if (code !== 0) throw new Refusal('Fixlore cannot run until this is put right.', code);
  writeFileSync(stampFile, wanted);
}

/** @param {string} node */
async function fetchWeights(node) {
  const manifest = JSON.parse(readFileSync(join(root, 'models', 'manifest.json'), 'utf8'));
  const missing = weightsToFetch(manifest, join(cache, 'models'), {
    size: (path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found === undefined ? null : { bytes: found.size, mtimeMs: found.mtimeMs };
    },
    read: readOrNull,
  });
  if (missing.length === 0) return;
  const code = await runProcess(node, ['src/main/catalog/fetch-missing.ts'], { cwd: root, env: childEnv, stdio: ['ignore', 2, 2] });
  if (code > 128) throw new Refusal('Stopped.', code);
  if (code !== 0)
    throw new Refusal('Without the models this task cannot run. What came of them is kept, and the next start goes on from there.', code);
}

/** Brings the desktop app's runtime, once for each install; where it cannot be had, the window opens in the browser instead. @param {string} install */
async function fetchDesktopRuntime(install) {
  const folder = join(root, 'node_modules', 'electron');
  const triedFile = join(root, 'node_modules', '.fixlore-electron-tried');
  if (existsSync(join(folder, 'dist')) || !existsSync(join(folder, 'install.js')) || readOrNull(triedFile) === install) return;
  say('Fetching the runtime of the desktop app (about 120 MB) …');
  const code = await runProcess(process.execPath, [join(folder, 'install.js')], {
    cwd: root,
    env: { ...process.env, ELECTRON_GET_USE_PROXY: '1' },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  if (code > 128) throw new Refusal('Stopped.', code);
  writeFileSync(triedFile, install);
}

/** Where the user stands, so that a relative path means what they typed: npm changes into the project and keeps the place in INIT_CWD. */
function userFolder() {
  const before = process.env['INIT_CWD'];
  return process.cwd() === root && before && existsSync(before) ? before : process.cwd();
}

async function main() {
  const [name = '', ...args] = process.argv.slice(2);
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (task === undefined) throw new Refusal(`Say what to run: node scripts/up.mjs ${Object.keys(tasks).join('|')} [arguments]`, 2);
  const node = await findNode();
  const install = await installLibraries();
  if (task.native) await probeNative(node, install);
  if (task.weights) await fetchWeights(node);
  if (task.desktop) await fetchDesktopRuntime(install);
  const [program = '', ...first] = task.run;
  return runProcess(node, [join(root, program), ...first, ...args], { cwd: task.userFiles ? userFolder() : root, env: childEnv });
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
}
