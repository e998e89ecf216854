import { protocol } from 'electron';
import { readPageFile } from '../page-files.ts';

const pageScheme = 'fixlore';
const pageHost = 'app';
export const pageOrigin = `${pageScheme}://${pageHost}`;

/** Before the app is ready: the page gets an origin of its own instead of file://, with a strict policy by header. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: pageScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
}

/** After the app is ready. */
export function servePage(folder: string): void {
  protocol.handle(pageScheme, async (request) => {
    const { host, pathname } = new URL(request.url);
    if (host !== pageHost) return new Response('Not found', { status: 404 });
    const file = await readPageFile(folder, pathname);
    return new Response(Buffer.from(file.body), { status: file.status, headers: file.headers });
  });
}
