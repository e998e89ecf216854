import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { launchDesktop } from '../../support/electron-stand-in/launch-desktop.ts';

describe('the start', () => {
  it('opens one safe window that shows itself when its page is there', async () => {
    await using desktop = await launchDesktop();
    await desktop.started;
    const window = desktop.window();
    expect(window.isVisible()).toBe(true);
    expect(window.options).toMatchObject({
      minWidth: 900,
      minHeight: 600,
      show: false,
      webPreferences: { contextIsolation: true, sandbox: true, nodeIntegration: false, webSecurity: true, webviewTag: false },
    });
    expect(desktop.electron.app.sandboxed).toBe(true);
    expect(desktop.electron.standIn.forked).toHaveLength(1);
    expect(desktop.electron.BrowserWindow.getAllWindows()).toHaveLength(1);
    expect(window.webContents.getURL()).toBe('fixlore://app/index.html');
    expect(window.webContents.response?.status).toBe(200);
  });

  it('takes the colour of the system for the moment before the page is there', async () => {
    const colours: unknown[] = [];
    for (const dark of [false, true]) {
      await using desktop = await launchDesktop({
        prepare: async () =>
          void ((await import('../../support/electron-stand-in/dialogs-and-menu.ts')).nativeTheme.shouldUseDarkColors = dark),
      });
      await desktop.started;
      colours.push(desktop.window().options['backgroundColor']);
    }
    expect(new Set(colours).size).toBe(2);
  });

  it('keeps the profile of the browser apart from what the user stores', async () => {
    await using desktop = await launchDesktop();
    await desktop.started;
    expect(desktop.electron.app.getPath('userData')).toBe(join(desktop.home, 'fixlore-window'));
    await using elsewhere = await launchDesktop({ prepare: ({ app }) => void app.commandLine.switches.push('user-data-dir') });
    await elsewhere.started;
    expect(elsewhere.electron.app.getPath('userData')).toBe(join(elsewhere.home, 'fixlore'));
  });

  it('has a menu in which nothing leaves the machine', async () => {
    await using desktop = await launchDesktop();
    await desktop.started;
    const roles = JSON.stringify(desktop.electron.standIn.shown.menu);
    expect(roles).toContain('editMenu');
    expect(roles).toContain('zoomIn');
    expect(roles).not.toMatch(/toggleDevTools|help|http/);
  });

  it('lets a second instance go and brings the first to the front', async () => {
    await using second = await launchDesktop({ prepare: ({ app }) => void (app.lockTaken = true) });
    await second.started;
    await vi.waitFor(() => expect(second.electron.app.exitCode).toBe(0));
    expect(second.electron.standIn.forked).toHaveLength(0);
    expect(second.electron.BrowserWindow.getAllWindows()).toHaveLength(0);

    await using first = await launchDesktop();
    await first.started;
    first.window().minimize();
    first.electron.app.emit('second-instance', {}, [], '');
    expect(first.window().isMinimized()).toBe(false);
    expect(first.window().focused).toBe(1);
  });

  it('says why and leaves when the core cannot run', async () => {
    await using desktop = await launchDesktop({
      prepare: async (_standIn, userData) => writeFile(join(userData, '../data'), 'a file where the folder should be'),
    });
    await vi.waitFor(() => expect(desktop.electron.standIn.shown.errors).toHaveLength(1), 20_000);
    expect(desktop.electron.standIn.shown.errors[0]).toMatch(/folder/i);
    await vi.waitFor(() => expect(desktop.electron.app.exitCode).toBe(0), 10_000);
  });
});

describe('the end', () => {
  it('with its window the app is left, and the core has given back its lock', async () => {
    await using desktop = await launchDesktop();
    await desktop.started;
    const client = await desktop.connect();
    await client.settings.set({ key: 'language', value: 'zh' });
    expect(existsSync(join(desktop.dataDir, 'settings.json'))).toBe(true);
    desktop.window().close();
    await vi.waitFor(() => expect(desktop.electron.app.exitCode).toBe(0), 10_000);
    expect(desktop.electron.standIn.forked[0]?.child.exitCode).toBe(0);
    expect(existsSync(join(desktop.dataDir, 'writer.lock'))).toBe(false);
    expect(desktop.electron.standIn.shown.errors).toEqual([]);
  });

  it('ends a core that does not answer', async () => {
    const stubborn = join(import.meta.dirname, '../../support/electron-stand-in/stubborn-core.ts');
    await using desktop = await launchDesktop({ coreEntry: stubborn });
    await desktop.started;
    desktop.electron.app.quit();
    await vi.waitFor(() => expect(desktop.electron.app.exitCode).toBe(0), 15_000);
    expect(desktop.electron.standIn.forked[0]?.child.signalCode).toBe('SIGTERM');
  });
});

describe('the place of the window', () => {
  const place = { x: 200, y: 150, width: 1100, height: 700 };

  it('is kept when the window closes and taken up at the next start', async () => {
    await using first = await launchDesktop();
    await first.started;
    first.window().setBounds(place);
    first.window().maximize();
    first.window().close();
    await vi.waitFor(() => expect(first.electron.app.exitCode).toBe(0), 10_000);
    const { readFile } = await import('node:fs/promises');
    const kept = await readFile(join(first.userData, 'window.json'), 'utf8');

    await using second = await launchDesktop({ prepare: (_standIn, userData) => writeFile(join(userData, 'window.json'), kept) });
    await second.started;
    expect(second.window().options).toMatchObject(place);
    expect(second.window().isMaximized()).toBe(true);
  });

  it.each([
    ['on a screen that is gone', JSON.stringify({ ...place, x: 5000, maximised: false }), { width: 1100, height: 700 }],
    ['damaged', '{"width": ', { width: 1280, height: 820 }],
    ['senseless', JSON.stringify({ ...place, width: -5, maximised: false }), { width: 1280, height: 820 }],
  ])('is left out when it is %s', async (_kind, kept, expected) => {
    await using desktop = await launchDesktop({ prepare: (_standIn, userData) => writeFile(join(userData, 'window.json'), kept) });
    await desktop.started;
    expect(desktop.window().options).toMatchObject(expected);
    expect(desktop.window().options.x).toBeUndefined();
  });
});
