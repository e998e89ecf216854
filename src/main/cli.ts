import { createApp } from './app/create-app.ts';
import { runCli } from './hosts/cli/run-cli.ts';
import { runInProcess } from './hosts/cli/run-in-process.ts';

await runInProcess((host) => runCli(process.argv.slice(2), { ...host, createApp }));
