import type { Command } from 'commander';
import { AppError } from '../../../domain/errors.ts';
import {
  addCommonOptions,
  createContext,
  type CliHost,
  type CommandContext,
  type CommonOptions,
  type RunningHost,
} from '../command-context.ts';
import { wholeNumber } from './memory-command.ts';
import { createSampleProgress } from './sample-command.ts';

export interface ServeOptions extends CommonOptions {
  readonly port: number;
  readonly sample?: boolean;
}

/** Resolves when the user stops the command. */
export function untilStopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

export function addServeOptions(command: Command): Command {
  return addCommonOptions(command)
    .option('--port <n>', 'the port on 127.0.0.1; a free one when left out', wholeNumber(1, 65_535), 0)
    .option('--sample', 'put the sample cases, manuals and records into the data folder first');
}

/** Opens the app, serves it, and stops everything when `work` is done or the user stops the command. */
export async function runServer(context: CommandContext, options: ServeOptions, work: (host: RunningHost) => Promise<void>): Promise<void> {
  const { host, signal, terminal } = context;
  const { serveApp } = host;
  if (serveApp === undefined) throw new AppError('internal', 'This copy of Fixlore has no part that serves the window.');
  await context.withApp({}, async (app) => {
    if (options.sample === true) await app.openSampleWorkspace(createSampleProgress(terminal), signal);
    const running = await serveApp(app, { port: options.port });
    host.endsWithSignal?.();
    try {
      // The models load while the technician still looks for the photo.
      void app.warm(signal);
      await work(running);
    } finally {
      await running[Symbol.asyncDispose]();
    }
  });
}

/** `fixlore serve`: the window's page and its contract on the loopback address, for a browser on this machine. */
export function addServeCommand(program: Command, host: CliHost): void {
  addServeOptions(program.command('serve').description('serve the window to a browser on this machine, and to nobody else')).action(
    async (options: ServeOptions) => {
      const context = createContext(host, options);
      await runServer(context, options, async ({ url, token }) => {
        // One line, so that a program that started this can read it as soon as it is there.
        if (context.terminal.json) host.stdout.write(`${JSON.stringify({ url, token })}\n`);
        else {
          context.terminal.line('Fixlore is open on this machine. This link works once, within ten minutes:');
          context.terminal.line(`  ${url}open?token=${token}`);
          context.terminal.note('Press Ctrl-C to stop.');
        }
        await untilStopped(context.signal);
      });
    },
  );
}
