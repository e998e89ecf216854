import { sep } from 'node:path';

/**
 * Where a file of the packed application lies on the disk. The desktop app is one archive (`app.asar`), which native
 * code cannot open; what it opens is kept beside it (`app.asar.unpacked`). Any other path stays as it is.
 */
export function unpackedPath(path: string, separator: string = sep): string {
  return path.replace(`${separator}app.asar${separator}`, `${separator}app.asar.unpacked${separator}`);
}
