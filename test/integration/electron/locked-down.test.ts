import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Frame } from '../../support/electron-stand-in/web-contents.ts';
import { launchDesktop, type Desktop } from '../../support/electron-stand-in/launch-desktop.ts';

let desktop: Desktop;
beforeAll(async () => {
  desktop = await launchDesktop();
  await desktop.started;
});
afterAll(() => desktop[Symbol.asyncDispose]());

const page = () => desktop.window().webContents;
const session = () => desktop.electron.session.defaultSession;

describe('the page comes from its own protocol', () => {
  it('with a strict policy by header, and a new nonce for each answer', async () => {
    const answers = [await session().request('fixlore://app/index.html'), await session().request('fixlore://app/')];
    const policies = answers.map((answer) => answer?.headers.get('content-security-policy') ?? '');
    for (const policy of policies) {
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toMatch(/unsafe|data:|https?:|\*/);
    }
    const nonces = policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1]);
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(await answers[0]?.text()).toContain(`content="${nonces[0]}"`);
    expect(answers[0]?.headers.get('content-type')).toMatch(/^text\/html/);
    expect((await session().request('fixlore://app/main.js'))?.headers.get('content-type')).toMatch(/javascript/);
  });

  it.each([
    'fixlore://app/../secret.txt',
    'fixlore://app/%2e%2e/secret.txt',
    'fixlore://app/..%2fsecret.txt',
    'fixlore://app/assets/..%2f..%2fsecret.txt',
    'fixlore://app/%00.html',
    'fixlore://app/assets',
    'fixlore://app/none.js',
  ])('and serves nothing for %s', async (url) => {
    const answer = await session().request(url);
    expect(answer?.status).toBe(404);
    expect(await answer?.text()).not.toContain('not for the page');
  });

  it('and for no other host of its scheme', async () => {
    expect(await session().request('fixlore://evil/index.html')).toBeNull();
  });
});

describe('the page stays where it is', () => {
  it.each([
    'https://example.com/',
    'file:///etc/passwd',
    'fixlore://app.evil/',
    'fixlore://application/',
    'javascript:alert(1)',
    'about:blank',
  ])('no navigation to %s', (url) => {
    expect(page().navigate(url)).toBe(false);
  });

  it('its own address may be loaded again', () => {
    expect(page().navigate('fixlore://app/index.html')).toBe(true);
  });

  it('no redirect, no new window, no web view', () => {
    expect(page().navigate('fixlore://app/index.html', 'will-redirect')).toBe(false);
    expect(page().openWindow('https://example.com/')).toBe(false);
    expect(page().openWindow('fixlore://app/index.html')).toBe(false);
    expect(page().attachWebview()).toBe(false);
  });

  it('no request leaves the machine, and no dictionary is fetched', async () => {
    for (const url of [
      'https://example.com/x',
      'http://127.0.0.1:8080/',
      'ws://example.com/',
      'data:text/html,x',
      'file:///etc/passwd',
      'blob:https://example.com/1',
      'devtools://devtools/x',
    ]) {
      expect(await session().request(url), url).toBeNull();
    }
    expect(session().spellChecker).toBe(false);
    expect(page().rtcPolicy).toBe('disable_non_proxied_udp');
  });
});

describe('permissions', () => {
  const own = { requestingUrl: 'fixlore://app/index.html', isMainFrame: true };
  const camera = { ...own, mediaTypes: ['video'] };

  it('the camera is for the page alone', async () => {
    expect(await session().ask(page(), 'media', camera)).toBe(true);
    expect(await session().ask(page(), 'media', { ...camera, requestingUrl: 'https://example.com/' })).toBe(false);
    expect(await session().ask(page(), 'media', { ...camera, isMainFrame: false })).toBe(false);
    const check = session().permissionCheck;
    expect(check?.(page(), 'media', 'fixlore://app/', { mediaType: 'video', isMainFrame: true })).toBe(true);
    expect(check?.(page(), 'media', 'https://example.com/', { mediaType: 'video', isMainFrame: true })).toBe(false);
    expect(check?.(page(), 'media', 'fixlore://app/', { mediaType: 'audio', isMainFrame: true })).toBe(false);
  });

  it.each([
    ['media', { ...own, mediaTypes: ['audio'] }],
    ['media', { ...own, mediaTypes: ['video', 'audio'] }],
    ['media', { ...own, mediaTypes: [] }],
    ...[
      'geolocation',
      'notifications',
      'clipboard-read',
      'openExternal',
      'display-capture',
      'usb',
      'serial',
      'hid',
      'fileSystem',
      'midi',
    ].map((name) => [name, own] as const),
  ] as const)('%s is refused (%o)', async (permission, details) => {
    expect(await session().ask(page(), permission, details)).toBe(false);
    if (permission !== 'media')
      expect(session().permissionCheck?.(page(), permission, 'fixlore://app/', { isMainFrame: true })).toBe(false);
  });

  it('no device', () => {
    expect(session().devicePermission?.({ deviceType: 'usb', origin: 'fixlore://app' })).toBe(false);
  });
});

describe('the port to the core', () => {
  it('goes to the main frame of the page and to no other sender', async () => {
    const handed = vi.spyOn(page(), 'postMessage');
    const child = new Frame('fixlore://app/index.html', page().mainFrame);
    for (const frame of [null, child, new Frame('https://example.com/'), new Frame('fixlore://app/index.html')])
      page().sendFrom(frame, 'fixlore-port-wanted');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(handed).not.toHaveBeenCalled();
    page().sendFrom(page().mainFrame, 'fixlore-port-wanted');
    await vi.waitFor(() => expect(handed).toHaveBeenCalledTimes(1));
    handed.mockRestore();
  });

  it('is all that the page gets from the preload script', () => {
    const main = Object.entries(page().page?.main ?? {}).filter(([key]) => key !== 'location');
    expect(main).toEqual([['fixlore', { desktop: true }]]);
    expect(Object.isFrozen(main[0]?.[1])).toBe(true);
    expect(page().page?.isolated).not.toHaveProperty('fixlore');
  });

  it('a foreign page that got into the main frame gets none', async () => {
    const handed = vi.spyOn(page(), 'postMessage');
    const own = page().mainFrame;
    page().mainFrame = new Frame('https://example.com/');
    page().sendFrom(page().mainFrame, 'fixlore-port-wanted');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(handed).not.toHaveBeenCalled();
    page().mainFrame = own;
    handed.mockRestore();
  });
});
