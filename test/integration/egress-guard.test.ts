import dgram from 'node:dgram';
import dns, { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installEgressGuard, isLoopbackHost, type EgressGuard } from '../../src/main/platform/egress-guard.ts';

// Addresses for documentation (RFC 5737, 3849): nobody answers there.
const away = '192.0.2.1';
let guard: EgressGuard;
beforeEach(() => {
  guard = installEgressGuard();
});
afterEach(() => guard[Symbol.dispose]());

async function failureOf(emitter: NodeJS.EventEmitter): Promise<unknown> {
  return (await once(emitter, 'error'))[0];
}

describe('connections to other machines are refused', () => {
  it('fetch', async () => {
    const failure = await fetch(`http://${away}/`).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect((failure as Error).cause).toMatchObject({ code: 'source-unreachable' });
    expect(guard.report()).toMatchObject({ attempts: [{ via: 'tcp', host: 'address', outcome: 'refused' }], connections: 0, refused: 1 });
  });

  it('fetch by name', async () => {
    await expect(fetch('https://example.com/')).rejects.toThrow('fetch failed');
    expect(guard.report().connections).toBe(0);
    expect(guard.report().attempts[0]).toMatchObject({ host: 'name' });
    expect(JSON.stringify(guard.report())).not.toContain('example');
  });

  it.each<[string, () => NodeJS.EventEmitter]>([
    ['net with port and host', () => net.connect(80, away)],
    ['net with options', () => net.createConnection({ port: 80, host: away })],
    ['net with IPv6', () => new net.Socket().connect(80, '2001:db8::1')],
    ['net by name', () => net.connect(80, 'example.com')],
    ['tls', () => tls.connect(443, away)],
    ['http', () => http.get(`http://${away}/`)],
    ['https', () => https.get('https://example.com/')],
  ])('%s', async (_, connect) => {
    expect(await failureOf(connect())).toMatchObject({ name: 'AppError', code: 'source-unreachable' });
    expect(guard.report()).toMatchObject({ connections: 0, refused: 1 });
  });

  it('udp, with and without a callback, and connected', async () => {
    const socket = dgram.createSocket('udp4');
    const failure = await new Promise((done) => socket.send(Buffer.from('x'), 53, away, done));
    expect(failure).toMatchObject({ code: 'source-unreachable' });
    socket.send(Buffer.from('xyz'), 0, 3, 53, away);
    expect(await failureOf(socket)).toMatchObject({ code: 'source-unreachable' });
    socket.connect(53, away);
    expect(await failureOf(socket)).toMatchObject({ code: 'source-unreachable' });
    socket.close();
    expect(guard.report().refused).toBe(3);
  });

  it('name look-ups: callback, promise, resolver, and the function imported by name', async () => {
    for (const look of [lookup, dns.lookup]) {
      expect(await new Promise((done) => look('example.com', (error) => done(error)))).toMatchObject({ code: 'source-unreachable' });
    }
    expect(await new Promise((done) => new dns.Resolver().resolve4('example.com', (error) => done(error)))).toMatchObject({
      code: 'source-unreachable',
    });
    await expect(dns.promises.resolve('example.com')).rejects.toMatchObject({ code: 'source-unreachable' });
    await expect(new dns.promises.Resolver().resolveTxt('example.com')).rejects.toMatchObject({ code: 'source-unreachable' });
    expect(guard.report().attempts.every(({ via }) => via === 'dns')).toBe(true);
    expect(guard.report().refused).toBe(5);
  });
});

describe('this machine is reached', () => {
  it('http, fetch and names of loopback', async () => {
    const server = http.createServer((_, response) => response.end('here')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const host of ['127.0.0.1', 'localhost']) expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here');
    const [response] = (await once(http.get({ port }), 'response')) as [http.IncomingMessage];
    expect(response.statusCode).toBe(200);
    response.resume();
    server.closeAllConnections();
    server.close();
    expect(guard.report()).toEqual({ attempts: [], connections: 0, refused: 0 });
  });

  it('udp', async () => {
    const server = dgram.createSocket('udp4');
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    const client = dgram.createSocket('udp4');
    client.send('hello', server.address().port, '127.0.0.1');
    expect(String((await once(server, 'message'))[0])).toBe('hello');
    client.close();
    server.close();
    expect(guard.report().attempts).toEqual([]);
  });

  it.each(['127.0.0.1', '127.9.9.9', 'localhost', 'LOCALHOST', '::1', '[::1]', '::ffff:127.0.0.1', ''])('loopback: %j', (host) =>
    expect(isLoopbackHost(host)).toBe(true),
  );
  it.each(['10.0.0.1', '192.168.0.1', '128.0.0.1', 'localhost.example.com', '127.0.0.1.example.com', '2001:db8::1', 'fe80::1'])(
    'not loopback: %j',
    (host) => expect(isLoopbackHost(host)).toBe(false),
  );
});

describe('the guard', () => {
  it('lets out what happens inside allow, and nothing beside it', async () => {
    let opened: net.Socket | undefined;
    await guard.allow(async () => {
      opened = net.connect({ port: 9, host: away });
      await Promise.resolve();
    });
    const refused = failureOf(net.connect(80, away));
    opened?.on('error', () => undefined);
    opened?.destroy();
    expect(await refused).toMatchObject({ code: 'source-unreachable' });
    expect(guard.report().attempts.map(({ outcome }) => outcome)).toEqual(['allowed', 'refused']);
    expect(guard.report().connections).toBe(1);
  });

  it('is one for all who install it, and gone when the last lets go', async () => {
    const connect = net.Socket.prototype.connect;
    const second = installEgressGuard();
    await failureOf(net.connect(80, away));
    expect(second.report().refused).toBe(1);
    second[Symbol.dispose]();
    second[Symbol.dispose]();
    expect(net.Socket.prototype.connect).toBe(connect);
    guard[Symbol.dispose]();
    expect(net.Socket.prototype.connect).not.toBe(connect);
    guard = installEgressGuard();
    expect(guard.report().attempts).toEqual([]);
  });
});
