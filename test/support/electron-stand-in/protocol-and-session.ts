import { onlyAfterReady, onlyBeforeReady, onlyKnown, readyState } from './ready-state.ts';

type Handler = (request: Request) => Response | Promise<Response>;
interface Privileges {
  readonly [name: string]: boolean;
}

const privileged = new Map<string, Privileges>();
const handlers = new Map<string, Handler>();
let registered = false;

export const protocol = {
  registerSchemesAsPrivileged(schemes: readonly { scheme: string; privileges?: Privileges }[]): void {
    onlyBeforeReady('protocol.registerSchemesAsPrivileged');
    if (registered) throw new Error('protocol.registerSchemesAsPrivileged should be called only once');
    registered = true;
    for (const { scheme, privileges = {} } of schemes) {
      onlyKnown('privileges', privileges, [
        'standard',
        'secure',
        'bypassCSP',
        'allowServiceWorkers',
        'supportFetchAPI',
        'corsEnabled',
        'stream',
        'codeCache',
        'allowExtensions',
      ]);
      if (privileges['bypassCSP']) throw new Error('a scheme that passes by the content security policy is unsafe');
      privileged.set(scheme, privileges);
    }
  },
  handle(scheme: string, handler: Handler): void {
    onlyAfterReady('protocol.handle');
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    handlers.set(scheme, handler);
  },
};

type Details = Record<string, unknown>;
type RequestListener = (
  details: { url: string; method: string; resourceType: string },
  callback: (answer: { cancel?: boolean }) => void,
) => void;

class Session {
  permissionRequest: ((contents: unknown, permission: string, callback: (granted: boolean) => void, details: Details) => void) | null =
    null;
  permissionCheck: ((contents: unknown, permission: string, origin: string, details: Details) => boolean) | null = null;
  devicePermission: ((details: Details) => boolean) | null = null;
  // Electron's defaults: spell checking is on, and fetches dictionaries.
  spellChecker = true;
  #beforeRequest: RequestListener | null = null;

  readonly webRequest = {
    onBeforeRequest: (first: RequestListener | { urls: string[] }, second?: RequestListener): void => {
      if (typeof first !== 'function') throw new Error('the stand-in takes a listener for every request; a filter could let some pass');
      if (second) throw new Error('one listener');
      this.#beforeRequest = first;
    },
  };

  setPermissionRequestHandler(handler: typeof this.permissionRequest): void {
    this.permissionRequest = handler;
  }

  setPermissionCheckHandler(handler: typeof this.permissionCheck): void {
    this.permissionCheck = handler;
  }

  setDevicePermissionHandler(handler: typeof this.devicePermission): void {
    this.devicePermission = handler;
  }

  setSpellCheckerEnabled(enabled: boolean): void {
    this.spellChecker = enabled;
  }

  /** What a page's request comes to: null when it was refused. Throws when it would have left the machine. */
  async request(url: string, resourceType = 'xhr'): Promise<Response | null> {
    const listener = this.#beforeRequest;
    if (listener) {
      const { cancel } = await new Promise<{ cancel?: boolean }>((resolve) => listener({ url, method: 'GET', resourceType }, resolve));
      if (cancel) return null;
    }
    const scheme = url.slice(0, url.indexOf(':'));
    const handler = handlers.get(scheme);
    if (!handler) throw new Error(`the request for ${url} left the machine`);
    if (!privileged.get(scheme)?.['standard']) throw new Error(`the scheme ${scheme} is not a standard one, so its pages have no origin`);
    return handler(new Request(url));
  }

  /** What a permission request of a page comes to: refused unless every step says yes. Electron grants where no handler is set. */
  async ask(contents: unknown, permission: string, details: Details): Promise<boolean> {
    const handler = this.permissionRequest;
    if (!handler) return true;
    return new Promise((resolve) => handler(contents, permission, resolve, details));
  }
}

const defaultSession = new Session();

export const session = {
  get defaultSession(): Session {
    if (!readyState.ready) throw new Error('Session can only be received when app is ready');
    return defaultSession;
  },
};
