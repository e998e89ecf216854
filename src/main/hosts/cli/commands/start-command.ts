import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { resolvePaths } from '../../../platform/paths.ts';
import { buildWindow } from '../build-window.ts';
import { createContext, type CliHost, type CommandContext } from '../command-context.ts';
import { browserArguments, findBrowser } from '../find-browser.ts';
import { findElectron } from '../find-electron.ts';
import { addServeOptions, runServer, untilStopped, type ServeOptions } from './serve-command.ts';

const root = resolve(import.meta.dirname, '../../../../..');

/** Runs a program until it ends by itself or the user stops the command. */
async function runUntilStopped(program: string, args: readonly string[], signal: AbortSignal): Promise<boolean> {
  const child = spawn(program, args, { stdio: 'ignore', signal });
  return new Promise((done) => {
    child.once('error', () => done(false));
    child.once('close', (code) => done(code === 0));
  });
}

async function openInBrowser(context: CommandContext, options: ServeOptions): Promise<void> {
  const { host, signal, terminal } = context;
  await runServer(context, options, async ({ url, token }) => {
    const link = `${url}open?token=${token}`;
    const browser = findBrowser(host.env);
    if (browser === null) {
      terminal.line('Open this link in a browser on this machine; it works once, within ten minutes:');
      terminal.line(`  ${link}`);
      terminal.note('Press Ctrl-C to stop.');
      return untilStopped(signal);
    }
    const profile = join(resolvePaths(options.data, host.env).cache, 'browser-profile');
    await mkdir(profile, { recursive: true, mode: 0o700 });
    terminal.note('Fixlore is open in a window of your browser. Close it, or press Ctrl-C, to stop.');
    const worked = await runUntilStopped(browser, browserArguments(link, profile, { root: process.getuid?.() === 0 }), signal);
    if (worked || signal.aborted) return undefined;
    terminal.line(`The browser could not be opened. The page is at ${url}; start again without a screen to get a link.`);
    return undefined;
  });
}

/** `fixlore start`: the window, in Electron where its runtime is there, else in the system's browser. */
export function addStartCommand(program: Command, host: CliHost): void {
  addServeOptions(program.command('start').description('open the window')).action(async (options: ServeOptions) => {
    const context = createContext(host, options);
    const { signal, terminal } = context;
    const electron = findElectron(root);
    await buildWindow(root, { desktop: electron !== null, say: terminal.note, signal });
    if (electron !== null) {
      host.endsWithSignal?.();
      const args = [
        root,
        ...(options.data === undefined ? [] : ['--data', resolve(options.data)]),
        ...(options.sample === true ? ['--sample'] : []),
      ];
      if (await runUntilStopped(electron, args, signal)) return;
      if (signal.aborted) return;
    }
    terminal.note(
      electron === null
        ? "Electron's runtime is not on this machine; the window opens in the browser instead."
        : "Electron's runtime does not start on this machine; the window opens in the browser instead.",
    );
    await openInBrowser(context, options);
  });
}
