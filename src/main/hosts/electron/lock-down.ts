import { app, session, type Session } from 'electron';
import { pageOrigin } from './page-protocol.ts';

function isPage(url: string | undefined): boolean {
  return url === pageOrigin || url?.startsWith(`${pageOrigin}/`) === true;
}

/** Before the app is ready: no page goes elsewhere, opens windows, attaches web views, or talks past the session's rules. */
export function lockDown(): void {
  app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event, url) => {
      if (!isPage(url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    // A peer connection would not pass the rules for requests.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
}

/**
 * After the app is ready: the camera is for the page alone (which asks after a press on its button), every other
 * permission and device is refused, no request leaves the machine, no dictionary is fetched.
 */
export function lockDownSession(target: Session = session.defaultSession): void {
  target.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const cameraAlone =
      permission === 'media' && 'mediaTypes' in details && details.mediaTypes?.length === 1 && details.mediaTypes[0] === 'video';
    answer(cameraAlone && details.isMainFrame && isPage(details.requestingUrl));
  });
  target.setPermissionCheckHandler(
    (_contents, permission, origin, details) =>
      permission === 'media' && details.mediaType !== 'audio' && details.isMainFrame && isPage(origin),
  );
  target.setDevicePermissionHandler(() => false);
  target.setSpellCheckerEnabled(false);
  target.webRequest.onBeforeRequest(({ url }, answer) => {
    const tools = !app.isPackaged && url.startsWith('devtools:');
    answer({ cancel: !(isPage(url) || url.startsWith(`blob:${pageOrigin}/`) || tools) });
  });
}
