import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { RPCLink as PortLink } from '@orpc/client/message-port';

declare global {
  interface Window {
    /** Set by the preload script of the desktop app; absent in a browser. */
    readonly fixlore?: { readonly desktop: true };
  }
}

/** How the page reaches the core: over a MessagePort in the desktop app, over HTTP on the loopback host. */
export async function openLink(): Promise<FetchLink<Record<never, never>> | PortLink<Record<never, never>>> {
  if (!window.fixlore) return new FetchLink({ url: new URL('rpc', window.location.href.split('#')[0]).href });
  const port = await receivePort();
  port.start();
  return new PortLink({ port });
}

/** The preload script answers `fixlore-port-wanted` with the one port there is. */
function receivePort(): Promise<MessagePort> {
  return new Promise((resolve) => {
    const listen = (event: MessageEvent) => {
      const port = event.ports[0];
      if (event.source !== window || event.data !== 'fixlore-port' || !port) return;
      window.removeEventListener('message', listen);
      resolve(port);
    };
    window.addEventListener('message', listen);
    window.postMessage('fixlore-port-wanted', window.location.origin);
  });
}
