import { app, session, type Session, type WebContents } from 'electron';
import { pageOrigin } from './page-protocol.ts';

function isPage(url: string): boolean {
  return url === pageOrigin || url.startsWith(`${pageOrigin}/`);
}

/**
 * What the page may not do: go elsewhere, open windows, attach web views, ask for permissions (the camera only from
 * the page itself, which asks after a press on its button), reach the network, download dictionaries.
 */
export function lockDown(): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.on('will-navigate', (event, url) => {
      if (!isPage(url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** After the app is ready. Returns how many requests to the network were refused so far. */
export function lockDownSession(target: Session = session.defaultSession): () => number {
  let refused = 0;
  target.setPermissionRequestHandler((contents, permission, answer, details) => {
    const camera = permission === 'media' && 'mediaTypes' in details && details.mediaTypes?.length === 1 && details.mediaTypes[0] === 'video';
    answer(camera && isPage(contents.getURL()));
  });
  target.setPermissionCheckHandler((_contents, permission, origin) => permission === 'media' && isPage(origin));
  target.setDevicePermissionHandler(() => false);
  target.setSpellCheckerEnabled(false);
  target.webRequest.onBeforeRequest((details, answer) => {
    const allowed = isPage(details.url) || details.url.startsWith('blob:') || details.url.startsWith('devtools:');
    if (!allowed) refused += 1;
    answer({ cancel: !allowed });
  });
  return () => refused;
}
