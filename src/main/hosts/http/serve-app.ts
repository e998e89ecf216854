import { resolve } from 'node:path';
import type { App } from '../../app/app.ts';
import { createRouter } from '../../rpc/router.ts';
import { startLoopbackHost, type LoopbackHost } from './loopback-host.ts';

/** The page as `scripts/build-desktop.mjs` writes it; the same place for the sources and for what is built of them. */
export const builtPage = resolve(import.meta.dirname, '../../../../out/renderer');

/** An app, its contract and the built page on the loopback address. Errors: `bad-input` when the port is taken. */
export function serveApp(app: App, options: { readonly port: number }): Promise<LoopbackHost> {
  return startLoopbackHost({ router: createRouter(app), pageFolder: builtPage, port: options.port, nowMs: () => performance.now() });
}
