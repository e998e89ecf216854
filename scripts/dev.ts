// The window with hot reload: the page comes from Vite, the calls go to the core, both behind the checks of the loopback host.
// Arguments: --data DIR, --port N, --sample.
import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { createApp } from '../src/main/app/create-app.ts';
import { startLoopbackHost } from '../src/main/hosts/http/loopback-host.ts';
import { createRouter } from '../src/main/rpc/router.ts';
import rendererConfig from '../vite.renderer.config.ts';

const { values } = parseArgs({
  options: { data: { type: 'string' }, port: { type: 'string', default: '0' }, sample: { type: 'boolean', default: false } },
});
const app = await createApp(values.data === undefined ? {} : { dataDir: values.data });
if (values.sample) await app.openSampleWorkspace();
const vite = await createServer({
  ...rendererConfig,
  configFile: false,
  appType: 'spa',
  // The page must have an absolute base here; the socket for hot reload listens on this machine alone.
  base: '/',
  server: { middlewareMode: true, host: '127.0.0.1', hmr: { host: '127.0.0.1' } },
  // No policy is sent while developing, so the styles need no nonce.
});
const host = await startLoopbackHost({
  router: createRouter(app),
  pageFolder: rendererConfig.build?.outDir ?? '',
  port: Number(values.port),
  nowMs: () => performance.now(),
  servePage: (request, response) => vite.middlewares(request, response),
});
process.stdout.write(`${host.url}open?token=${host.token}\n`);
await new Promise<void>((resolve) => {
  process.once('SIGINT', resolve);
  process.once('SIGTERM', resolve);
});
await host[Symbol.asyncDispose]();
await vite.close();
await app[Symbol.asyncDispose]();
