import http from 'node:http';
import https from 'node:https';
import { AppError } from '../../domain/errors.ts';

export interface GetOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly connectTimeoutMs: number;
  /** Longest silence once connected. */
  readonly idleTimeoutMs: number;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

const maxRedirects = 5;

/**
 * One GET that follows redirects and honours HTTP_PROXY, HTTPS_PROXY and NO_PROXY. The connect timeout ends when the
 * connection stands, so that a slow answer is not taken for a dead address.
 * Error: `source-unreachable`, naming the host.
 */
export async function httpGet(url: URL, options: GetOptions, redirects = 0): Promise<http.IncomingMessage> {
  const response = await getOnce(url, options);
  const location = response.headers.location;
  if (location === undefined || (response.statusCode ?? 0) < 300 || (response.statusCode ?? 0) >= 400) return response;
  response.resume();
  const next = new URL(location, url);
  if (redirects >= maxRedirects || (url.protocol === 'https:' && next.protocol !== 'https:') || !/^https?:$/.test(next.protocol)) {
    throw new AppError('source-unreachable', `${url.host} sends on to an address that is not followed.`);
  }
  return httpGet(next, options, redirects + 1);
}

function getOnce(url: URL, options: GetOptions): Promise<http.IncomingMessage> {
  const client = url.protocol === 'https:' ? https : http;
  const agent = new client.Agent({ keepAlive: false, proxyEnv: options.env } as https.AgentOptions);
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) => {
      clearTimeout(timer);
      if (options.signal.aborted) reject(options.signal.reason instanceof Error ? options.signal.reason : cause);
      else
        reject(
          new AppError('source-unreachable', `${url.host} cannot be reached (${(cause as NodeJS.ErrnoException).code ?? cause.message}).`, {
            cause,
          }),
        );
    };
    const request = client.get(url, { headers: options.headers, agent, signal: options.signal }, (response) => {
      clearTimeout(timer);
      resolve(response);
    });
    const timer = setTimeout(
      () => request.destroy(new Error(`no connection within ${options.connectTimeoutMs / 1000} s`)),
      options.connectTimeoutMs,
    );
    request.on('socket', (socket) => {
      if (!socket.connecting) clearTimeout(timer);
      socket.once('connect', () => clearTimeout(timer));
    });
    request.setTimeout(options.idleTimeoutMs, () => request.destroy(new Error(`silent for ${options.idleTimeoutMs / 1000} s`)));
    request.on('error', fail);
  });
}
