import { RPCHandler } from '@orpc/server/message-port';
import type { SupportedMessagePort } from '@orpc/client/message-port';
import { createApp } from '../../app/create-app.ts';
import { createRouter } from '../../rpc/router.ts';
import { testLibrariesThrough, type LibraryTestAnswer, type LibraryTestRequest } from './core-library-test.ts';

/** What the window's process sends: a port of a page, an answer to something only it can do, or that the app is left. */
export type ToCore =
  | { readonly type: 'serve-page' }
  | { readonly type: 'folder-picked'; readonly id: number; readonly folder: string | null }
  | { readonly type: 'close' }
  | LibraryTestAnswer;
/** What the core asks of the window's process, or why it cannot run. */
export type FromCore =
  | { readonly type: 'pick-folder'; readonly id: number }
  | { readonly type: 'failed'; readonly message: string }
  | LibraryTestRequest;

interface ParentPort {
  on(event: 'message', listener: (event: { data: ToCore; ports: readonly SupportedMessagePort[] }) => void): unknown;
  postMessage(message: FromCore): void;
}

export interface CoreOptions {
  /** The port to the process that owns the window. */
  readonly parent: ParentPort;
  readonly dataDir: string | undefined;
  /** Opens the sample workspace first. */
  readonly sample: boolean;
  readonly exit: (code: number) => void;
}

/** Runs the core in a process of its own, so that a crash of a native part takes the core down and not the window. */
export async function runCore({ parent, dataDir, sample, exit }: CoreOptions): Promise<void> {
  const waiting = new Map<number, (folder: string | null) => void>();
  let lastId = 0;
  const pickFolder = () =>
    new Promise<string | null>((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      parent.postMessage({ type: 'pick-folder', id });
    });
  const libraryAnswered = testLibrariesThrough((request) => parent.postMessage(request));
  const started = createApp({ ...(dataDir !== undefined && { dataDir }) }).then(async (app) => {
    if (sample) await app.openSampleWorkspace();
    return { app, handler: new RPCHandler(createRouter(app, { pickFolder })) };
  });
  parent.on('message', ({ data, ports: [port] }) => {
    if (data.type === 'folder-picked') {
      waiting.get(data.id)?.(data.folder);
      waiting.delete(data.id);
    } else if (data.type === 'close') {
      void started
        .then(({ app }) => app[Symbol.asyncDispose]())
        .then(
          () => exit(0),
          () => exit(1),
        );
    } else if (data.type !== 'serve-page') {
      libraryAnswered(data);
    } else if (port) {
      // A port delivers nothing before it is started, so calls that come before the core is ready wait in it.
      void started.then(
        ({ handler }) => {
          handler.upgrade(port, { context: {} });
          if ('start' in port && typeof port.start === 'function') port.start();
        },
        () => undefined,
      );
    }
  });
  try {
    await started;
  } catch (error) {
    parent.postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}
