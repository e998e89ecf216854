import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { os } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startLoopbackHost, type LoopbackHost } from '../../src/main/hosts/http/loopback-host.ts';

interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** Bytes that the host took before it closed the connection. */
  readonly sent: number;
}

describe('loopback host', () => {
  let folder: string;
  let host: LoopbackHost;
  let now = 0;
  let taken = 0;

  const router = {
    ping: os.handler(() => 'pong'),
    take: os.input(z.object({ file: z.instanceof(Blob) })).handler(({ input }) => {
      taken += 1;
      return input.file.size;
    }),
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fixlore-host-'));
    await mkdir(join(folder, 'page', 'assets'), { recursive: true });
    await writeFile(join(folder, 'page', 'index.html'), '<meta content="__NONCE__">page');
    await writeFile(join(folder, 'secret.json'), '"secret"');
    now = 1_000;
    taken = 0;
    host = await startLoopbackHost({ router, pageFolder: join(folder, 'page'), port: 0, nowMs: () => now });
  });
  afterEach(async () => {
    await host[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** A request byte by byte, as no browser would send it. `body` is written until the host closes. */
  function raw(lines: readonly string[], body: Iterable<Buffer> = []): Promise<Answer> {
    return new Promise((resolve) => {
      const socket = connect(host.port, '127.0.0.1').setMaxListeners(0);
      let text = '';
      let sent = 0;
      let closed = false;
      socket.on('data', (data) => (text += data.toString('latin1')));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        closed = true;
        const [head = '', ...rest] = text.split('\r\n\r\n');
        resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), head, body: rest.join('\r\n\r\n'), sent });
      });
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      void (async () => {
        for (const part of body) {
          if (closed || socket.destroyed) return;
          const flushed = socket.write(part);
          sent += part.length;
          if (!flushed)
            await new Promise<void>((next) => {
              const go = () => next();
              socket.once('drain', go);
              socket.once('close', go);
            });
        }
      })();
    });
  }
  const ours = () => [`Host: 127.0.0.1:${host.port}`, 'Connection: close'];
  const login = async () => {
    const answer = await fetch(`${host.url}open?token=${host.token}`, { redirect: 'manual' });
    return { status: answer.status, location: answer.headers.get('location'), cookie: answer.headers.get('set-cookie') ?? '' };
  };
  const session = async () => (await login()).cookie.split(';')[0] ?? '';
  const call = (name: string, cookie: string, origin: string | null = host.url.slice(0, -1), body = '{"json":{}}') =>
    fetch(`${host.url}rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, ...(origin === null ? {} : { origin }) },
      body,
    });

  it('exchanges its token once for a cookie that no other site can send', async () => {
    const { status, location, cookie } = await login();
    expect([status, location]).toEqual([303, '/']);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    expect(cookie).not.toContain(host.token);
    const page = await fetch(host.url, { headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(await (await call('ping', cookie.split(';')[0] ?? '')).json()).toEqual({ json: 'pong' });
    expect((await login()).status).toBe(401);
  });

  it('refuses a missing, wrong and stale token, and a missing and wrong cookie', async () => {
    for (const path of ['open', 'open?token=', 'open?token=wrong', `open?token=${host.token}x`])
      expect((await fetch(`${host.url}${path}`, { redirect: 'manual' })).status).toBe(401);
    now += 10 * 60_000 + 1;
    expect((await login()).status).toBe(401);
    for (const cookie of ['', 'fixlore-session=', 'fixlore-session=wrong', `fixlore-session=${host.token}`]) {
      expect((await call('ping', cookie)).status).toBe(401);
      expect((await fetch(host.url, { headers: { cookie } })).status).toBe(401);
    }
  });

  it('refuses a page of another origin, with the right cookie too', async () => {
    const cookie = await session();
    for (const origin of [
      'https://evil.example',
      'null',
      `https://127.0.0.1:${host.port}`,
      `http://127.0.0.1:${host.port + 1}`,
      `http://localhost:${host.port}`,
    ])
      expect((await call('ping', cookie, origin)).status).toBe(403);
    // A form or a script without an Origin header changes nothing either.
    expect((await call('ping', cookie, null)).status).toBe(403);
    const crossSite = await raw(['GET / HTTP/1.1', ...ours(), `Cookie: ${cookie}`, 'Sec-Fetch-Site: cross-site']);
    expect(crossSite.status).toBe(403);
    expect((await raw(['GET / HTTP/1.1', ...ours(), `Cookie: ${cookie}`, 'Sec-Fetch-Site: same-origin'])).status).toBe(200);
    const preflight = await raw([
      'OPTIONS /rpc/ping HTTP/1.1',
      ...ours(),
      'Origin: https://evil.example',
      'Access-Control-Request-Method: POST',
    ]);
    expect(preflight.status).toBe(403);
    expect(preflight.head.toLowerCase()).not.toContain('access-control-allow');
  });

  it('refuses another Host header: a name that was rebound to this machine', async () => {
    const cookie = await session();
    for (const name of [
      'evil.example',
      `evil.example:${host.port}`,
      '127.0.0.1',
      `127.0.0.1:${host.port + 1}`,
      `[::1]:${host.port}`,
      `127.0.0.1:${host.port}.evil.example`,
    ]) {
      const answer = await raw(['GET / HTTP/1.1', `Host: ${name}`, `Cookie: ${cookie}`, 'Connection: close']);
      expect(answer.status).toBe(421);
      expect(answer.body).not.toContain('page');
    }
    expect((await raw(['GET / HTTP/1.1', 'Connection: close'])).status).toBe(400);
    // The target of a request to a proxy does not stand in for the header.
    expect(
      (await raw([`GET http://127.0.0.1:${host.port}/ HTTP/1.1`, 'Host: evil.example', `Cookie: ${cookie}`, 'Connection: close'])).status,
    ).toBe(421);
  });

  it.each([
    '/../secret.json',
    '/../../../../etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/%2e%2e/secret.json',
    '/%252e%252e%252fsecret.json',
    '/..\\..\\secret.json',
    '/assets/..%5c..%5csecret.json',
    '//etc/passwd',
    '/assets/../../secret.json',
    '/assets',
    '/assets/',
    '/%zz',
    '/a%00.js',
  ])('serves nothing for %j', async (path) => {
    const answer = await raw([`GET ${path} HTTP/1.1`, ...ours(), `Cookie: ${await session()}`]);
    expect([404, 400]).toContain(answer.status);
    expect(answer.body).not.toMatch(/secret"|root:/);
    expect(answer.body.length).toBeLessThan(200);
  });

  it('checks methods', async () => {
    const cookie = await session();
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
      expect(
        (await raw([`${method} / HTTP/1.1`, ...ours(), `Origin: ${host.url.slice(0, -1)}`, `Cookie: ${cookie}`, 'Content-Length: 0']))
          .status,
      ).toBe(405);
    const head = await raw(['HEAD / HTTP/1.1', ...ours(), `Cookie: ${cookie}`]);
    expect([head.status, head.body]).toEqual([200, '']);
    // A call by a mere link does nothing.
    expect((await raw(['GET /rpc/ping?data=%7B%7D HTTP/1.1', ...ours(), `Cookie: ${cookie}`])).status).toBeGreaterThanOrEqual(400);
    expect((await call('nothing', cookie)).status).toBe(404);
  });

  it('refuses a body of 2 GB by its declared length, before it is sent', async () => {
    const cookie = await session();
    const answer = await raw([
      'POST /rpc/take HTTP/1.1',
      ...ours(),
      `Origin: ${host.url.slice(0, -1)}`,
      `Cookie: ${cookie}`,
      'Content-Type: application/octet-stream',
      `Content-Length: ${2 * 1024 ** 3}`,
    ]);
    expect(answer.status).toBe(413);
    expect(answer.body).toContain('64 MiB');
  });

  it('cuts off a body of 2 GB that does not declare its length', async () => {
    const cookie = await session();
    const megabyte = Buffer.alloc(1024 * 1024, 0x61);
    function* chunks(): Generator<Buffer> {
      for (let at = 0; at < 2048; at += 1) yield Buffer.concat([Buffer.from('100000\r\n'), megabyte, Buffer.from('\r\n')]);
      yield Buffer.from('0\r\n\r\n');
    }
    const before = process.memoryUsage.rss();
    const answer = await raw(
      [
        'POST /rpc/take HTTP/1.1',
        ...ours(),
        `Origin: ${host.url.slice(0, -1)}`,
        `Cookie: ${cookie}`,
        'Content-Type: application/octet-stream',
        'Transfer-Encoding: chunked',
      ],
      chunks(),
    );
    expect(answer.sent).toBeLessThan(100 * 1024 * 1024);
    expect(taken).toBe(0);
    expect(process.memoryUsage.rss() - before).toBeLessThan(600 * 1024 * 1024);
    // And it still serves.
    expect((await call('ping', cookie)).status).toBe(200);
  });

  it('refuses a flood, and recovers', async () => {
    const cookie = await session();
    const statuses = await Promise.all(Array.from({ length: 450 }, () => call('ping', cookie).then((answer) => answer.status)));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(300);
    now += 1_000;
    expect((await call('ping', cookie)).status).toBe(200);
  });

  it('survives a request that is no HTTP, and one with an endless header', async () => {
    expect((await raw(['\u0016\u0003\u0001 hello'])).status).toBe(400);
    expect((await raw(['GET / HTTP/1.1', ...ours(), `X: ${'a'.repeat(40_000)}`])).status).toBe(431);
    expect((await raw(['GET /\u0000 HTTP/1.1', ...ours()])).status).toBe(400);
    expect((await login()).status).toBe(303);
  });

  it('listens on 127.0.0.1 alone', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter((one) => !one.internal && one.family === 'IPv4')
      .map((one) => one.address);
    for (const address of [...others, '127.0.0.2', '::1']) {
      const reached = await new Promise<boolean>((resolve) => {
        const socket = connect({ port: host.port, host: address, timeout: 1_000 });
        socket.once('connect', () => (socket.destroy(), resolve(true)));
        socket.once('error', () => resolve(false));
        socket.once('timeout', () => (socket.destroy(), resolve(false)));
      });
      expect([address, reached]).toEqual([address, false]);
    }
  });

  it('says what to do when the port is taken', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    );
    await expect(startLoopbackHost({ router, pageFolder: folder, port, nowMs: () => now })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining(`Port ${port}`),
    });
    await new Promise((resolve) => other.close(resolve));
  });

  it('closes while a reader is still connected', async () => {
    const socket = connect(host.port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.on('error', () => undefined);
    const started = performance.now();
    await host[Symbol.asyncDispose]();
    expect(performance.now() - started).toBeLessThan(1_000);
    socket.destroy();
  });
});
