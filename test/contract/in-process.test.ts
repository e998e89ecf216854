import { createRouterClient } from '@orpc/server';
import { createRouter } from '../../src/main/rpc/router.ts';
import { describeContract, type Client } from './contract-suite.ts';

describeContract('in process', async ({ app }) => ({
  client: createRouterClient(createRouter(app), { context: {} }) as unknown as Client,
  async [Symbol.asyncDispose]() {},
}));
