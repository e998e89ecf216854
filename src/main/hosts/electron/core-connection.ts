import { EventEmitter } from 'node:events';
import { app, MessageChannelMain, utilityProcess, type MessagePortMain, type UtilityProcess } from 'electron';
import type { FromCore, ToCore } from './core-process.ts';
import { LibraryTests } from './library-tests.ts';

interface CoreEvents {
  failed: [message: string];
  crashed: [code: number];
  'pick-folder': [answer: (folder: string | null) => void];
}

/** How long a core may take to write out what it holds when the app is left. */
const stopMs = 5_000;

/** Starts the core in its own process, hands it ports of the page, and starts it again after a crash. */
export class CoreConnection extends EventEmitter<CoreEvents> {
  readonly #entry: string;
  readonly #args: readonly string[];
  #process: UtilityProcess | undefined;
  #stopping = false;

  constructor(entry: string, args: readonly string[]) {
    super();
    this.#entry = entry;
    this.#args = args;
  }

  /** After the app is ready. */
  start(): void {
    const child = utilityProcess.fork(this.#entry, [...this.#args], {
      serviceName: 'Fixlore core',
      // onnxruntime would upload telemetry unless told not to before it is loaded.
      env: { ...process.env, ORT_DISABLE_TELEMETRY: '1' },
      stdio: app.isPackaged ? 'ignore' : 'inherit',
    });
    this.#process = child;
    const tell = (message: ToCore) => child.postMessage(message);
    const tests = new LibraryTests(tell);
    child.on('message', (message: FromCore) => {
      if (message.type === 'failed') this.emit('failed', message.message);
      else if (message.type === 'pick-folder')
        this.emit('pick-folder', (folder) => tell({ type: 'folder-picked', id: message.id, folder }));
      else tests.handle(message);
    });
    child.once('exit', (code) => {
      tests[Symbol.dispose]();
      if (this.#process === child) this.#process = undefined;
      if (!this.#stopping) this.emit('crashed', code);
    });
  }

  /** A port for the page; calls sent before the core is ready wait in it. */
  connectPage(): MessagePortMain {
    const { port1, port2 } = new MessageChannelMain();
    this.#process?.postMessage({ type: 'serve-page' } satisfies ToCore, [port1]);
    return port2;
  }

  /** Lets the core finish writing and give back its locks; one that does not answer is ended. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#process;
    if (!child) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.postMessage({ type: 'close' } satisfies ToCore);
    const late = setTimeout(() => child.kill(), stopMs);
    await gone;
    clearTimeout(late);
  }
}
