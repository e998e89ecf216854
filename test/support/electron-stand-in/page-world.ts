import { readFileSync } from 'node:fs';
import { PagePort, takePort } from './message-ports.ts';

export interface PreloadModule {
  readonly contextBridge: { exposeInMainWorld(key: string, api: unknown): void };
  readonly ipcRenderer: unknown;
}

/** The `window` of one world of a page: the page's own, or the isolated one of the preload script. */
export class PageWindow extends EventTarget {
  readonly location: { readonly origin: string; readonly href: string };
  readonly #deliver: (data: unknown, ports: readonly PagePort[]) => void;

  constructor(url: string, deliver: (data: unknown, ports: readonly PagePort[]) => void) {
    super();
    const { protocol, host } = new URL(url);
    this.location = Object.freeze({ origin: `${protocol}//${host}`, href: url });
    this.#deliver = deliver;
  }

  postMessage(data: unknown, targetOrigin: string, transfer: readonly PagePort[] = []): void {
    if (targetOrigin !== '*' && targetOrigin !== '/' && targetOrigin !== this.location.origin) return;
    const cloned: unknown = structuredClone(data);
    const ports = transfer.map((port) => new PagePort(takePort(port)));
    setImmediate(() => this.#deliver(cloned, ports));
  }
}

/** What contextBridge lets through: plain data and functions, copied and frozen. */
function copyForPage(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype && !Array.isArray(value))
    throw new Error('contextBridge: only plain objects, arrays, functions and primitives are exposed');
  const entries = Object.entries(value).map(([key, inner]) => [key, copyForPage(inner)] as const);
  return Object.freeze(Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries));
}

/** One loaded page: two worlds that see the same messages and share nothing else. */
export class PageWorld {
  readonly main: PageWindow;
  readonly isolated: PageWindow;

  constructor(url: string) {
    const deliver = (data: unknown, ports: readonly PagePort[]) => {
      for (const window of [this.isolated, this.main]) {
        const event = new MessageEvent('message', { data, origin: window.location.origin });
        // In each world the source of a message of the page is that world's own window. A port goes to whoever takes it first.
        Object.defineProperties(event, { source: { value: window }, ports: { value: ports } });
        window.dispatchEvent(event);
      }
    };
    this.main = new PageWindow(url, deliver);
    this.isolated = new PageWindow(url, deliver);
  }

  /** Runs a preload script as the sandbox does: one CommonJS file that may require `electron` and nothing of Node. */
  runPreload(file: string, ipcRenderer: unknown): void {
    const electron: PreloadModule = {
      contextBridge: {
        exposeInMainWorld: (key, api) => {
          if (key in this.main) throw new Error(`Cannot bind an API on top of an existing property on the window object (${key})`);
          Object.defineProperty(this.main, key, { value: copyForPage(api), enumerable: true });
        },
      },
      ipcRenderer,
    };
    const requireInSandbox = (name: string): unknown => {
      if (name === 'electron') return electron;
      throw new Error(`module not found: ${name}`);
    };
    const code = readFileSync(file, 'utf8');
    // `import` is a syntax error here, as it is in a sandboxed preload script.
    new Function('require', 'module', 'exports', 'window', 'process', code)(
      requireInSandbox,
      { exports: {} },
      {},
      this.isolated,
      Object.freeze({ platform: process.platform }),
    );
  }
}
