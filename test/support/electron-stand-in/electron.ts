// In the place of the module `electron` for tests: what Fixlore uses of it, by Electron's documentation, and nothing else.
// A wrong order, an option that is unsafe or unknown, and the use of what is gone throw here.
import { app } from './app.ts';
import { shown } from './dialogs-and-menu.ts';
import { forked } from './utility-process.ts';

export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { dialog, Menu, nativeTheme, screen } from './dialogs-and-menu.ts';
export { ipcMain } from './ipc-main.ts';
export { MessageChannelMain } from './message-ports.ts';
export { protocol, session } from './protocol-and-session.ts';
export { utilityProcess } from './utility-process.ts';

/** For tests alone: the app as its surroundings see it. */
export const standIn = { app, shown, forked };
