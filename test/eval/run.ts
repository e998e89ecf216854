/** `npm run eval -- [suite] [--json] [--limit N] [--only PART] [--threads N]`: runs a labelled set and prints how well it did. */
import { parseArgs } from 'node:util';
import { runDiagnoseSuite, tableOf } from './diagnose-suite.ts';

process.env['ORT_DISABLE_TELEMETRY'] = '1';

interface SuiteOptions {
  readonly limit?: number;
  readonly only?: readonly string[];
  /** Of the language models; 1 on a machine whose cores are busy. */
  readonly threads?: number;
  readonly say: (line: string) => void;
}

/** A suite gives one object for `--json`, lines for people, and whether something is wrong that no score shows. */
type Suite = (options: SuiteOptions) => Promise<{ readonly json: object; readonly lines: readonly string[]; readonly ok: boolean }>;

const suites: Readonly<Record<string, Suite>> = {
  async diagnose(options) {
    const { summary, scores, planted } = await runDiagnoseSuite(options);
    const whole = options.limit === undefined && options.only === undefined;
    const clean =
      planted.leaked.length === 0 &&
      planted.missing.length === 0 &&
      planted.control.sticker &&
      planted.control.files === planted.control.filesWanted;
    const lines = [
      '',
      ...tableOf(scores),
      '',
      `Right case first  ${summary.rightCaseFirst} of ${summary.answerable}`,
      `Grounded answer   ${summary.grounded} of ${summary.answerable}`,
      `Invented figures  ${summary.inventedFigures}`,
      `Declined          ${summary.declined} of ${summary.unanswerable}`,
      `Personal data     ${planted.leaked.length} found in ${planted.read} texts; ${planted.missing.length} part numbers, codes or serials lost (control: ${planted.control.files} of ${planted.control.filesWanted} found unmasked, sticker on the photo ${planted.control.sticker ? 'read' : 'NOT read'})`,
      ...planted.leaked.map(({ where, value }) => `  found ${value} in ${where}`),
      ...planted.missing.map((value) => `  lost ${value}`),
      ...(whole ? [] : ['Only a part of the set was asked.']),
    ];
    const failures = [
      ...summary.failures,
      ...planted.leaked.map(({ where }) => ({ id: 'planted', reasons: [`personal data in ${where}`] })),
      ...planted.missing.map((value) => ({ id: 'planted', reasons: [`${value} was lost`] })),
    ];
    return { json: { ...summary, failures }, lines, ok: clean };
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    limit: { type: 'string' },
    only: { type: 'string', multiple: true },
    threads: { type: 'string' },
  },
});
const [name = 'diagnose', ...rest] = positionals;
const suite = suites[name];
const limit = values.limit === undefined ? undefined : Number(values.limit);
const threads = values.threads === undefined ? undefined : Number(values.threads);
if (
  suite === undefined ||
  rest.length > 0 ||
  (limit !== undefined && !(Number.isInteger(limit) && limit > 0)) ||
  (threads !== undefined && !(Number.isInteger(threads) && threads > 0))
) {
  process.stderr.write(`Usage: npm run eval -- [${Object.keys(suites).join('|')}] [--json] [--limit N] [--only PART] [--threads N]\n`);
  process.exitCode = 2;
} else {
  // With --json standard output carries the one object alone.
  const say = (line: string): void => void (values.json ? process.stderr : process.stdout).write(`${line}\n`);
  const result = await suite({
    say,
    ...(limit === undefined ? {} : { limit }),
    ...(values.only === undefined ? {} : { only: values.only }),
    ...(threads === undefined ? {} : { threads }),
  });
  for (const line of result.lines) say(line);
  if (values.json) process.stdout.write(`${JSON.stringify(result.json)}\n`);
  if (!result.ok) process.exitCode = 1;
}
