import { RPCHandler } from '@orpc/server/message-port';
import type { SupportedMessagePort } from '@orpc/client/message-port';
import { createApp } from '../../app/create-app.ts';
import { createRouter } from '../../rpc/router.ts';

/** What the window's process sends: a port of a page, or an answer to something only it can do. */
export type ToCore = { readonly type: 'serve-page' } | { readonly type: 'folder-picked'; readonly id: number; readonly folder: string | null };
/** What the core asks of the window's process. */
export type FromCore = { readonly type: 'ready' } | { readonly type: 'pick-folder'; readonly id: number } | { readonly type: 'failed'; readonly message: string };

interface ParentPort {
  on(event: 'message', listener: (event: { data: ToCore; ports: SupportedMessagePort[] }) => void): unknown;
  postMessage(message: FromCore): void;
}

/**
 * Runs the core in a process of its own, so that a crash of a native part takes the core down and not the window.
 * `parent` is the port to the process that owns the window.
 */
export async function runCore(parent: ParentPort, dataDir: string | undefined, sample: boolean): Promise<void> {
  const waiting = new Map<number, (folder: string | null) => void>();
  let lastId = 0;
  const pickFolder = () =>
    new Promise<string | null>((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      parent.postMessage({ type: 'pick-folder', id });
    });
  const ports: SupportedMessagePort[] = [];
  let serve = (port: SupportedMessagePort): void => void ports.push(port);
  parent.on('message', ({ data, ports: given }) => {
    if (data.type === 'folder-picked') {
      waiting.get(data.id)?.(data.folder);
      waiting.delete(data.id);
    } else if (given[0]) serve(given[0]);
  });
  try {
    const app = await createApp({ dataDir });
    if (sample) await app.openSampleWorkspace();
    const handler = new RPCHandler(createRouter(app, { pickFolder }));
    serve = (port) => {
      handler.upgrade(port, { context: {} });
      if ('start' in port && typeof port.start === 'function') port.start();
    };
    for (const port of ports) serve(port);
    parent.postMessage({ type: 'ready' });
  } catch (error) {
    parent.postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}
