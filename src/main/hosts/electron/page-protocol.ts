import { protocol } from 'electron';
import { readPageFile } from '../page-files.ts';

export const pageScheme = 'fixlore';
export const pageOrigin = `${pageScheme}://app`;

/** Before the app is ready: the page gets an origin of its own instead of file://, with a strict policy by header. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: pageScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }]);
}

/** After the app is ready. */
export function servePage(folder: string): void {
  protocol.handle(pageScheme, async (request) => {
    const url = new URL(request.url);
    if (url.origin !== pageOrigin && url.host !== 'app') return new Response('Not found', { status: 404 });
    const file = await readPageFile(folder, url.pathname);
    return new Response(Buffer.from(file.body), { status: file.status, headers: file.headers });
  });
}
