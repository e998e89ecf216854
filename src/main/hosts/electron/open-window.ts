import { BrowserWindow, nativeTheme, screen } from 'electron';
import { loadWindowState, saveWindowState } from './window-state.ts';

export interface DesktopWindow {
  readonly window: BrowserWindow;
  /** Resolves once the last place of the window is kept. */
  saved(): Promise<void>;
}

/** The one window, where it was the last time. It shows itself when the page has something to show. */
export async function openWindow(preload: string, stateFile: string): Promise<DesktopWindow> {
  const { maximised, ...bounds } = await loadWindowState(
    stateFile,
    screen.getAllDisplays().map((display) => display.workArea),
  );
  const window = new BrowserWindow({
    ...bounds,
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: 'Fixlore',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#17191c' : '#f6f7f8',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      safeDialogs: true,
    },
  });
  window.once('ready-to-show', () => {
    // Maximising also shows the window, so it waits for the page as well.
    if (maximised) window.maximize();
    window.show();
  });
  let saving: Promise<void> = Promise.resolve();
  window.on('close', () => {
    saving = saveWindowState(stateFile, { ...window.getNormalBounds(), maximised: window.isMaximized() }).catch(() => undefined);
  });
  return { window, saved: () => saving };
}
