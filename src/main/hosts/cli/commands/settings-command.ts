import type { Command } from 'commander';
import { AppError } from '../../../domain/errors.ts';
import { addCommonOptions, createContext, type CliHost, type CommonOptions } from '../command-context.ts';

/** `fixlore settings get|set`. */
export function addSettingsCommand(program: Command, host: CliHost): void {
  const settings = program.command('settings').description('what can be changed, with range and default');

  addCommonOptions(settings.command('get').description('all settings, or one').argument('[key]', 'as in recallTop')).action(
    async (key: string | undefined, options: CommonOptions) => {
      const { terminal, withApp } = createContext(host, options);
      await withApp({ readOnly: true }, async (app) => {
        const all = app.settings.describe();
        const shown = key === undefined ? all : all.filter((setting) => setting.key === key);
        if (shown.length === 0)
          throw new AppError(
            'bad-input',
            `There is no setting "${String(key).slice(0, 60)}". Run "npm run fixlore -- settings get" to see all of them.`,
          );
        if (terminal.json) return terminal.object({ settings: shown });
        for (const setting of shown) {
          terminal.line(
            `${terminal.style('cyan', setting.key)} = ${terminal.style('bold', Array.isArray(setting.value) ? JSON.stringify(setting.value) : String(setting.value))}`,
          );
          terminal.line(
            terminal.style(
              'dim',
              `    ${setting.meaning} It is ${setting.range}; the default is ${Array.isArray(setting.default) ? JSON.stringify(setting.default) : String(setting.default)}.`,
            ),
          );
        }
      });
    },
  );

  addCommonOptions(
    settings
      .command('set')
      .description('change a setting')
      .argument('<key>', 'as in recallTop')
      .argument('<value...>', 'the new value; several words for a list'),
  ).action(async (key: string, values: string[], options: CommonOptions) => {
    const { terminal, withApp } = createContext(host, options);
    await withApp({ repairSettings: true }, async (app) => {
      const described = app.settings.describe().find((setting) => setting.key === key);
      const after = await app.settings.set({ [key]: readValue(values, described?.type) });
      if (terminal.json) return terminal.object({ settings: after });
      const value = after[key as keyof typeof after];
      terminal.line(`${key} = ${Array.isArray(value) ? JSON.stringify(value) : String(value)}`);
    });
  });
}

/** Numbers and lists from the words of a command line; what does not fit is refused by the settings' own check. */
function readValue(values: readonly string[], type: string | undefined): unknown {
  const text = values.join(' ');
  if (type === 'words') {
    if (text.startsWith('[')) {
      try {
        return JSON.parse(text);
      } catch {
        return text;
      }
    }
    return values.filter((value) => value !== '');
  }
  if (type === 'number' || type === 'whole-number') return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  return text;
}
