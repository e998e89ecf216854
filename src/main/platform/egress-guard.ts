import { AsyncLocalStorage } from 'node:async_hooks';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { AppError } from '../domain/errors.ts';

export interface EgressAttempt {
  /** How it was tried. */
  readonly via: 'tcp' | 'udp' | 'dns';
  /** Whether the host was given by address or by name. Never the host itself. */
  readonly host: 'address' | 'name';
  /** ISO time. */
  readonly when: string;
  readonly outcome: 'refused' | 'allowed';
}

export interface EgressReport {
  readonly attempts: readonly EgressAttempt[];
  /** Connections, datagrams and look-ups that left for another machine: only those inside `allow`. */
  readonly connections: number;
  /** Refused since the guard was installed; `attempts` keeps the last 1,000 of all. */
  readonly refused: number;
}

export interface EgressGuard extends Disposable {
  report(): EgressReport;
  /** Lets connections out of what `task` does, and of nothing else that runs at the same time. For fetching models, which the user asks for. */
  allow<T>(task: () => Promise<T>): Promise<T>;
}

type Callable = (this: unknown, ...args: unknown[]) => unknown;
const attemptsKept = 1000;
let shared: { guard: Omit<EgressGuard, typeof Symbol.dispose>; users: number; remove: () => void } | undefined;

/** Loopback by address or name; an empty host is this machine for Node. */
export function isLoopbackHost(host: string): boolean {
  const plain = host
    .replace(/^\[|\]$/g, '')
    .replace(/%.*$/, '')
    .toLowerCase();
  if (plain === '' || plain === 'localhost' || plain.endsWith('.localhost')) return true;
  if (net.isIPv4(plain)) return plain.startsWith('127.') || plain === '0.0.0.0';
  return plain === '::1' || plain === '::' || plain === '0:0:0:0:0:0:0:1' || /^::ffff:127\.\d+\.\d+\.\d+$/.test(plain);
}

function refusal(): AppError {
  return new AppError(
    'source-unreachable',
    'Fixlore opens no connection to other machines while it works, so this one was refused. To fetch models, use the command for that.',
  );
}

/** The host of `socket.connect(...)`: options, port and host, a path, or Node's own normalised array. Undefined for local pipes. */
function tcpHost(args: readonly unknown[]): string | undefined {
  const first = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (typeof first === 'object' && first !== null) {
    const { path, host } = first as { path?: unknown; host?: unknown };
    return path !== undefined && path !== null && host === undefined ? undefined : String(host ?? '');
  }
  // A string that is no number is the path of a pipe.
  if (typeof first === 'string' && !/^\d+$/.test(first)) return undefined;
  return typeof args[1] === 'string' ? args[1] : '';
}

/** The address of `socket.send(...)`, in each of its forms. Undefined when the socket is connected already. */
function udpHost(args: readonly unknown[]): string | undefined {
  const values = args.filter((value) => typeof value !== 'function');
  // (msg, offset, length, port, address), (msg, port, address), (msg, offset, length), (msg)
  const address = values.length >= 4 ? values[4] : values[2];
  return typeof address === 'string' ? address : undefined;
}

function lastCallback(args: readonly unknown[]): ((error: Error) => void) | undefined {
  const last = args.at(-1);
  return typeof last === 'function' ? (last as (error: Error) => void) : undefined;
}

/**
 * Installs the guard in this process: TCP (and with it TLS, http, http/2, fetch), UDP and name look-ups to anything
 * but loopback fail with `source-unreachable` and are counted. It sees what goes through Node; native libraries open
 * sockets by themselves, which is why their telemetry is switched off before they are loaded. Installed twice, it is
 * one guard with one report, and stays until the last holder disposes of it.
 */
export function installEgressGuard(): EgressGuard {
  shared ??= hookNode();
  const held = shared;
  held.users += 1;
  let isHeld = true;
  return {
    ...held.guard,
    [Symbol.dispose]() {
      if (!isHeld) return;
      isHeld = false;
      held.users -= 1;
      if (held.users > 0) return;
      held.remove();
      shared = undefined;
    },
  };
}

function hookNode(): NonNullable<typeof shared> {
  const attempts: EgressAttempt[] = [];
  const permission = new AsyncLocalStorage<true>();
  const undo: (() => void)[] = [];
  let connections = 0;
  let refused = 0;

  /** Notes the attempt; true when it must be refused. */
  function stops(via: EgressAttempt['via'], host: string): boolean {
    if (isLoopbackHost(host)) return false;
    const outcome = permission.getStore() ? 'allowed' : 'refused';
    if (outcome === 'allowed') connections += 1;
    else refused += 1;
    attempts.push({ via, host: net.isIP(host.replace(/^\[|\]$/g, '')) ? 'address' : 'name', when: new Date().toISOString(), outcome });
    if (attempts.length > attemptsKept) attempts.shift();
    return outcome === 'refused';
  }

  function replace(target: object, name: string, wrap: (original: Callable) => Callable): void {
    const holder = target as Record<string, unknown>;
    const original = holder[name];
    if (typeof original !== 'function') return;
    holder[name] = wrap(original as Callable);
    undo.push(() => {
      holder[name] = original;
    });
  }

  replace(
    net.Socket.prototype,
    'connect',
    (original) =>
      function (this: unknown, ...args) {
        const host = tcpHost(args);
        if (host === undefined || !stops('tcp', host)) return original.apply(this, args);
        // As a failed connection would: through the socket's own error, never as an exception inside a library.
        const socket = this as net.Socket;
        Object.assign(socket, { connecting: true });
        process.nextTick(() => socket.destroy(refusal()));
        return socket;
      },
  );

  for (const name of ['send', 'connect'] as const) {
    replace(
      dgram.Socket.prototype,
      name,
      (original) =>
        function (this: unknown, ...args) {
          const host = name === 'send' ? udpHost(args) : typeof args[1] === 'string' ? args[1] : undefined;
          if (host === undefined || !stops('udp', host)) return original.apply(this, args);
          const callback = lastCallback(args);
          const socket = this as dgram.Socket;
          process.nextTick(() => (callback ? callback(refusal()) : socket.emit('error', refusal())));
          return undefined;
        },
    );
  }

  const lookups = [
    'lookup',
    'lookupService',
    'resolve',
    'resolve4',
    'resolve6',
    'resolveAny',
    'resolveCaa',
    'resolveCname',
    'resolveMx',
    'resolveNaptr',
    'resolveNs',
    'resolvePtr',
    'resolveSoa',
    'resolveSrv',
    'resolveTlsa',
    'resolveTxt',
    'reverse',
  ];
  for (const name of lookups) {
    // Turning an address into an address asks nobody.
    const passes = (host: unknown) => name === 'lookup' && net.isIP(String(host ?? '')) !== 0;
    for (const target of [dns, dns.Resolver.prototype]) {
      replace(
        target,
        name,
        (original) =>
          function (this: unknown, ...args) {
            if (passes(args[0]) || !stops('dns', String(args[0] ?? ''))) return original.apply(this, args);
            const callback = lastCallback(args);
            if (callback) process.nextTick(callback, refusal());
            return {};
          },
      );
    }
    for (const target of [dns.promises, dns.promises.Resolver.prototype]) {
      replace(
        target,
        name,
        (original) =>
          function (this: unknown, ...args) {
            if (passes(args[0]) || !stops('dns', String(args[0] ?? ''))) return original.apply(this, args);
            return Promise.reject(refusal());
          },
      );
    }
  }
  // So that `import { lookup } from 'node:dns'` sees the guarded functions too.
  syncBuiltinESMExports();

  return {
    users: 0,
    guard: {
      report: () => ({ attempts: [...attempts], connections, refused }),
      allow: (task) => permission.run(true, task),
    },
    remove() {
      for (const restore of undo.reverse()) restore();
      syncBuiltinESMExports();
    },
  };
}
