import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const cookieName = 'fixlore-session';
/** A token that was not used by then is stale. */
const tokenLifeMs = 10 * 60_000;

function sameSecret(given: string, wanted: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(wanted);
  return a.length === b.length && timingSafeEqual(a, b);
}

function cookieOf(request: IncomingMessage): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === cookieName) return value;
  }
  return undefined;
}

/**
 * Who may talk to the loopback host: the page that was opened with the one-time token, from this very address.
 * A token works once and for ten minutes; it is exchanged for a cookie that no other site can send (SameSite=Strict).
 */
export class Access {
  /** Hand it to the user's browser and to nobody else. */
  readonly token = randomBytes(24).toString('base64url');
  readonly #session = randomBytes(24).toString('base64url');
  readonly #bornAt: number;
  readonly #nowMs: () => number;
  #used = false;
  #port = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#bornAt = nowMs();
  }

  listensOn(port: number): void {
    this.#port = port;
  }

  /** A name that resolves to 127.0.0.1 (DNS rebinding) is not this host. */
  hostIsOurs(request: IncomingMessage): boolean {
    const host = request.headers.host ?? '';
    return host === `127.0.0.1:${this.#port}` || host === `localhost:${this.#port}`;
  }

  /** Requests that change something must come from our own page; a missing Origin is allowed for reading alone. */
  originIsOurs(request: IncomingMessage): boolean {
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
    if (origin === undefined) return request.method === 'GET' || request.method === 'HEAD';
    return origin === `http://${request.headers.host}`;
  }

  hasSession(request: IncomingMessage): boolean {
    const cookie = cookieOf(request);
    return cookie !== undefined && sameSecret(cookie, this.#session);
  }

  /** The cookie for a right, fresh, unused token; null otherwise. */
  exchange(token: string): string | null {
    if (this.#used || this.#nowMs() - this.#bornAt > tokenLifeMs || !sameSecret(token, this.token)) return null;
    this.#used = true;
    return `${cookieName}=${this.#session}; Path=/; HttpOnly; SameSite=Strict`;
  }
}
