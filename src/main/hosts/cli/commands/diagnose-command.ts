import type { Command } from 'commander';
import { Option } from 'commander';
import type { App } from '../../../app/app.ts';
import type { Diagnosis, DiagnosisInput } from '../../../domain/diagnosis.ts';
import { AppError } from '../../../domain/errors.ts';
import { languages, type Language } from '../../../domain/language.ts';
import { addCommonOptions, createContext, type CliHost, type CommandContext, type CommonOptions } from '../command-context.ts';
import { createDiagnosisPrinter } from '../print-diagnosis.ts';
import { readPhotoFiles, splitArguments } from '../split-arguments.ts';
import { toDiagnosisJson } from '../../../diagnosis/diagnosis-json.ts';

interface DiagnoseOptions extends CommonOptions {
  readonly lang?: Language;
  readonly equipment?: string;
}

/** `fixlore diagnose PHOTO… "QUESTION"`. */
export function addDiagnoseCommand(program: Command, host: CliHost): void {
  const command = program
    .command('diagnose')
    .description('answer a question about a photo of a fault from the cases, manuals and records on this machine')
    .argument('[photo-or-question...]', 'photos, and one question in quotation marks')
    .addOption(new Option('--lang <language>', 'language of the answer; that of the question when left out').choices([...languages]))
    .option('--equipment <id>', 'make and model or asset, when the photo does not show it');
  addCommonOptions(command).action(async (values: string[], options: DiagnoseOptions) => {
    const context = createContext(host, options);
    const { photos, question } = await splitArguments(values);
    if (photos.length === 0 && question.trim() === '') {
      throw new AppError(
        'bad-input',
        'Neither a photo nor a question was given. Name a photo, a question in quotation marks, or both: diagnose PHOTO "QUESTION".',
      );
    }
    const input: DiagnosisInput = {
      photos: await readPhotoFiles(photos),
      question,
      ...(options.lang === undefined ? {} : { language: options.lang }),
      ...(options.equipment === undefined ? {} : { equipment: options.equipment }),
    };
    await context.withApp({}, async (app) => {
      const diagnosis = await showDiagnosis(app, input, context);
      if (context.terminal.json) context.terminal.object(toDiagnosisJson(diagnosis));
    });
  });
}

/** Runs one diagnosis and prints it while it happens. */
export async function showDiagnosis(app: App, input: DiagnosisInput, context: CommandContext): Promise<Diagnosis> {
  const print = createDiagnosisPrinter(context.terminal);
  let diagnosis: Diagnosis | undefined;
  for await (const event of app.diagnose(input, context.signal)) {
    print(event);
    if (event.type === 'done') diagnosis = event.diagnosis;
  }
  if (diagnosis === undefined || context.signal.aborted) throw new AppError('cancelled', 'Stopped. Nothing was stored.');
  return diagnosis;
}
