import { resolve } from 'node:path';
import { defineConfig } from 'electron-vite';
import rendererConfig from './vite.renderer.config.ts';

const from = (path: string) => resolve(import.meta.dirname, path);

// The core is not bundled: scripts/emit-core.mjs writes it into the same folders, so neither of them is emptied here.
export default defineConfig({
  main: {
    build: {
      outDir: from('out/main'),
      emptyOutDir: false,
      externalizeDeps: true,
      rollupOptions: { input: { index: from('src/main/index.ts') } },
    },
  },
  preload: {
    build: {
      outDir: from('out/preload'),
      emptyOutDir: false,
      // A sandboxed preload script is CommonJS, in one file.
      rollupOptions: { input: { index: from('src/preload/index.ts') }, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: { ...rendererConfig, build: { ...rendererConfig.build, rollupOptions: { input: from('src/renderer/index.html') } } },
});
