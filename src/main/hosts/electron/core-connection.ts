import { EventEmitter } from 'node:events';
import { MessageChannelMain, utilityProcess, type MessagePortMain, type UtilityProcess } from 'electron';
import type { FromCore } from './core-process.ts';

interface CoreEvents {
  ready: [];
  failed: [message: string];
  crashed: [code: number];
  'pick-folder': [answer: (folder: string | null) => void];
}

/** Starts the core in its own process, hands it ports of the page, and starts it again after a crash. */
export class CoreConnection extends EventEmitter<CoreEvents> implements Disposable {
  readonly #entry: string;
  readonly #args: readonly string[];
  #process: UtilityProcess | undefined;
  #closing = false;

  constructor(entry: string, args: readonly string[]) {
    super();
    this.#entry = entry;
    this.#args = args;
  }

  start(): void {
    const child = utilityProcess.fork(this.#entry, [...this.#args], {
      serviceName: 'Fixlore core',
      // onnxruntime would upload telemetry unless told not to before it is loaded.
      env: { ...process.env, ORT_DISABLE_TELEMETRY: '1' },
      stdio: 'ignore',
    });
    this.#process = child;
    child.on('message', (message: FromCore) => {
      if (message.type === 'ready') this.emit('ready');
      else if (message.type === 'failed') this.emit('failed', message.message);
      else this.emit('pick-folder', (folder) => child.postMessage({ type: 'folder-picked', id: message.id, folder }));
    });
    child.once('exit', (code) => {
      if (this.#process === child) this.#process = undefined;
      if (!this.#closing) this.emit('crashed', code);
    });
  }

  /** A port for the page; calls sent before the core is ready wait in it. */
  connectPage(): MessagePortMain {
    const { port1, port2 } = new MessageChannelMain();
    this.#process?.postMessage({ type: 'serve-page' }, [port1]);
    return port2;
  }

  [Symbol.dispose](): void {
    this.#closing = true;
    this.#process?.kill();
  }
}
