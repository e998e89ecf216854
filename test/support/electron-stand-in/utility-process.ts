import { fork as forkChild, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { MessagePort as NodePort } from 'node:worker_threads';
import { takePort, type MessagePortMain } from './message-ports.ts';
import { onlyAfterReady, onlyKnown } from './ready-state.ts';

/** Between the two processes: a message with the numbers of the ports that go with it, or what went through such a port. */
export type Relayed =
  | { readonly kind: 'message'; readonly data: unknown; readonly ports: readonly number[] }
  | { readonly kind: 'port'; readonly port: number; readonly data: unknown }
  | { readonly kind: 'port-closed'; readonly port: number };

const entry = fileURLToPath(new URL('./utility-entry.ts', import.meta.url));

/** A real process of Node's. Its ports are relayed, since Node hands ports on between threads alone. */
class UtilityProcess extends EventEmitter {
  readonly child: ChildProcess;
  readonly module: string;
  readonly #ports = new Map<number, NodePort>();
  #lastPort = 0;

  constructor(modulePath: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    super();
    this.module = modulePath;
    // Messages are queued until the other side listens, as in Electron.
    this.child = forkChild(entry, [modulePath, ...args], {
      env,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    });
    this.child.on('spawn', () => this.emit('spawn'));
    this.child.on('message', (message: Relayed) => {
      if (message.kind === 'message') this.emit('message', message.data);
      else if (message.kind === 'port') this.#ports.get(message.port)?.postMessage(message.data);
      else this.#ports.get(message.port)?.close();
    });
    this.child.once('exit', (code) => {
      for (const port of this.#ports.values()) port.close();
      this.emit('exit', code ?? 1);
    });
  }

  get pid(): number | undefined {
    return this.child.exitCode === null && this.child.signalCode === null ? this.child.pid : undefined;
  }

  postMessage(message: unknown, transfer: readonly MessagePortMain[] = []): void {
    if (!this.child.connected) return;
    const ports = transfer.map((wrapper) => {
      const port = takePort(wrapper);
      const id = ++this.#lastPort;
      this.#ports.set(id, port);
      port.on('message', (data: unknown) => this.#send({ kind: 'port', port: id, data }));
      port.on('close', () => this.#send({ kind: 'port-closed', port: id }));
      return id;
    });
    this.#send({ kind: 'message', data: structuredClone(message), ports });
  }

  kill(): boolean {
    return this.child.kill('SIGTERM');
  }

  #send(message: Relayed): void {
    if (this.child.connected) this.child.send(message, () => undefined);
  }
}

/** Every process that was forked, so that a test can end one as a crash would, and see which still run. */
export const forked: UtilityProcess[] = [];

export const utilityProcess = {
  fork(
    modulePath: string,
    args: readonly string[] = [],
    options: { env?: NodeJS.ProcessEnv; serviceName?: string; stdio?: string } = {},
  ): UtilityProcess {
    onlyAfterReady('utilityProcess.fork');
    onlyKnown('utilityProcess.fork', options, ['env', 'serviceName', 'stdio', 'cwd', 'execArgv']);
    if (options.stdio !== undefined && !['pipe', 'ignore', 'inherit'].includes(options.stdio))
      throw new Error(`Configuring stdio to ${options.stdio} is not supported`);
    const child = new UtilityProcess(modulePath, args, options.env ?? process.env);
    forked.push(child);
    return child;
  },
};
