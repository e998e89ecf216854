// All test projects in one run, closed by a line with their sums. Arguments go to the test runner.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { closingLine, sumsOf } from './bootstrap.mjs';
import { runProcess } from './run-process.mjs';

const root = resolve(import.meta.dirname, '..');
const work = mkdtempSync(join(tmpdir(), 'fixlore-tests-'));
const reportFile = join(work, 'report.json');
try {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', ...process.argv.slice(2), '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const code = await runProcess(process.execPath, [vitest, ...args], { cwd: root });
  let report = null;
  try {
    report = JSON.parse(readFileSync(reportFile, 'utf8'));
  } catch {
    // The runner died before it could write: counted as one failure.
  }
  const sums = sumsOf(report, code);
  process.stdout.write(`\n${closingLine(sums)}\n`);
  process.exitCode = code === 0 && sums.failed > 0 ? 1 : code;
} finally {
  rmSync(work, { recursive: true, force: true });
}
