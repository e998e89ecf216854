import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

// Set before any worker starts: onnxruntime uploads telemetry unless told not to before it is loaded.
process.env['ORT_DISABLE_TELEMETRY'] = '1';

export default defineConfig({
  test: {
    pool: 'forks',
    // All cores for what needs no weights; on two of them the default would be one file after the other, and after all others.
    maxWorkers: '100%',
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: ['test/integration/electron/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // Main and preload of the desktop app really execute, against a stand-in for the module that only Electron has.
      {
        extends: true,
        resolve: { alias: { electron: resolve(import.meta.dirname, 'test/support/electron-stand-in/electron.ts') } },
        test: { name: 'electron', include: ['test/integration/electron/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
      },
      { extends: true, test: { name: 'contract', include: ['test/contract/**/*.test.ts'], testTimeout: 60_000 } },
      // Real weights: one process, one file after the other, so that each model is loaded once; and after all others,
      // since two threads of a language model on two busy cores wait for each other.
      {
        extends: true,
        test: {
          name: 'model',
          include: ['test/model/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: 1,
          isolate: false,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      // A real browser on the loopback host: one browser for all, one file after the other.
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.spec.ts'],
          globalSetup: ['test/e2e/browser/global-setup.ts'],
          // A real browser beside real models on two cores: what fails once by time alone is tried again where nobody watches.
          retry: process.env['CI'] ? 2 : 0,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
