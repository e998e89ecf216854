import type { Command } from 'commander';
import type { App } from '../../app/app.ts';
import type { createApp } from '../../app/create-app.ts';
import { AppError } from '../../domain/errors.ts';
import { createTerminal, type Terminal, type TerminalStreams } from './terminal.ts';

/** What every command gets from the process that it runs in. */
export interface CliHost extends TerminalStreams {
  readonly env: NodeJS.ProcessEnv;
  /** Aborted by Ctrl-C and by the end of the reader. */
  readonly signal: AbortSignal;
  readonly createApp: typeof createApp;
  /** Serves an app on the loopback address; handed in, since no host knows another. Errors: `bad-input` when the port is taken. */
  readonly serveApp?: (app: App, options: { readonly port: number }) => Promise<RunningHost>;
  /** Called by a command that runs until it is stopped: the signal is its regular end, with exit code 0. */
  readonly endsWithSignal?: () => void;
}

export interface RunningHost extends AsyncDisposable {
  readonly url: string;
  /** Works once: `${url}open?token=${token}`. */
  readonly token: string;
}

export interface CommandContext {
  readonly host: CliHost;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** Opens the application on the data folder of `--data`, hands it to the work, and closes it whatever happens. */
  withApp<T>(options: { readOnly?: boolean; dataDir?: string; repairSettings?: boolean }, work: (app: App) => Promise<T>): Promise<T>;
}

/** The options that every command takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly data?: string;
}

export function addCommonOptions(command: Command): Command {
  return command.option('--json', 'one JSON object on standard output and nothing else there').option('--data <dir>', 'the data folder');
}

export function createContext(host: CliHost, options: CommonOptions): CommandContext {
  const terminal = createTerminal(host, { json: options.json === true, env: host.env });
  return {
    host,
    terminal,
    signal: host.signal,
    async withApp({ readOnly, dataDir, repairSettings }, work) {
      const folder = dataDir ?? options.data;
      const app = await host.createApp({
        env: host.env,
        ...(folder === undefined ? {} : { dataDir: folder }),
        ...(readOnly === undefined ? {} : { readOnly }),
        ...(repairSettings === undefined ? {} : { repairSettings }),
      });
      let failed = false;
      try {
        for (const warning of app.warnings) terminal.note(warning);
        return await work(app);
      } catch (error) {
        failed = true;
        if (!(error instanceof AppError)) await app.noteFault(error).catch(() => undefined);
        throw error;
      } finally {
        // A failure while closing must not hide why the work failed.
        try {
          await app[Symbol.asyncDispose]();
        } catch (error) {
          // oxlint-disable-next-line no-unsafe-finally -- nothing else is on its way when the work did not fail
          if (!failed) throw error;
        }
      }
    },
  };
}
