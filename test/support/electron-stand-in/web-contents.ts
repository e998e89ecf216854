import { EventEmitter } from 'node:events';
import { app, makeEvent } from './app.ts';
import { ipcMain } from './ipc-main.ts';
import { PagePort, takePort, type MessagePortMain } from './message-ports.ts';
import { PageWorld } from './page-world.ts';
import { session } from './protocol-and-session.ts';

/** A frame of a page; the same object for as long as the frame lives. */
export class Frame {
  readonly url: string;
  readonly origin: string;
  readonly parent: Frame | null;

  constructor(url: string, parent: Frame | null = null) {
    this.url = url;
    const { protocol, host } = new URL(url);
    this.origin = host === '' ? 'null' : `${protocol}//${host}`;
    this.parent = parent;
  }
}

class LoadError extends Error {
  readonly code: string;

  constructor(code: string, url: string) {
    super(`${code} loading '${url}'`);
    this.code = code;
  }
}

type OpenHandler = (details: { url: string }) => { action: 'allow' | 'deny' };

export class WebContents extends EventEmitter {
  readonly session = session.defaultSession;
  mainFrame: Frame = new Frame('about:blank');
  /** The loaded page, and the answer that it came from. */
  page: PageWorld | undefined;
  response: Response | undefined;
  loads = 0;
  rtcPolicy = 'default';
  readonly #preload: string | undefined;
  #openHandler: OpenHandler = () => ({ action: 'allow' });
  #ipcRenderer = new EventEmitter();

  constructor(preload: string | undefined) {
    super();
    this.#preload = preload;
    app.emit('web-contents-created', makeEvent({}), this);
  }

  getURL(): string {
    return this.mainFrame.url === 'about:blank' ? '' : this.mainFrame.url;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  setWebRTCIPHandlingPolicy(policy: string): void {
    this.rtcPolicy = policy;
  }

  async loadURL(url: string): Promise<void> {
    const load = ++this.loads;
    const response = await this.session.request(url, 'mainFrame');
    if (load !== this.loads) throw new LoadError('ERR_ABORTED', url);
    if (!response) throw new LoadError('ERR_BLOCKED_BY_CLIENT', url);
    this.response = response;
    this.mainFrame = new Frame(url);
    this.page = new PageWorld(url);
    this.#ipcRenderer = this.#openRenderer(this.mainFrame);
    if (this.#preload !== undefined) this.page.runPreload(this.#preload, this.#ipcRenderer);
    this.emit('did-finish-load');
  }

  reload(): void {
    const url = this.getURL();
    if (url === '') return;
    this.loadURL(url).catch((error: unknown) => {
      // Nobody waits for a reload: one that another overtook is not heard of.
      if (!(error instanceof LoadError)) throw error;
    });
  }

  postMessage(channel: string, message: unknown, transfer: readonly MessagePortMain[] = []): void {
    const ports = transfer.map((port) => new PagePort(takePort(port)));
    const cloned: unknown = structuredClone(message);
    const renderer = this.#ipcRenderer;
    setImmediate(() => renderer.emit(channel, { ports, senderId: 0 }, cloned));
  }

  /** A message as it comes from some frame, whichever that is. */
  sendFrom(frame: Frame | null, channel: string, ...args: unknown[]): void {
    const cloned = structuredClone(args);
    setImmediate(() => ipcMain.emit(channel, { sender: this, senderFrame: frame, ports: [] }, ...cloned));
  }

  /** What the page's own script, a link or a dropped file does. Says whether it was let through. */
  navigate(url: string, how: 'will-navigate' | 'will-redirect' = 'will-navigate'): boolean {
    const event = makeEvent({ url, isMainFrame: true, isSameDocument: false, frame: this.mainFrame });
    this.emit(how, event, url);
    return !event.defaultPrevented;
  }

  openWindow(url: string): boolean {
    return this.#openHandler({ url }).action === 'allow';
  }

  attachWebview(): boolean {
    const event = makeEvent({});
    this.emit('will-attach-webview', event, {}, {});
    return !event.defaultPrevented;
  }

  #openRenderer(frame: Frame): EventEmitter {
    const renderer = new EventEmitter();
    return Object.assign(renderer, { send: (channel: string, ...args: unknown[]) => this.sendFrom(frame, channel, ...args) });
  }
}
