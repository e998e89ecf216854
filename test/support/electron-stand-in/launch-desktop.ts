import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import ts from 'typescript';
import { vi } from 'vitest';
import type { contract } from '../../../src/preload/contract/index.ts';
import type { BrowserWindow } from './browser-window.ts';
import type * as standInModule from './electron.ts';

const root = resolve(import.meta.dirname, '../../..');
const indexHtml = '<!doctype html><meta name="style-nonce" content="__NONCE__"><script type="module" src="./main.js"></script>';

export type Client = ContractRouterClient<typeof contract>;

export interface LaunchOptions {
  readonly argv?: readonly string[];
  /** Before the app's own code runs. */
  readonly prepare?: (surroundings: typeof standInModule.standIn, userData: string) => void | Promise<void>;
  /** Another program in the place of the core. */
  readonly coreEntry?: string;
}

export interface Desktop extends AsyncDisposable {
  readonly electron: typeof standInModule;
  readonly home: string;
  readonly userData: string;
  readonly dataDir: string;
  /** Resolves when the app has loaded its page, or has left before. */
  readonly started: Promise<void>;
  window(): BrowserWindow;
  /** The page as the renderer's own code connects it to the core. */
  connect(): Promise<Client>;
}

/** The preload script in the form that the sandbox runs. */
async function buildPreload(file: string): Promise<void> {
  const source = await readFile(join(root, 'src/preload/index.ts'), 'utf8');
  await writeFile(
    file,
    ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2024 } }).outputText,
  );
}

/** Starts main and preload against a new stand-in, with folders of their own; the core is a real process on real files. */
export async function launchDesktop(options: LaunchOptions = {}): Promise<Desktop> {
  const home = await mkdtemp(join(tmpdir(), 'fixlore-desktop-'));
  const page = join(home, 'renderer');
  const userData = join(home, 'fixlore-window');
  const dataDir = join(home, 'data');
  await mkdir(join(page, 'assets'), { recursive: true });
  await mkdir(userData);
  await writeFile(join(page, 'index.html'), indexHtml);
  await writeFile(join(page, 'main.js'), 'export {};');
  await writeFile(join(home, 'secret.txt'), 'not for the page');
  await buildPreload(join(home, 'preload.cjs'));
  vi.stubEnv('FIXLORE_CONFIG_DIR', join(home, 'config'));
  vi.stubEnv('FIXLORE_CACHE_DIR', join(home, 'cache'));

  vi.resetModules();
  const electron = await import('./electron.ts');
  electron.app.appData = home;
  await options.prepare?.(electron.standIn, userData);
  const { startDesktop } = await import('../../../src/main/hosts/electron/start-desktop.ts');
  const folders = {
    page,
    preload: join(home, 'preload.cjs'),
    coreEntry: options.coreEntry ?? join(root, 'src/main/hosts/electron/core-entry.ts'),
  };
  const started = startDesktop(folders, ['--data', dataDir, ...(options.argv ?? [])]);
  // Electron is ready after the entry module ran.
  setImmediate(() => electron.app.becomeReady());

  const window = () => {
    const [first] = electron.BrowserWindow.getAllWindows();
    if (!first) throw new Error('no window is open');
    return first;
  };
  return {
    electron,
    home,
    userData,
    dataDir,
    started,
    window,
    async connect() {
      const world = window().webContents.page;
      if (!world) throw new Error('no page is loaded');
      vi.stubGlobal('window', world.main);
      const { openLink } = await import('../../../src/renderer/api/transport.ts');
      return createORPCClient(await openLink());
    },
    async [Symbol.asyncDispose]() {
      await started.catch(() => undefined);
      for (const core of electron.standIn.forked) {
        if (core.pid === undefined) continue;
        // The machine is switched off: the app hears nothing of it.
        core.removeAllListeners();
        const gone = new Promise((done) => core.child.once('exit', done));
        core.child.kill('SIGKILL');
        await gone;
      }
      vi.unstubAllGlobals();
      vi.unstubAllEnvs();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
