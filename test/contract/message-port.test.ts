import { MessageChannel } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { RPCHandler } from '@orpc/server/message-port';
import { createRouter } from '../../src/main/rpc/router.ts';
import { describeContract, type Client } from './contract-suite.ts';

describeContract('over a message port', async ({ app }) => {
  const { port1, port2 } = new MessageChannel();
  new RPCHandler(createRouter(app)).upgrade(port1 as never, { context: {} });
  port1.start();
  port2.start();
  return {
    client: createORPCClient<Client>(new RPCLink({ port: port2 as never })),
    async [Symbol.asyncDispose]() {
      port1.close();
      port2.close();
    },
  };
});
