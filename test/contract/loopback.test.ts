import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { startLoopbackHost } from '../../src/main/hosts/http/loopback-host.ts';
import { createRouter } from '../../src/main/rpc/router.ts';
import { describeContract, type Client } from './contract-suite.ts';

describeContract('over the loopback host', async ({ app, workspace }) => {
  const host = await startLoopbackHost({ router: createRouter(app), pageFolder: workspace.root, port: 0, nowMs: () => performance.now() });
  const opened = await fetch(`${host.url}open?token=${host.token}`, { redirect: 'manual' });
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  return {
    client: createORPCClient<Client>(new RPCLink({ url: `${host.url}rpc`, headers: { cookie, origin: host.url.slice(0, -1) } })),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
});
