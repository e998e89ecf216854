import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isStale } from '../../../src/main/hosts/cli/build-window.ts';
import { browserArguments, findBrowser } from '../../../src/main/hosts/cli/find-browser.ts';
import { findElectron } from '../../../src/main/hosts/cli/find-electron.ts';
import { runCliProcess } from '../../support/run-cli.ts';
import { makeTemporaryWorkspace, type TemporaryWorkspace } from '../../support/temporary-workspace.ts';

const entry = join(import.meta.dirname, '../../../src/main/cli.ts');

interface Serving {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Exit code, signal and the time from the signal to the end. */
  stop(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null; ms: number }>;
}

let workspace: TemporaryWorkspace;
let running: Serving[] = [];
beforeEach(async () => {
  workspace = await makeTemporaryWorkspace();
  running = [];
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await workspace[Symbol.asyncDispose]();
});

/** Starts a command and waits for its first line. */
async function serve(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Serving> {
  const child = spawn(process.execPath, [entry, ...args], {
    env: { ...process.env, ...workspace.env, DISPLAY: '', WAYLAND_DISPLAY: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const closed = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  const started: Serving = {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    async stop(signal) {
      const at = performance.now();
      child.kill(signal);
      return { ...(await closed), ms: performance.now() - at };
    },
  };
  running.push(started);
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (data: Buffer) => {
      stdout += data.toString();
      if (stdout.includes('\n')) resolve();
    });
    child.once('close', () => reject(new Error(`It ended by itself: ${stdout}${stderr}`)));
  });
  return started;
}

describe('fixlore serve', () => {
  it('prints one line of JSON once it listens, serves, and ends by a signal within two seconds', async () => {
    const serving = await serve(['serve', '--json']);
    expect(serving.stdout().trim().split('\n')).toHaveLength(1);
    const { url, token, ...rest } = JSON.parse(serving.stdout()) as { url: string; token: string };
    expect(rest).toEqual({});
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const opened = await fetch(`${url}open?token=${token}`, { redirect: 'manual' });
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const status = await fetch(`${url}rpc/status`, {
      method: 'POST',
      headers: { cookie, origin: url.slice(0, -1), 'content-type': 'application/json' },
      body: '{}',
    });
    expect(((await status.json()) as { json: { units: number } }).json).toMatchObject({ units: 0, sample: false, desktop: false });
    const { code, signal, ms } = await serving.stop('SIGTERM');
    expect({ code, signal }).toEqual({ code: 0, signal: null });
    expect(ms).toBeLessThan(2_500);
    expect(serving.stdout().trim().split('\n')).toHaveLength(1);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('says for people what to open, on the port that was asked for', async () => {
    const free = createServer();
    const port = await new Promise<number>((resolve) =>
      free.listen(0, '127.0.0.1', () => resolve((free.address() as { port: number }).port)),
    );
    await new Promise((resolve) => free.close(resolve));
    const serving = await serve(['serve', '--port', String(port)]);
    await expect.poll(() => serving.stdout()).toContain(`http://127.0.0.1:${port}/open?token=`);
    const second = await runCliProcess(['serve', '--json', '--port', String(port)], { env: workspace.env });
    expect(second.code).toBe(2);
    expect(JSON.parse(second.stdout)).toMatchObject({ error: { code: 'bad-input', message: expect.stringContaining(`Port ${port}`) } });
    await serving.stop('SIGINT');
  });

  it.each([['--port', '0'], ['--port', '70000'], ['--port', 'x'], ['--nonsense']])('refuses %s %s', async (...args) => {
    const { code, stderr } = await runCliProcess(['serve', ...args], { env: workspace.env });
    expect(code).toBe(2);
    expect(stderr.trim()).not.toBe('');
  });

  it('start prints the link with its token where there is no screen', async () => {
    const serving = await serve(['start']);
    await expect.poll(() => serving.stdout()).toMatch(/http:\/\/127\.0\.0\.1:\d+\/open\?token=\S{20,}/);
    expect(serving.stderr()).toContain("Electron's runtime is not on this machine");
    await serving.stop('SIGTERM');
  });

  it('start opens a browser in app mode with a profile of its own, and ends with it', async () => {
    const bin = join(workspace.root, 'bin');
    await mkdir(bin);
    const said = join(workspace.root, 'said');
    await writeFile(join(bin, 'chromium'), `#!/bin/sh\nfor a in "$@"; do echo "$a" >> ${said}; done\nsleep 1\n`);
    await chmod(join(bin, 'chromium'), 0o755);
    const { code, stderr } = await runCliProcess(['start'], {
      env: { ...workspace.env, DISPLAY: ':99', PATH: `${bin}:${process.env['PATH'] ?? ''}` },
    });
    const args = (await readFile(said, 'utf8')).split('\n');
    expect(args[0]).toMatch(/^--app=http:\/\/127\.0\.0\.1:\d+\/open\?token=/);
    expect(args).toEqual(
      expect.arrayContaining([
        `--user-data-dir=${join(workspace.cache, 'browser-profile')}`,
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ]),
    );
    expect(code).toBe(0);
    expect(stderr).toContain('window of your browser');
  });
});

describe('what start decides', () => {
  it('takes a browser of the Chromium family, and none without a screen', async () => {
    await writeFile(join(workspace.root, 'google-chrome'), '#!/bin/sh\n');
    await chmod(join(workspace.root, 'google-chrome'), 0o755);
    expect(findBrowser({ PATH: workspace.root, DISPLAY: ':0' }, 'linux')).toBe(join(workspace.root, 'google-chrome'));
    expect(findBrowser({ PATH: workspace.root, WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).not.toBeNull();
    expect(findBrowser({ PATH: workspace.root }, 'linux')).toBeNull();
    expect(findBrowser({ PATH: '/nowhere', DISPLAY: ':0' }, 'linux')).toBeNull();
    expect(browserArguments('http://x/', '/p', { root: false })).not.toContain('--no-sandbox');
    expect(browserArguments('http://x/', '/p', { root: true })).toContain('--no-sandbox');
  });

  it('finds the runtime of Electron by its files alone', async () => {
    const folder = join(workspace.root, 'node_modules/electron');
    await mkdir(join(folder, 'dist'), { recursive: true });
    expect(findElectron(workspace.root)).toBeNull();
    await writeFile(join(folder, 'path.txt'), 'electron');
    expect(findElectron(workspace.root)).toBeNull();
    await writeFile(join(folder, 'dist/electron'), '');
    expect(findElectron(workspace.root)).toBe(join(folder, 'dist/electron'));
  });

  it('builds what is missing or older than its sources', async () => {
    const [built, source] = [join(workspace.root, 'built.html'), join(workspace.root, 'source')];
    await mkdir(join(source, 'deep'), { recursive: true });
    await writeFile(join(source, 'deep/a.ts'), '');
    expect(isStale(built, [source])).toBe(true);
    await writeFile(built, '');
    await utimes(join(source, 'deep/a.ts'), new Date(0), new Date(1_000));
    expect(isStale(built, [source])).toBe(false);
    await utimes(join(source, 'deep/a.ts'), new Date(), new Date(Date.now() + 5_000));
    expect(isStale(built, [source])).toBe(true);
    expect(isStale(join(workspace.root, 'none'), [join(workspace.root, 'nowhere')])).toBe(false);
  });
});
