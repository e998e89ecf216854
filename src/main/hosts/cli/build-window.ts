import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../domain/errors.ts';

function newestUnder(folder: string): number {
  if (!existsSync(folder)) return 0;
  let newest = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) newest = Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs);
  return newest;
}

/** True when what is built is missing or older than its sources; false where there are no sources. */
export function isStale(built: string, sources: readonly string[]): boolean {
  const present = sources.filter((source) => existsSync(source));
  if (present.length === 0) return false;
  if (!existsSync(built)) return true;
  const builtAt = statSync(built).mtimeMs;
  return present.some((source) => (statSync(source).isFile() ? statSync(source).mtimeMs : newestUnder(source)) > builtAt);
}

/**
 * Builds the page, and with `desktop` also the parts that run in Electron, when they are missing or older than their
 * sources. Errors: `internal` when it cannot be built, `cancelled`.
 */
export async function buildWindow(
  root: string,
  options: { readonly desktop: boolean; readonly say: (line: string) => void; readonly signal: AbortSignal },
): Promise<void> {
  const page = isStale(join(root, 'out/renderer/index.html'), [
    join(root, 'src/renderer'),
    join(root, 'src/preload'),
    join(root, 'vite.renderer.config.ts'),
  ]);
  const desktop = options.desktop && isStale(join(root, 'out/main/index.js'), [join(root, 'src/main'), join(root, 'src/preload')]);
  if (!page && !desktop) return;
  options.say('Building the window …');
  const child = spawn(process.execPath, [join(root, 'scripts/build-desktop.mjs'), ...(options.desktop ? [] : ['--renderer-only'])], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    signal: options.signal,
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new AppError('internal', 'The window could not be built; the lines above say why. Get a whole copy of Fixlore and try again.');
}
