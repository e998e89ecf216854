import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The program of Electron's runtime, or null while only its package is installed. Looks at files: loading the package would start a download. */
export function findElectron(root: string): string | null {
  const folder = join(root, 'node_modules', 'electron');
  try {
    const program = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim());
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}
