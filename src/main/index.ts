import { join } from 'node:path';
import { startDesktop } from './hosts/electron/start-desktop.ts';

const here = import.meta.dirname;

void startDesktop(
  { page: join(here, '../renderer'), preload: join(here, '../preload/index.cjs'), coreEntry: join(here, 'core-entry.js') },
  process.argv.slice(1),
);
