import packageJson from '../../../../package.json' with { type: 'json' };
import { Command, CommanderError } from 'commander';
import type { CliHost } from './command-context.ts';
import { addAuditCommand } from './commands/audit-command.ts';
import { addDemoCommand } from './commands/demo-command.ts';
import { addDiagnoseCommand } from './commands/diagnose-command.ts';
import { addMemoryCommand } from './commands/memory-command.ts';
import { addModelsCommand } from './commands/models-command.ts';
import { addSampleCommand } from './commands/sample-command.ts';
import { addServeCommand } from './commands/serve-command.ts';
import { addSettingsCommand } from './commands/settings-command.ts';
import { addStartCommand } from './commands/start-command.ts';
import { reportError } from './report-error.ts';
import { createTerminal } from './terminal.ts';

/**
 * Runs one command line (without node and script) and returns the exit code: 0 done, 2 bad input, 3 a model or
 * native part is missing, 4 refused, 130 cancelled, 1 a fault of ours. Never throws.
 */
export async function runCli(args: readonly string[], host: CliHost): Promise<number> {
  try {
    await createProgram(host).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    // Help that was asked for comes as an error with exit code 0.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const endOfOptions = args.indexOf('--');
    const json = (endOfOptions === -1 ? args : args.slice(0, endOfOptions)).includes('--json');
    return reportError(error, createTerminal(host, { json, env: host.env }));
  }
}

function createProgram(host: CliHost): Command {
  const program = new Command('fixlore')
    .version(packageJson.version, '--version', 'say which version this is')
    .description('Answers about faults of machines, from the cases, manuals and records on this machine. Nothing leaves it.')
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void host.stdout.write(text),
      // Errors are said once, by reportError; what else goes here is help after a command without a subcommand.
      writeErr: () => undefined,
      outputError: () => undefined,
    });
  addDiagnoseCommand(program, host);
  addDemoCommand(program, host);
  addMemoryCommand(program, host);
  addModelsCommand(program, host);
  addSettingsCommand(program, host);
  addAuditCommand(program, host);
  addSampleCommand(program, host);
  addServeCommand(program, host);
  addStartCommand(program, host);
  return program;
}
