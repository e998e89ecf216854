import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { app, makeEvent } from './app.ts';
import { onlyAfterReady, onlyKnown } from './ready-state.ts';
import { WebContents } from './web-contents.ts';

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface WindowOptions extends Partial<Bounds> {
  readonly [option: string]: unknown;
  readonly show?: boolean;
  readonly webPreferences?: Readonly<Record<string, unknown>>;
}

const knownOptions = [
  'x',
  'y',
  'width',
  'height',
  'minWidth',
  'minHeight',
  'show',
  'title',
  'backgroundColor',
  'autoHideMenuBar',
  'icon',
  'webPreferences',
];
/** Each with the one value that is safe; undefined where any is. */
const knownPreferences: Readonly<Record<string, boolean | undefined>> = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  preload: undefined,
  spellcheck: undefined,
  safeDialogs: undefined,
  devTools: undefined,
};

function checkOptions(options: WindowOptions): void {
  onlyKnown('BrowserWindow', options, knownOptions);
  for (const name of ['x', 'y', 'width', 'height'] as const) {
    const value = options[name];
    if (value !== undefined && !Number.isInteger(value)) throw new TypeError(`BrowserWindow: ${name} must be a whole number`);
  }
  const preferences = options.webPreferences ?? {};
  onlyKnown('webPreferences', preferences, Object.keys(knownPreferences));
  for (const [name, safe] of Object.entries(knownPreferences)) {
    if (safe !== undefined && preferences[name] !== undefined && preferences[name] !== safe)
      throw new Error(`webPreferences: ${name}: ${String(preferences[name])} is unsafe`);
  }
  const preload = preferences['preload'];
  if (typeof preload === 'string' && !(isAbsolute(preload) && existsSync(preload)))
    throw new Error(`Unable to load preload script: ${preload}`);
}

export class BrowserWindow extends EventEmitter {
  readonly options: WindowOptions;
  readonly #contents: WebContents;
  #bounds: Bounds;
  #destroyed = false;
  #maximised = false;
  #minimised = false;
  #visible: boolean;
  focused = 0;

  constructor(options: WindowOptions = {}) {
    super();
    onlyAfterReady('BrowserWindow');
    checkOptions(options);
    this.options = options;
    this.#bounds = { x: options.x ?? 100, y: options.y ?? 100, width: options.width ?? 800, height: options.height ?? 600 };
    this.#visible = options.show ?? true;
    const preload = options.webPreferences?.['preload'];
    this.#contents = new WebContents(typeof preload === 'string' ? preload : undefined);
    app.windows.push(this);
  }

  static getAllWindows(): BrowserWindow[] {
    return app.windows.filter((window) => window instanceof BrowserWindow);
  }

  get webContents(): WebContents {
    return this.#alive().#contents;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  async loadURL(url: string): Promise<void> {
    await this.#alive().#contents.loadURL(url);
    if (!this.#destroyed) this.emit('ready-to-show');
  }

  show(): void {
    this.#alive().#visible = true;
  }

  isVisible(): boolean {
    return this.#alive().#visible;
  }

  /** Shows the window too, as Electron's does. */
  maximize(): void {
    this.#alive().#maximised = true;
    this.#visible = true;
  }

  isMaximized(): boolean {
    return this.#alive().#maximised;
  }

  minimize(): void {
    this.#alive().#minimised = true;
  }

  isMinimized(): boolean {
    return this.#alive().#minimised;
  }

  restore(): void {
    this.#alive().#minimised = false;
  }

  focus(): void {
    this.#alive().focused += 1;
  }

  setBounds(bounds: Bounds): void {
    this.#alive().#bounds = bounds;
  }

  getNormalBounds(): Bounds {
    return { ...this.#alive().#bounds };
  }

  close(): void {
    const event = makeEvent({});
    this.#alive().emit('close', event);
    if (event.defaultPrevented) return;
    this.#destroyed = true;
    this.emit('closed');
    app.windowGone(this);
  }

  #alive(): this {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
    return this;
  }
}
