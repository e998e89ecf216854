import { join } from 'node:path';
import { app, dialog } from 'electron';
import { startDesktop } from './hosts/electron/start-desktop.ts';

const here = import.meta.dirname;
const folders = {
  page: join(here, '../renderer'),
  preload: join(here, '../preload/index.cjs'),
  coreEntry: join(here, 'hosts/electron/core-entry.js'),
};

startDesktop(folders, process.argv.slice(1)).catch((error: unknown) => {
  dialog.showErrorBox('Fixlore', error instanceof Error ? error.message : String(error));
  app.exit(1);
});
