import type { Command } from 'commander';
import type { SampleProgress } from '../../../app/app.ts';
import { addCommonOptions, createContext, type CliHost, type CommonOptions } from '../command-context.ts';
import type { Terminal } from '../terminal.ts';

/** A line for every tenth file and for the last one. */
export function createSampleProgress(terminal: Terminal): (progress: SampleProgress) => void {
  return ({ done, total }) => {
    if (done === 1) terminal.note('Taking in the sample cases, manuals and records, once …');
    if (done % 10 === 0 || done === total) terminal.note(`  ${done} of ${total}`);
  };
}

/** `fixlore sample open`. */
export function addSampleCommand(program: Command, host: CliHost): void {
  const sample = program.command('sample').description('sample cases, manuals and records to try things with');
  addCommonOptions(sample.command('open').description('put them into the data folder, once')).action(async (options: CommonOptions) => {
    const { terminal, withApp, signal } = createContext(host, options);
    await withApp({}, async (app) => {
      const opened = await app.openSampleWorkspace(createSampleProgress(terminal), signal);
      if (terminal.json) return terminal.object(opened);
      terminal.line(
        `${opened.cases} cases, ${opened.documents} manuals and ${opened.workOrders} work orders are in ${app.folders.data}${opened.imported ? '' : ' (they were there already)'}.`,
      );
      for (const photo of opened.photos) terminal.line(`  ${photo}`);
    });
  });
}
