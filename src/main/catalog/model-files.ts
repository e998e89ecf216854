import { readFile, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { unpackedPath } from '../platform/unpacked-path.ts';
import { writeFileAtomic } from '../platform/write-file.ts';
import type { ModelEntry, ModelFile } from './model-manifest.ts';
import { hashFile } from './part-file.ts';

/** `ready`: right by size and stamp. `unchecked`: right size, never hashed. `damaged`: another size, or another SHA-256. */
export type FileState = 'ready' | 'unchecked' | 'missing' | 'damaged';

export interface ModelFolders {
  /** Weights that were fetched. */
  readonly modelsDir: string;
  /** Weights that ship with Fixlore. */
  readonly embeddedDir: string;
}

const stampSchema = z.object({ bytes: z.number(), mtimeMs: z.number(), sha256: z.string() });
const require = createRequire(import.meta.url);

/** True for a model that came with the installation and is not fetched. */
export function isInstalled(model: ModelEntry): boolean {
  return model.sources.embedded !== undefined || model.sources.npm !== undefined;
}

/** Where a file of a model lies, or would lie. */
export function filePath(model: ModelEntry, file: ModelFile, folders: ModelFolders): string {
  if (model.sources.embedded !== undefined) return join(folders.embeddedDir, file.name);
  const npm = model.sources.npm;
  if (npm !== undefined) return unpackedPath(join(packageFolder(npm.package), npm.folder, file.name));
  return join(folders.modelsDir, file.name);
}

/** A package need not export its package.json, so it is looked for in each node_modules on the way up. */
function packageFolder(name: string): string {
  const roots = require.resolve.paths(name) ?? [];
  for (const root of roots) {
    try {
      return dirname(require.resolve(join(root, name, 'package.json')));
    } catch {
      // not in this one
    }
  }
  return join(roots[0] ?? '', name);
}

/** State by size, and for fetched files by the stamp of their last whole check. Cheap: nothing is hashed. */
export async function fileState(model: ModelEntry, file: ModelFile, path: string): Promise<FileState> {
  const info = await stat(path).catch(() => null);
  if (info === null) return 'missing';
  if (info.size !== file.bytes) return 'damaged';
  if (isInstalled(model)) return 'ready';
  const stamp = stampSchema.safeParse(
    await readFile(`${path}.stamp.json`, 'utf8')
      .then(JSON.parse)
      .catch(() => null),
  );
  const fits =
    stamp.success && stamp.data.bytes === info.size && stamp.data.mtimeMs === Math.round(info.mtimeMs) && stamp.data.sha256 === file.sha256;
  return fits ? 'ready' : 'unchecked';
}

/** Hashes the whole file and notes the result, so that later checks are cheap. */
export async function checkWhole(model: ModelEntry, file: ModelFile, path: string, signal?: AbortSignal): Promise<FileState> {
  const info = await stat(path).catch(() => null);
  if (info === null) return 'missing';
  if (info.size !== file.bytes || (await hashFile(path, signal)) !== file.sha256) {
    // A file that rotted on its disk keeps its time: without its stamp it no longer passes for whole, and is fetched anew.
    await rm(`${path}.stamp.json`, { force: true }).catch(() => undefined);
    return 'damaged';
  }
  if (!isInstalled(model)) await stampFile(file, path);
  return 'ready';
}

/** Notes that a file was hashed whole and is right, so that later checks go by size and time. */
export async function stampFile(file: ModelFile, path: string): Promise<void> {
  const info = await stat(path);
  const stamp = { bytes: info.size, mtimeMs: Math.round(info.mtimeMs), sha256: file.sha256 };
  // A models folder that cannot be written to is no reason to refuse the model: it is hashed again the next time.
  await writeFileAtomic(`${path}.stamp.json`, JSON.stringify(stamp)).catch(() => undefined);
}
