import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Command } from 'commander';
import { AppError } from '../../../domain/errors.ts';
import { resolvePaths } from '../../../platform/paths.ts';
import { addCommonOptions, createContext, type CliHost, type CommonOptions } from '../command-context.ts';
import { toDiagnosisJson } from '../../../diagnosis/diagnosis-json.ts';
import { showDiagnosis } from './diagnose-command.ts';
import { createSampleProgress } from './sample-command.ts';

export const demoQuestion = 'Has this happened before, and how was it solved?';

/** `fixlore demo`: a sample photo is diagnosed on sample cases, in a data folder of its own beside the weights. */
export function addDemoCommand(program: Command, host: CliHost): void {
  addCommonOptions(program.command('demo').description('diagnose a sample photo on sample cases')).action(
    async (options: CommonOptions) => {
      const context = createContext(host, options);
      const { terminal, signal } = context;
      const dataDir = options.data ?? join(resolvePaths(undefined, host.env).cache, 'demo');
      await context.withApp({ dataDir }, async (app) => {
        // The models load while the sample cases go in.
        const warming = app.warm(signal);
        const sample = await app.openSampleWorkspace(createSampleProgress(terminal), signal);
        const photo = sample.photos[0];
        if (photo === undefined)
          throw new AppError('not-found', 'The sample photos are missing from this copy of Fixlore. Get a whole copy and try again.');
        terminal.line(
          `${sample.cases} sample cases, ${sample.documents} manuals and ${sample.workOrders} work orders are on this machine.`,
        );
        terminal.line(`Photo:    ${relative(process.cwd(), photo)}`);
        terminal.line(`Question: ${demoQuestion}`);
        terminal.line();
        const diagnosis = await showDiagnosis(
          app,
          { photos: [{ bytes: new Uint8Array(await readFile(photo)), role: 'fault' }], question: demoQuestion },
          context,
        );
        await warming;
        if (terminal.json) return terminal.object(toDiagnosisJson(diagnosis));
        terminal.line();
        terminal.line('With your own photos:');
        terminal.line('  npm start                                           the window');
        terminal.line('  npm run fixlore -- diagnose PHOTO "QUESTION"        the terminal');
        terminal.line('  npm run fixlore -- memory add --text "…" --resolution "…" --photo PHOTO');
      });
    },
  );
}
