import { join } from 'node:path';
import envPaths from 'env-paths';

/** Every folder that Fixlore touches. The installation's secret lies in `config`, outside `data`. */
export interface Paths {
  readonly data: string;
  readonly cache: string;
  readonly config: string;
  readonly memory: string;
  readonly photos: string;
  readonly thumbnails: string;
  readonly journal: string;
  readonly audit: string;
  readonly logs: string;
  readonly knowledge: string;
  readonly records: string;
  /** Diagnoses with their outcome, masked. */
  readonly jobs: string;
  /** Purges within their days of grace. */
  readonly purgesFile: string;
  readonly settingsFile: string;
  readonly lockFile: string;
  readonly secretFile: string;
  /** Model weights. */
  readonly models: string;
  /** Prefix states of the language models; they hold the product's own prompts only. */
  readonly kvStates: string;
}

/**
 * The user's folders by the rules of the system, unless `FIXLORE_DATA_DIR`, `FIXLORE_CACHE_DIR` or
 * `FIXLORE_CONFIG_DIR` say otherwise; `dataDir` (from `--data`) wins over both.
 */
export function resolvePaths(dataDir?: string, env: NodeJS.ProcessEnv = process.env): Paths {
  const standard = envPaths('fixlore', { suffix: '' });
  const data = dataDir ?? env['FIXLORE_DATA_DIR'] ?? standard.data;
  const cache = env['FIXLORE_CACHE_DIR'] ?? standard.cache;
  const config = env['FIXLORE_CONFIG_DIR'] ?? standard.config;
  return {
    data,
    cache,
    config,
    memory: join(data, 'memory'),
    photos: join(data, 'photos'),
    thumbnails: join(data, 'thumbnails'),
    journal: join(data, 'journal'),
    audit: join(data, 'audit'),
    logs: join(data, 'logs'),
    knowledge: join(data, 'knowledge'),
    records: join(data, 'records'),
    jobs: join(data, 'jobs'),
    purgesFile: join(data, 'purges.json'),
    settingsFile: join(data, 'settings.json'),
    lockFile: join(data, 'writer.lock'),
    secretFile: join(config, 'installation-secret'),
    models: join(cache, 'models'),
    kvStates: join(cache, 'prefix-states'),
  };
}
