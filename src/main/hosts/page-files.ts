import { randomBytes } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
};

export interface PageFile {
  readonly status: 200 | 404;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * The policy of the page: its own scripts, its own styles, pictures that it made itself, calls to its own host.
 * Mantine writes style elements; they carry the nonce of this one answer.
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

function notFound(): PageFile {
  return { status: 404, headers: securityHeaders(randomBytes(16).toString('base64')), body: Buffer.from('Not found') };
}

function securityHeaders(nonce: string): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(nonce),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), usb=(), serial=()',
    'cache-control': 'no-store',
  };
}

/** One file of the window's bundle, for the loopback host and for the desktop app's own protocol. Never outside `folder`, never a listing. */
export async function readPageFile(folder: string, path: string): Promise<PageFile> {
  const type = types[extname(path === '/' ? '/index.html' : path)];
  if (type === undefined || path.includes('\0')) return notFound();
  let body: Uint8Array;
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, decodeURIComponent(path === '/' ? 'index.html' : path)));
    if (!file.startsWith(root + sep)) return notFound();
    // A folder that is named like a file cannot be read either.
    body = await readFile(file);
  } catch {
    return notFound();
  }
  const nonce = randomBytes(16).toString('base64');
  return {
    status: 200,
    headers: { ...securityHeaders(nonce), 'content-type': type },
    body: type.startsWith('text/html') ? Buffer.from(Buffer.from(body).toString('utf8').replaceAll('__NONCE__', nonce)) : body,
  };
}
