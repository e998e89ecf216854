import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as standInModule from '../../support/electron-stand-in/electron.ts';

// The stand-in is worth what it refuses: each of these is a mistake that Electron, or a reviewer, would not let pass.
let electron: typeof standInModule;
beforeEach(async () => {
  vi.resetModules();
  electron = await import('../../support/electron-stand-in/electron.ts');
});

describe('a wrong order', () => {
  it('before the app is ready', () => {
    expect(() => new electron.BrowserWindow()).toThrow(/after app is ready/);
    expect(() => electron.protocol.handle('x', () => new Response())).toThrow(/after app is ready/);
    expect(() => electron.session.defaultSession).toThrow(/when app is ready/);
    expect(() => electron.screen.getAllDisplays()).toThrow(/after app is ready/);
    expect(() => electron.utilityProcess.fork('/x.js')).toThrow(/after app is ready/);
    expect(() => electron.Menu.setApplicationMenu(null)).toThrow(/after app is ready/);
  });

  it('after it', () => {
    electron.app.becomeReady();
    expect(() => electron.protocol.registerSchemesAsPrivileged([])).toThrow(/before app is ready/);
    expect(() => electron.app.enableSandbox()).toThrow(/before app is ready/);
  });

  it('schemes are registered once, and handled once each', () => {
    electron.protocol.registerSchemesAsPrivileged([{ scheme: 'x', privileges: { standard: true } }]);
    expect(() => electron.protocol.registerSchemesAsPrivileged([])).toThrow(/only once/);
    electron.app.becomeReady();
    electron.protocol.handle('x', () => new Response());
    expect(() => electron.protocol.handle('x', () => new Response())).toThrow(/Failed to register/);
  });
});

describe('an option', () => {
  beforeEach(() => electron.app.becomeReady());

  it.each([
    { nodeIntegration: true },
    { contextIsolation: false },
    { sandbox: false },
    { webSecurity: false },
    { webviewTag: true },
    { allowRunningInsecureContent: true },
  ])('%o is unsafe', (webPreferences) => {
    expect(() => new electron.BrowserWindow({ webPreferences })).toThrow(/unsafe/);
  });

  it('that is unknown or no number, or a preload script that is not there', () => {
    expect(() => new electron.BrowserWindow({ heigth: 3 })).toThrow(/does not know the option "heigth"/);
    expect(() => new electron.BrowserWindow({ width: 10.5 })).toThrow(/whole number/);
    expect(() => new electron.BrowserWindow({ webPreferences: { preload: '/no/such/file.cjs' } })).toThrow(/Unable to load preload/);
  });

  it('lets nothing be done with a window that is gone', () => {
    const window = new electron.BrowserWindow();
    window.close();
    expect(() => window.show()).toThrow(/destroyed/);
    expect(() => window.webContents).toThrow(/destroyed/);
  });

  it('a page that no rule keeps from the network is noticed', async () => {
    await expect(electron.session.defaultSession.request('https://example.com/')).rejects.toThrow(/left the machine/);
  });
});

describe('a port', () => {
  it('delivers nothing before it is started, and then what waited', async () => {
    const { port1, port2 } = new electron.MessageChannelMain();
    const heard: unknown[] = [];
    port2.on('message', (event: { data: unknown }) => heard.push(event.data));
    port1.postMessage('early');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toEqual([]);
    port2.start();
    await vi.waitFor(() => expect(heard).toEqual(['early']));
    port1.close();
  });

  it('is of no use once it was handed on, and carries no Blob', async () => {
    const { takePort } = await import('../../support/electron-stand-in/message-ports.ts');
    const { port1, port2 } = new electron.MessageChannelMain();
    expect(() => port1.postMessage(new Blob(['x']))).toThrow(/cloned/);
    takePort(port2).close();
    expect(() => takePort(port2)).toThrow(/neutered/);
    expect(() => port2.postMessage('x')).toThrow(/handed on/);
  });
});

describe('the entry of the app', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fixlore-preload-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('names the files that the build writes', async () => {
    const given: { page: string; preload: string; coreEntry: string }[] = [];
    vi.doMock('../../../src/main/hosts/electron/start-desktop.ts', () => ({
      startDesktop: async (folders: (typeof given)[0]) => void given.push(folders),
    }));
    await import('../../../src/main/index.ts');
    vi.doUnmock('../../../src/main/hosts/electron/start-desktop.ts');
    const source = join(import.meta.dirname, '../../../src');
    expect(given).toEqual([
      {
        page: join(source, 'renderer'),
        preload: join(source, 'preload/index.cjs'),
        coreEntry: join(source, 'main/hosts/electron/core-entry.js'),
      },
    ]);
  });

  it('says why when the app cannot start, and is gone', async () => {
    vi.doMock('../../../src/main/hosts/electron/start-desktop.ts', () => ({
      startDesktop: async () => Promise.reject(new Error('no display')),
    }));
    const app = await import('../../support/electron-stand-in/electron.ts');
    await import('../../../src/main/index.ts');
    vi.doUnmock('../../../src/main/hosts/electron/start-desktop.ts');
    await vi.waitFor(() => expect(app.app.exitCode).toBe(1));
    expect(app.standIn.shown.errors).toEqual(['Fixlore: no display']);
  });

  it('a preload script gets nothing of Node', async () => {
    const { PageWorld } = await import('../../support/electron-stand-in/page-world.ts');
    const file = join(folder, 'preload.cjs');
    await writeFile(file, "require('node:fs')");
    expect(() => new PageWorld('fixlore://app/').runPreload(file, {})).toThrow(/module not found: node:fs/);
    await writeFile(file, "import { app } from 'electron'");
    expect(() => new PageWorld('fixlore://app/').runPreload(file, {})).toThrow(SyntaxError);
  });
});
