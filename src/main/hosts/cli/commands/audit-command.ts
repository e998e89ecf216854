import type { Command } from 'commander';
import { AppError } from '../../../domain/errors.ts';
import { addCommonOptions, createContext, type CliHost, type CommonOptions } from '../command-context.ts';
import { wholeNumber } from './memory-command.ts';

interface ShowOptions extends CommonOptions {
  readonly limit: number;
  readonly offset: number;
}

/** `fixlore audit show|verify`. */
export function addAuditCommand(program: Command, host: CliHost): void {
  const audit = program.command('audit').description('what was read, written, masked and erased: ids, kinds and counts, never content');

  addCommonOptions(
    audit
      .command('show')
      .description('the entries in order')
      .option('--limit <n>', 'how many', wholeNumber(1, 10_000), 100)
      .option('--offset <n>', 'how many to leave out', wholeNumber(0, 100_000_000), 0),
  ).action(async (options: ShowOptions) => {
    const { terminal, withApp } = createContext(host, options);
    await withApp({ readOnly: true }, async (app) => {
      const entries = await app.audit.read({ limit: options.limit, offset: options.offset });
      if (terminal.json) return terminal.object({ entries });
      for (const entry of entries) {
        const counts = Object.entries(entry.counts ?? {}).map(([kind, count]) => `${count} ${kind}`);
        terminal.line(`${entry.time}  ${entry.action.padEnd(18)} ${[...(entry.ids ?? []), ...(entry.kinds ?? []), ...counts].join(', ')}`);
      }
      if (entries.length === 0) terminal.line('Nothing was recorded yet.');
    });
  });

  addCommonOptions(audit.command('verify').description('check that no entry was changed or taken out')).action(
    async (options: CommonOptions) => {
      const { terminal, withApp } = createContext(host, options);
      await withApp({ readOnly: true }, async (app) => {
        const check = await app.audit.verify();
        if (check.firstBroken !== null)
          throw new AppError(
            'internal',
            `The audit log was changed: line ${check.firstBroken} is not as it was written. Keep the folder "audit" of the data folder as evidence.`,
            { data: { ...check } },
          );
        if (terminal.json) return terminal.object(check);
        terminal.line(`${check.entries} entries, each as it was written.`);
      });
    },
  );
}
