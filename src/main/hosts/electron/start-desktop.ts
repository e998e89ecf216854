import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog, ipcMain, type IpcMainEvent } from 'electron';
import { installMenu } from './application-menu.ts';
import { CoreConnection } from './core-connection.ts';
import { createCrashLimit } from './crash-limit.ts';
import { lockDown, lockDownSession } from './lock-down.ts';
import { openWindow } from './open-window.ts';
import { pageOrigin, registerPageScheme, servePage } from './page-protocol.ts';

export interface DesktopFolders {
  /** The built page. */
  readonly page: string;
  readonly preload: string;
  readonly coreEntry: string;
}

/** The name of the installed app towards Windows: its taskbar groups and remembers by it. */
export const desktopId = 'app.fixlore.desktop';

/** A part that dies this often within a minute is not started again. */
const crashesInAMinute = 3;

function isOurPage({ sender, senderFrame }: IpcMainEvent): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && senderFrame.origin === pageOrigin;
}

function coreArguments(argv: readonly string[]): string[] {
  const at = argv.indexOf('--data');
  const dataDir = at < 0 ? undefined : argv[at + 1];
  return [...(dataDir === undefined ? [] : [dataDir]), ...(argv.includes('--sample') ? ['--sample'] : [])];
}

/**
 * Chromium keeps its profile in a folder of its own: by default it would be the one that holds the memory on a Mac, and
 * the installation's secret elsewhere.
 */
function keepProfileApart(): void {
  if (app.commandLine.hasSwitch('user-data-dir')) return;
  const profile = join(app.getPath('appData'), 'fixlore-window');
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  app.setPath('userData', profile);
}

/** Says why, and leaves the app. */
function giveUp(message: string): void {
  dialog.showErrorBox('Fixlore', message);
  app.quit();
}

/**
 * The desktop app: one window, one core process, the port between them. Call it before the app is ready; resolves when
 * the page is loaded. With its one window the app is left, on every system.
 */
export async function startDesktop(folders: DesktopFolders, argv: readonly string[]): Promise<void> {
  keepProfileApart();
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  registerPageScheme();
  lockDown();
  if (process.platform === 'win32') app.setAppUserModelId(desktopId);
  app.on('window-all-closed', () => app.quit());
  await app.whenReady();
  lockDownSession();
  servePage(folders.page);
  installMenu();

  const { window, saved } = await openWindow(folders.preload, join(app.getPath('userData'), 'window.json'));
  const core = new CoreConnection(folders.coreEntry, coreArguments(argv));
  const reload = () => {
    if (!window.isDestroyed()) window.webContents.reload();
  };

  app.on('second-instance', () => {
    if (window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  ipcMain.on('fixlore-port-wanted', (event) => {
    if (isOurPage(event)) event.sender.postMessage('fixlore-port', null, [core.connectPage()]);
  });
  core.on('pick-folder', (answer) => {
    if (window.isDestroyed()) return;
    void dialog.showOpenDialog(window, { properties: ['openDirectory', 'createDirectory'] }).then(
      ({ canceled, filePaths }) => answer(canceled ? null : (filePaths[0] ?? null)),
      () => answer(null),
    );
  });

  core.on('failed', giveUp);
  const limit = createCrashLimit(crashesInAMinute);
  core.on('crashed', () => {
    if (!limit.noteCrash()) {
      giveUp(
        'A part that runs the models stops again and again on this machine. Close other programs, and if that does not help, fetch the models anew on the page Models. Nothing that was stored is lost.',
      );
      return;
    }
    core.start();
    if (window.isDestroyed()) return;
    // The page gets a new port when it loads again; what it showed is in the list of jobs.
    reload();
    void dialog.showMessageBox(window, {
      type: 'warning',
      message: 'A part of Fixlore stopped and was started again. Nothing that was stored is lost; ask your question once more.',
    });
  });
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    if (limit.noteCrash()) reload();
    else giveUp('The window stops again and again on this machine. Restart the computer and try again. Nothing that was stored is lost.');
  });

  let stopped = false;
  app.on('will-quit', (event) => {
    if (stopped) return;
    // The core writes out what it holds, and then the app is left for good.
    event.preventDefault();
    void Promise.all([core.stop(), saved()]).then(() => {
      stopped = true;
      app.quit();
    });
  });

  core.start();
  await window.loadURL(`${pageOrigin}/index.html`).catch((error: unknown) => {
    // A load that a reload overtook, or that the closing of the window ended, is none that failed.
    if ((error as { code?: string }).code !== 'ERR_ABORTED' && !window.isDestroyed())
      giveUp('The window could not be opened. Install Fixlore again.');
  });
}
