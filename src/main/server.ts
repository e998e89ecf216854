import { createApp } from './app/create-app.ts';
import { runCli } from './hosts/cli/run-cli.ts';
import { runInProcess } from './hosts/cli/run-in-process.ts';
import { serveApp } from './hosts/http/serve-app.ts';

await runInProcess((host) => runCli(['serve', ...process.argv.slice(2)], { ...host, createApp, serveApp }));
