import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders of a test of its own: data, cache (without weights) and configuration. */
export interface TemporaryWorkspace extends AsyncDisposable {
  readonly root: string;
  readonly data: string;
  readonly cache: string;
  readonly config: string;
  /** Points the app at them. */
  readonly env: { readonly FIXLORE_DATA_DIR: string; readonly FIXLORE_CACHE_DIR: string; readonly FIXLORE_CONFIG_DIR: string };
}

/** `cache`: another cache folder, for tests that need the weights of this machine. */
export async function makeTemporaryWorkspace(options: { cache?: string } = {}): Promise<TemporaryWorkspace> {
  const root = await mkdtemp(join(tmpdir(), 'fixlore-test-'));
  const [data, cache, config] = [join(root, 'data'), options.cache ?? join(root, 'cache'), join(root, 'config')];
  return {
    root,
    data,
    cache,
    config,
    env: { FIXLORE_DATA_DIR: data, FIXLORE_CACHE_DIR: cache, FIXLORE_CONFIG_DIR: config },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
