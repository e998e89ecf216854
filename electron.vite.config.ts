import { resolve } from 'node:path';
import { defineConfig } from 'electron-vite';
import { rendererConfig } from './vite.renderer.config.ts';

const from = (path: string) => resolve(import.meta.dirname, path);

export default defineConfig({
  main: {
    build: {
      outDir: from('out/main'),
      externalizeDeps: true,
      rollupOptions: {
        input: { index: from('src/main/index.ts'), 'core-entry': from('src/main/hosts/electron/core-entry.ts') },
      },
    },
  },
  preload: {
    build: {
      outDir: from('out/preload'),
      // A sandboxed preload script is CommonJS.
      rollupOptions: { input: { index: from('src/preload/index.ts') }, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: { ...rendererConfig, build: { ...rendererConfig.build, rollupOptions: { input: from('src/renderer/index.html') } } },
});
