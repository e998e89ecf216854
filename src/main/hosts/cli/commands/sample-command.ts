import type { Command } from 'commander';
import { addCommonOptions, createContext, type CliHost, type CommonOptions } from '../command-context.ts';

/** `fixlore sample open`. */
export function addSampleCommand(program: Command, host: CliHost): void {
  const sample = program.command('sample').description('sample cases, manuals and records to try things with');
  addCommonOptions(sample.command('open').description('put them into the data folder, once')).action(async (options: CommonOptions) => {
    const { terminal, withApp, signal } = createContext(host, options);
    await withApp({}, async (app) => {
      const opened = await app.openSampleWorkspace((progress) => terminal.note(`${progress.done} of ${progress.total}: ${progress.what}`), signal);
      if (terminal.json) return terminal.object(opened);
      terminal.line(`${opened.cases} cases, ${opened.documents} manuals and ${opened.workOrders} work orders are in ${app.folders.data}${opened.imported ? '' : ' (they were there already)'}.`);
      for (const photo of opened.photos) terminal.line(`  ${photo}`);
    });
  });
}
