import { createApp } from './app/create-app.ts';
import { runCli } from './hosts/cli/run-cli.ts';
import { runInProcess } from './hosts/cli/run-in-process.ts';

await runInProcess((host) =>
  runCli(process.argv.slice(2), {
    ...host,
    createApp,
    // Loaded late: the other commands need no contract.
    serveApp: async (app, options) => (await import('./hosts/http/serve-app.ts')).serveApp(app, options),
  }),
);
