import type { Command } from 'commander';
import type { FileState } from '../../../catalog/model-files.ts';
import { AppError } from '../../../domain/errors.ts';
import { addCommonOptions, createContext, type CliHost, type CommonOptions } from '../command-context.ts';
import { createFetchProgress } from '../fetch-progress.ts';

const stateWords: Record<FileState, string> = {
  ready: 'there',
  unchecked: 'there, not yet checked',
  missing: 'missing',
  damaged: 'damaged',
};

/** `fixlore models list|fetch|verify|import|probe`. */
export function addModelsCommand(program: Command, host: CliHost): void {
  const models = program.command('models').description('the models on this machine');

  addCommonOptions(models.command('list').description('what is needed, and what is there')).action(async (options: CommonOptions) => {
    const { terminal, withApp } = createContext(host, options);
    await withApp({ readOnly: true }, async (app) => {
      const list = await app.models.list();
      if (terminal.json) return terminal.object({ models: list });
      for (const model of list) {
        const state = terminal.style(model.state === 'ready' || model.state === 'unchecked' ? 'green' : 'yellow', stateWords[model.state]);
        terminal.line(
          `${model.id.padEnd(36)} ${model.role.padEnd(14)} ${`${(model.bytes / 1024 / 1024).toFixed(0)} MiB`.padStart(9)}  ${state}  ${terminal.style('dim', model.licence)}`,
        );
      }
      if (list.some((model) => model.state === 'missing' || model.state === 'damaged'))
        terminal.line('"npm run fixlore -- models fetch" brings what is missing.');
    });
  });

  addCommonOptions(
    models.command('fetch').description('bring what is missing; the one command that uses the network').argument('[id]', 'only this model'),
  ).action(async (id: string | undefined, options: CommonOptions) => {
    const { terminal, withApp, signal } = createContext(host, options);
    await withApp({ readOnly: true }, async (app) => {
      const progress = createFetchProgress(terminal, host);
      try {
        await app.models.fetch(id, { onProgress: progress.onProgress, onMessage: progress.onMessage, signal });
      } finally {
        progress.end();
      }
      const list = await app.models.list();
      if (terminal.json) return terminal.object({ models: list });
      terminal.line(
        list.every((model) => model.state === 'ready')
          ? 'All models are there.'
          : 'Done. "npm run fixlore -- models list" shows what is there.',
      );
    });
  });

  addCommonOptions(
    models.command('verify').description('read every file whole and compare it with its checksum').argument('[id]', 'only this model'),
  ).action(async (id: string | undefined, options: CommonOptions) => {
    const { terminal, withApp, signal } = createContext(host, options);
    await withApp({ readOnly: true }, async (app) => {
      const files = await app.models.verify(id, signal);
      for (const file of files)
        terminal.line(
          `${file.file}: ${file.state === 'ready' ? terminal.style('green', 'as it should be') : terminal.style('red', stateWords[file.state])}`,
        );
      const named = (state: FileState) =>
        files
          .filter((file) => file.state === state)
          .map((file) => file.path)
          .join(', ');
      const [damaged, missing] = [named('damaged'), named('missing')];
      if (damaged !== '')
        throw new AppError(
          'model-damaged',
          `${damaged} is not the file that it should be (truncated, or another model). Run "npm run fixlore -- models fetch" to replace it.`,
        );
      if (missing !== '')
        throw new AppError(
          'model-missing',
          `${missing} is missing. Run "npm run fixlore -- models fetch", or bring it on a stick with "models import DIR".`,
        );
      if (terminal.json) terminal.object({ files });
    });
  });

  addCommonOptions(
    models.command('import').description('take the models from a folder or a USB stick').argument('<dir>', 'where they are'),
  ).action(async (dir: string, options: CommonOptions) => {
    const { terminal, withApp, signal } = createContext(host, options);
    await withApp({ readOnly: true }, async (app) => {
      const progress = createFetchProgress(terminal, host);
      try {
        const report = await app.models.importFrom(dir, { onProgress: progress.onProgress, onMessage: progress.onMessage, signal });
        if (terminal.json) return terminal.object(report);
        terminal.line(`Taken from ${dir}: ${report.imported.join(', ')}.`);
        for (const refused of report.refused) terminal.note(refused.reason);
      } finally {
        progress.end();
      }
    });
  });

  addCommonOptions(models.command('probe').description('try the native parts in a process of their own')).action(
    async (options: CommonOptions) => {
      const { terminal, withApp } = createContext(host, options);
      await withApp({ readOnly: true }, async (app) => {
        const parts = await app.models.nativeParts();
        for (const part of parts)
          terminal.line(
            `${part.part} (${part.library}): ${part.ok ? terminal.style('green', 'works') : terminal.style('red', part.message)}`,
          );
        const bad = parts.filter((part) => !part.ok);
        if (bad.length > 0) throw new AppError('native-part-missing', bad.map((part) => part.message).join(' '));
        if (terminal.json) terminal.object({ parts });
      });
    },
  );
}
