import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onlyBeforeReady, readyState } from './ready-state.ts';

export interface ClosableWindow {
  close(): void;
  isDestroyed(): boolean;
}

export function makeEvent<Extra extends object>(extra: Extra) {
  return {
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true;
    },
    ...extra,
  };
}

/** The life of the app: locked once, ready once, and left by closing the windows, then `will-quit`, then `quit`. */
class App extends EventEmitter {
  readonly windows: ClosableWindow[] = [];
  isPackaged = true;
  sandboxed = false;
  userModelId = '';
  appData = '';
  #userData = '';
  readonly commandLine = { switches: [] as string[], hasSwitch: (name: string): boolean => this.commandLine.switches.includes(name) };
  /** Whether another instance holds the lock already. */
  lockTaken = false;
  hasLock = false;
  /** Set once the process would be gone. */
  exitCode: number | undefined;
  #quitting = false;

  requestSingleInstanceLock(): boolean {
    // The lock lies in the profile: it must not be moved afterwards.
    this.hasLock = !this.lockTaken;
    return this.hasLock;
  }

  enableSandbox(): void {
    onlyBeforeReady('app.enableSandbox()');
    this.sandboxed = true;
  }

  setAppUserModelId(id: string): void {
    this.userModelId = id;
  }

  isReady(): boolean {
    return readyState.ready;
  }

  whenReady(): Promise<void> {
    return readyState.ready ? Promise.resolve() : new Promise((resolve) => this.once('ready', () => resolve()));
  }

  getPath(name: string): string {
    if (name === 'appData') return this.appData;
    // By default the folder has the name of the app.
    if (name === 'userData') return this.#userData || join(this.appData, 'fixlore');
    throw new Error(`Failed to get '${name}' path`);
  }

  setPath(name: string, path: string): void {
    if (name !== 'userData') throw new Error(`the stand-in does not set the path '${name}'`);
    if (readyState.ready || this.hasLock) throw new Error('the profile is in use already');
    if (!existsSync(path)) throw new Error(`${path} does not exist`);
    this.#userData = path;
  }

  becomeReady(): void {
    readyState.ready = true;
    this.emit('ready', {}, {});
  }

  quit(): void {
    if (this.#quitting || this.exitCode !== undefined) return;
    this.#quitting = true;
    setImmediate(() => {
      const before = makeEvent({});
      this.emit('before-quit', before);
      if (!before.defaultPrevented) for (const window of this.windows.slice()) window.close();
      if (before.defaultPrevented || this.windows.length > 0) this.#quitting = false;
      else this.#leave();
    });
  }

  exit(code = 0): void {
    if (this.exitCode !== undefined) return;
    this.exitCode = code;
    this.emit('quit', {}, code);
  }

  windowGone(window: ClosableWindow): void {
    this.windows.splice(this.windows.indexOf(window), 1);
    // Not when the app is being left anyway.
    if (this.windows.length > 0 || this.#quitting) return;
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed');
    else this.quit();
  }

  #leave(): void {
    const event = makeEvent({});
    this.emit('will-quit', event);
    this.#quitting = false;
    if (!event.defaultPrevented) this.exit(0);
  }
}

export const app = new App();
