import type { Command } from 'commander';
import { AppError } from '../../../domain/errors.ts';
import { addCommonOptions, createContext, type CliHost, type CommonOptions } from '../command-context.ts';
import { createFetchProgress } from '../fetch-progress.ts';

/** `fixlore models list|fetch|verify|import|probe`. */
export function addModelsCommand(program: Command, host: CliHost): void {
  const models = program.command('models').description('the models on this machine');

  addCommonOptions(models.command('list').description('what is needed, and what is there')).action(async (options: CommonOptions) => {
    const { terminal, withApp } = createContext(host, options);
    await withApp({ readOnly: true }, async (app) => {
      const list = await app.models.list();
      if (terminal.json) return terminal.object({ models: list });
      for (const model of list) {
        const state = model.state === 'present' ? terminal.style('green', model.embedded ? 'comes with the app' : 'present') : terminal.style('yellow', model.state);
        terminal.line(`${model.id.padEnd(36)} ${model.role.padEnd(14)} ${`${(model.bytes / 1024 / 1024).toFixed(0)} MiB`.padStart(9)}  ${state}  ${terminal.style('dim', model.licence)}`);
      }
      if (list.some((model) => model.state !== 'present')) terminal.line('"npm run fixlore -- models fetch" brings what is missing.');
    });
  });

  addCommonOptions(models.command('fetch').description('bring what is missing; the one command that uses the network').argument('[id]', 'only this model')).action(async (id: string | undefined, options: CommonOptions) => {
    const { terminal, withApp, signal } = createContext(host, options);
    await withApp({ readOnly: true }, async (app) => {
      const progress = createFetchProgress(terminal, host);
      try {
        await app.models.fetch(id, { onProgress: (step) => progress.show(step), signal });
      } finally {
        progress.end();
      }
      const list = await app.models.list();
      if (terminal.json) return terminal.object({ models: list });
      terminal.line(list.every((model) => model.state === 'present') ? 'All models are there.' : 'Done. "npm run fixlore -- models list" shows what is there.');
    });
  });

  addCommonOptions(models.command('verify').description('read every file whole and compare it with its checksum').argument('[id]', 'only this model')).action(async (id: string | undefined, options: CommonOptions) => {
    const { terminal, withApp } = createContext(host, options);
    await withApp({ readOnly: true }, async (app) => {
      const checks = await app.models.verify(id);
      for (const check of checks) terminal.line(`${check.id}: ${check.ok ? terminal.style('green', 'as it should be') : terminal.style('red', check.problem ?? 'damaged')}`);
      const bad = checks.filter((check) => !check.ok);
      if (bad.length > 0) {
        throw new AppError('model-damaged', `${bad.map((check) => check.problem ?? `${check.id} is damaged.`).join(' ')} Run "npm run fixlore -- models fetch" to replace ${bad.length === 1 ? 'it' : 'them'}.`, { data: { models: bad.map((check) => check.id) } });
      }
      if (terminal.json) terminal.object({ models: checks });
    });
  });

  addCommonOptions(models.command('import').description('take the models from a folder or a USB stick').argument('<dir>', 'where they are')).action(async (dir: string, options: CommonOptions) => {
    const { terminal, withApp, signal } = createContext(host, options);
    await withApp({ readOnly: true }, async (app) => {
      const progress = createFetchProgress(terminal, host);
      let imported: readonly string[];
      try {
        imported = await app.models.importFrom(dir, { onProgress: (step) => progress.show(step), signal });
      } finally {
        progress.end();
      }
      if (terminal.json) return terminal.object({ imported });
      terminal.line(imported.length === 0 ? `No model that is missing lies in ${dir}.` : `Taken from ${dir}: ${imported.join(', ')}.`);
    });
  });

  addCommonOptions(models.command('probe').description('try the native parts in a process of their own')).action(async (options: CommonOptions) => {
    const { terminal, withApp } = createContext(host, options);
    await withApp({ readOnly: true }, async (app) => {
      const parts = await app.models.nativeParts();
      for (const part of parts) terminal.line(`${part.name}: ${part.ok ? terminal.style('green', 'works') : terminal.style('red', part.message)}`);
      const bad = parts.filter((part) => !part.ok);
      if (bad.length > 0) throw new AppError('native-part-missing', bad.map((part) => part.message).join(' '));
      if (terminal.json) terminal.object({ parts });
    });
  });
}
