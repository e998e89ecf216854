import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BodyLimitPlugin, RPCHandler } from '@orpc/server/node';
import type { AnyRouter } from '@orpc/server';
import { AppError } from '../../domain/errors.ts';
import { readPageFile } from '../page-files.ts';
import { Access } from './access.ts';
import { RateLimit } from './rate-limit.ts';

/** A photo may have 64 MiB; the rest is form overhead. */
const largestBodyBytes = 66 * 1024 * 1024;

export interface LoopbackHost extends AsyncDisposable {
  /** `http://127.0.0.1:PORT/` */
  readonly url: string;
  /** Works once: open `${url}open?token=${token}` in the browser. */
  readonly token: string;
  readonly port: number;
}

export interface LoopbackHostOptions {
  readonly router: AnyRouter;
  /** Folder of the built page. */
  readonly pageFolder: string;
  /** Serves the page instead, once a request has passed every check; for developing with hot reload. */
  readonly servePage?: (request: IncomingMessage, response: ServerResponse) => void;
  /** 0 takes a free one. */
  readonly port: number;
  readonly nowMs: () => number;
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(`${sentence}\n`);
}

/** Serves the page and the contract on 127.0.0.1 alone. Errors: `bad-input` when the port is taken. */
export async function startLoopbackHost(options: LoopbackHostOptions): Promise<LoopbackHost> {
  const access = new Access(options.nowMs);
  const calls = new RateLimit({ burst: 400, perSecond: 100, nowMs: options.nowMs });
  const handler = new RPCHandler(options.router, {
    plugins: [new BodyLimitPlugin({ maxBodySize: largestBodyBytes })],
    strictGetMethodPluginEnabled: true,
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!access.hostIsOurs(request)) return refuse(response, 421, 'This is not the address that Fixlore listens on.');
    if (!access.originIsOurs(request)) return refuse(response, 403, 'Only the page of Fixlore itself may call it.');
    if (!calls.take()) return refuse(response, 429, 'Too many calls at once. Wait a second and try again.');
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    if (url.pathname === '/open') {
      const cookie = access.exchange(url.searchParams.get('token') ?? '');
      if (cookie === null) return refuse(response, 401, 'This link was used already or is too old. Start Fixlore again to get a new one.');
      response.writeHead(303, { location: '/', 'set-cookie': cookie, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      response.end();
      return;
    }
    if (!access.hasSession(request)) return refuse(response, 401, 'Open Fixlore by the link that it printed when it started.');
    if (url.pathname.startsWith('/rpc/')) {
      if (Number(request.headers['content-length'] ?? 0) > largestBodyBytes)
        return refuse(response, 413, 'A photo may have at most 64 MiB.');
      const { matched } = await handler.handle(request, response, { prefix: '/rpc', context: {} });
      if (!matched) refuse(response, 404, 'There is no such call.');
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Files of the page can only be read.');
    if (options.servePage) return options.servePage(request, response);
    const file = await readPageFile(options.pageFolder, url.pathname);
    response.writeHead(file.status, file.headers);
    response.end(request.method === 'HEAD' ? undefined : file.body);
  }

  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 120_000 }, (request, response) => {
    answer(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'That did not work. Reload the page.');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(
        cause.code === 'EADDRINUSE' || cause.code === 'EACCES'
          ? new AppError(
              'bad-input',
              `Port ${options.port} cannot be used. Choose another with --port, or leave it out to get a free one.`,
              { cause },
            )
          : cause,
      );
    });
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  access.listensOn(port);
  return {
    url: `http://127.0.0.1:${port}/`,
    token: access.token,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
