import { join } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, screen, type IpcMainEvent } from 'electron';
import { installMenu } from './application-menu.ts';
import { CoreConnection } from './core-connection.ts';
import { lockDown, lockDownSession } from './lock-down.ts';
import { pageOrigin, registerPageScheme, servePage } from './page-protocol.ts';
import { loadWindowState, saveWindowState } from './window-state.ts';

export interface DesktopFolders {
  /** The built page. */
  readonly page: string;
  readonly preload: string;
  readonly coreEntry: string;
}

/** A core that dies more often than this within a minute is not started again. */
const crashesInAMinute = 3;

function isOurPage(event: IpcMainEvent): boolean {
  return event.senderFrame !== null && event.senderFrame === event.sender.mainFrame && event.senderFrame.origin === pageOrigin;
}

/** The desktop app: one window, one core process, the port between them. Call it before the app is ready. */
export async function startDesktop(folders: DesktopFolders, argv: readonly string[]): Promise<void> {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  registerPageScheme();
  app.enableSandbox();
  lockDown();
  await app.whenReady();
  const dataAt = argv.indexOf('--data');
  const dataDir = dataAt >= 0 ? argv[dataAt + 1] : undefined;
  using core = new CoreConnection(folders.coreEntry, [...(dataDir === undefined ? [] : [dataDir]), ...(argv.includes('--sample') ? ['--sample'] : [])]);
  lockDownSession();
  servePage(folders.page);
  installMenu();
  core.start();

  const stateFile = join(app.getPath('userData'), 'window.json');
  const state = await loadWindowState(stateFile, screen.getAllDisplays().map((display) => display.workArea));
  const window = new BrowserWindow({
    width: state.width,
    height: state.height,
    ...(state.x === undefined || state.y === undefined ? {} : { x: state.x, y: state.y }),
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: 'Fixlore',
    backgroundColor: '#f6f7f8',
    webPreferences: { preload: folders.preload, contextIsolation: true, sandbox: true, nodeIntegration: false, webSecurity: true, webviewTag: false, spellcheck: false, safeDialogs: true },
  });
  if (state.maximised) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    const bounds = window.getNormalBounds();
    void saveWindowState(stateFile, { ...bounds, maximised: window.isMaximized() }).catch(() => undefined);
  });
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore();
    window.focus();
  });

  ipcMain.on('fixlore-port-wanted', (event) => {
    if (isOurPage(event)) event.sender.postMessage('fixlore-port', null, [core.connectPage()]);
  });
  core.on('pick-folder', (answer) => {
    void dialog.showOpenDialog(window, { properties: ['openDirectory'] }).then(
      (result) => answer(result.canceled ? null : (result.filePaths[0] ?? null)),
      () => answer(null),
    );
  });
  core.on('failed', (message) => {
    dialog.showErrorBox('Fixlore', message);
    app.quit();
  });
  const crashes: number[] = [];
  core.on('crashed', () => {
    const now = Date.now();
    crashes.push(now);
    if (crashes.filter((at) => now - at < 60_000).length > crashesInAMinute) {
      dialog.showErrorBox('Fixlore', 'A part that runs the models stops again and again on this machine. Run "npm run fixlore -- models verify"; nothing that was stored is lost.');
      app.quit();
      return;
    }
    core.start();
    // The page gets a new port when it loads again; what it showed is in the job list.
    window.webContents.reload();
    void dialog.showMessageBox(window, { type: 'warning', message: 'A part of Fixlore stopped and was started again. Nothing that was stored is lost; ask your question once more.' });
  });
  window.webContents.on('render-process-gone', () => window.webContents.reload());
  await window.loadURL(`${pageOrigin}/index.html`);
  await new Promise<void>((resolve) => app.once('window-all-closed', () => resolve()));
  app.quit();
}
