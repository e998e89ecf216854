import type { App } from './app.ts';

export interface AppConfig {
  /** Data folder; the user's own when left out. */
  readonly dataDir?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly readOnly?: boolean;
  readonly repairSettings?: boolean;
}

export async function createApp(_config: AppConfig = {}): Promise<App> {
  throw new Error('being wired');
}
