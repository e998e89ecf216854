import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { AppError } from '../../../domain/errors.ts';
import type { MemoryUnit } from '../../../domain/memory-unit.ts';
import { addCommonOptions, createContext, type CliHost, type CommonOptions } from '../command-context.ts';
import { oneLine, printCase } from '../print-diagnosis.ts';
import { readPhotoFiles } from '../split-arguments.ts';
import type { Terminal } from '../terminal.ts';

interface AddOptions extends CommonOptions {
  readonly text: string;
  readonly title?: string;
  readonly resolution?: string;
  readonly photo?: string[];
  readonly equipment?: string;
  readonly asset?: string;
  readonly source?: string;
}

interface ListOptions extends CommonOptions {
  readonly equipment?: string;
  readonly limit: number;
  readonly offset?: number;
}

/** A whole number from `from` to `to`. */
export function wholeNumber(from: number, to: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < from || number > to)
      throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
    return number;
  };
}

/** `fixlore memory add|list|search|show|purge|stats`. */
export function addMemoryCommand(program: Command, host: CliHost): void {
  const memory = program.command('memory').description('the cases on this machine');

  addCommonOptions(
    memory
      .command('add')
      .description('store a case; personal data is masked before anything is written')
      .requiredOption('--text <text>', 'what was seen')
      .option('--title <title>', 'one line; made from the text when left out')
      .option('--resolution <text>', 'what solved it')
      .option('--photo <file...>', 'photos; personal data on them is painted over before they are stored')
      .option('--equipment <name>', 'make and model')
      .option('--asset <id>', 'asset or serial number of the machine')
      .option('--source <id>', 'number of the ticket or work order; a later case with the same number replaces the earlier one'),
  ).action(async (options: AddOptions) => {
    const { terminal, withApp, signal } = createContext(host, options);
    if (options.text.trim() === '') throw new AppError('bad-input', 'The text of the case is empty. Say with --text what was seen.');
    const photos = await readPhotoFiles(options.photo ?? []);
    await withApp({}, async (app) => {
      const added = await app.memory.add(
        {
          text: options.text,
          photos,
          ...(options.title === undefined ? {} : { title: options.title }),
          ...(options.resolution === undefined ? {} : { resolution: options.resolution }),
          ...(options.equipment === undefined ? {} : { equipment: options.equipment }),
          ...(options.asset === undefined ? {} : { asset: options.asset }),
          ...(options.source === undefined ? {} : { source: { system: 'user', id: options.source } }),
        },
        signal,
      );
      if (terminal.json) terminal.object(added);
      else terminal.line(describeOutcome(added.outcome, added.id, added.reason));
      if (added.masked.length > 0)
        terminal.note(`Masked before it was stored: ${added.masked.map(({ kind, count }) => `${count} ${kind}`).join(', ')}.`);
    });
  });

  addCommonOptions(
    memory
      .command('list')
      .description('the cases, newest first')
      .option('--equipment <name>', 'only those of this make and model')
      .option('--limit <n>', 'how many', wholeNumber(1, 500), 50)
      .option('--offset <n>', 'how many to leave out', wholeNumber(0, 1_000_000)),
  ).action(async (options: ListOptions) => {
    const { terminal, withApp } = createContext(host, options);
    await withApp({ readOnly: true }, async (app) => {
      const { units, total } = await app.memory.list({
        sort: 'madeAt',
        descending: true,
        limit: options.limit,
        ...(options.equipment === undefined ? {} : { equipment: options.equipment }),
        ...(options.offset === undefined ? {} : { offset: options.offset }),
      });
      if (terminal.json) return terminal.object({ total, units });
      for (const unit of units) printLine(unit, terminal);
      terminal.line(
        total === 0
          ? 'The memory is empty. "memory add --text …" stores a case, "sample open" brings sample cases.'
          : `${units.length} of ${total}`,
      );
    });
  });

  addCommonOptions(
    memory
      .command('search')
      .description('cases by words, codes or meaning')
      .argument('<text...>', 'what to look for')
      .option('--limit <n>', 'how many at most', wholeNumber(1, 20), 5),
  ).action(async (words: string[], options: ListOptions) => {
    const { terminal, withApp, signal } = createContext(host, options);
    await withApp({ readOnly: true }, async (app) => {
      const { cases, otherModels } = await app.memory.search(words.join(' '), { limit: options.limit, signal });
      if (terminal.json) return terminal.object({ cases, otherModels });
      for (const found of cases) printCase(found, terminal);
      if (otherModels.length > 0) terminal.line('Of another make or model:');
      for (const found of otherModels) printCase(found, terminal);
      if (cases.length + otherModels.length === 0) terminal.line('Nothing like this is in the memory.');
    });
  });

  addCommonOptions(memory.command('show').description('one case, whole').argument('<id>', 'as in C-7KQ2M9XA')).action(
    async (id: string, options: CommonOptions) => {
      const { terminal, withApp } = createContext(host, options);
      await withApp({ readOnly: true }, async (app) => {
        const unit = await app.memory.show(id.toUpperCase());
        if (terminal.json) return terminal.object(unit);
        printWhole(unit, terminal);
      });
    },
  );

  addCommonOptions(memory.command('purge').description('erase cases for good').argument('<id...>', 'as in C-7KQ2M9XA')).action(
    async (ids: string[], options: CommonOptions) => {
      const { terminal, withApp } = createContext(host, options);
      await withApp({}, async (app) => {
        const report = await app.memory.purge(ids.map((id) => id.toUpperCase()));
        if (terminal.json) return terminal.object(report);
        terminal.line(
          `${report.units} erased, with ${report.orphanedPhotos.length} photos. ${report.verified ? 'What remains was read: nothing of them is left.' : 'What remains could not be verified; run the command again.'}`,
        );
      });
    },
  );

  addCommonOptions(memory.command('stats').description('how many cases there are, and their size on disk')).action(
    async (options: CommonOptions) => {
      const { terminal, withApp } = createContext(host, options);
      await withApp({ readOnly: true }, async (app) => {
        const stats = await app.memory.stats();
        if (terminal.json) return terminal.object(stats);
        terminal.line(`${stats.units} cases, ${(stats.bytes / 1024 / 1024).toFixed(1)} MiB`);
      });
    },
  );
}

const refusals: Readonly<Record<string, string>> = {
  purged: 'a case with this number was erased for good on this machine.',
  'temporary-sum': 'it is a sum that can be made again.',
  'ages-in-days': 'it will not hold for more than a few days.',
};

function describeOutcome(outcome: string, id: string, reason: string | undefined): string {
  switch (outcome) {
    case 'merged':
      return `${id}: the same case was there already; both sources are kept in it.`;
    case 'replaced':
      return `${id}: the earlier case with this number was replaced.`;
    case 'in-conflict':
      return `${id}: stored. Another case of the same fault says otherwise; both are kept and shown.`;
    case 'refused':
      return `Not stored: ${refusals[reason ?? ''] ?? 'there is nothing in it that would help with a later fault.'}`;
    default:
      return `${id}: stored.`;
  }
}

function printLine(unit: MemoryUnit, terminal: Terminal): void {
  const about = [unit.equipment, unit.asset].filter((part) => part !== '').join(', ');
  terminal.line(
    `${terminal.style('cyan', unit.id)}  ${unit.madeAt.slice(0, 10)}  ${oneLine(unit.title === '' ? unit.text : unit.title, 80)}${about === '' ? '' : `  (${about})`}${unit.standing === 'confirmed' ? '' : `  [${unit.standing}]`}`,
  );
}

function printWhole(unit: MemoryUnit, terminal: Terminal): void {
  printLine(unit, terminal);
  terminal.line();
  terminal.line(unit.text);
  if (unit.resolution !== '') {
    terminal.line();
    terminal.line(`${terminal.style('bold', 'Solved by:')} ${unit.resolution}`);
  }
  terminal.line();
  if (unit.codes.length > 0) terminal.line(`codes: ${unit.codes.join(', ')}`);
  for (const photo of unit.photos) terminal.line(`photo: ${photo.file} (${photo.role}, ${photo.width} × ${photo.height})`);
  terminal.line(`source: ${[unit.source, ...unit.mergedSources].map(({ system, id }) => `${system} ${id}`.trim()).join('; ')}`);
  if (unit.supersededBy !== null) terminal.line(`replaced by: ${unit.supersededBy}`);
  if (unit.conflictsWith.length > 0) terminal.line(`says otherwise: ${unit.conflictsWith.join(', ')}`);
}
