import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'brave-browser'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
};

function windowsPlaces(env: NodeJS.ProcessEnv): string[] {
  const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter((root) => root !== undefined);
  return roots.flatMap((root) => [
    join(root, 'Google/Chrome/Application/chrome.exe'),
    join(root, 'Microsoft/Edge/Application/msedge.exe'),
    join(root, 'Chromium/Application/chrome.exe'),
  ]);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A browser of the Chromium family, which alone can show a page as a window of its own; null when there is none, or no screen. */
export function findBrowser(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string | null {
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return null;
  if (platform === 'win32') return windowsPlaces(env).find(isProgram) ?? null;
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const name of names[platform] ?? []) {
    const found = (name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name))).find(isProgram);
    if (found !== undefined) return found;
  }
  return null;
}

/** A window of its own and a profile of its own, which talks to nobody but the address that it is given. */
export function browserArguments(url: string, profile: string, options: { readonly root: boolean }): string[] {
  return [
    `--app=${url}`,
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-client-side-phishing-detection',
    '--disable-default-apps',
    '--disable-domain-reliability',
    '--disable-extensions',
    '--disable-sync',
    '--disable-features=Translate,OptimizationHints,MediaRouter,AutofillServerCommunication',
    '--metrics-recording-only',
    '--no-pings',
    '--window-size=1280,820',
    // As root Chromium refuses to start with its sandbox.
    ...(options.root ? ['--no-sandbox'] : []),
  ];
}
