import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** The run of CI with an npm that prints and ends as told, and a browser that is there. */
async function runCi(test: { prints: string; code: number }, check: { prints: string; code: number }) {
  const dir = await mkdtemp(join(tmpdir(), 'fixlore-ci-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const npm = `#!/bin/sh\ncase "$*" in\n  test) printf '${test.prints}'; exit ${test.code};;\n  'run check') printf '${check.prints}'; exit ${check.code};;\n  *) echo "unexpected: $*"; exit 99;;\nesac\n`;
  for (const [name, text] of [
    ['npm', npm],
    ['chromium', '#!/bin/sh\n'],
  ] as const) {
    await writeFile(join(dir, name), text);
    await chmod(join(dir, name), 0o755);
  }
  const { status, stdout } = spawnSync('bash', [join(root, '.ci/run')], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${dir}${delimiter}${process.env['PATH']}` },
  });
  return { status, last: stdout.trimEnd().split('\n').at(-1) };
}

describe.skipIf(process.platform === 'win32')('the run of CI', () => {
  it('adds up tests and checks', async () => {
    expect(
      await runCi(
        { prints: 'noise\\n\\n40 passed, 0 failed, 2 skipped\\n', code: 0 },
        { prints: '8 passed, 0 failed, 0 skipped\\n', code: 0 },
      ),
    ).toEqual({ status: 0, last: '48 passed, 0 failed, 2 skipped' });
  });

  it('fails with either of them', async () => {
    expect(
      await runCi({ prints: '39 passed, 1 failed, 0 skipped\\n', code: 1 }, { prints: '8 passed, 0 failed, 0 skipped\\n', code: 0 }),
    ).toEqual({ status: 1, last: '47 passed, 1 failed, 0 skipped' });
    expect(
      await runCi({ prints: '40 passed, 0 failed, 0 skipped\\n', code: 0 }, { prints: '7 passed, 1 failed, 0 skipped\\n', code: 1 }),
    ).toEqual({ status: 1, last: '47 passed, 1 failed, 0 skipped' });
  });

  it('never calls a run without sums, or one that died, a success', async () => {
    expect(await runCi({ prints: 'npm broke\\n', code: 0 }, { prints: '8 passed, 0 failed, 0 skipped\\n', code: 0 })).toEqual({
      status: 1,
      last: '8 passed, 1 failed, 0 skipped',
    });
    expect(
      await runCi({ prints: '40 passed, 0 failed, 0 skipped\\n', code: 137 }, { prints: '8 passed, 0 failed, 0 skipped\\n', code: 0 }),
    ).toEqual({ status: 1, last: '48 passed, 1 failed, 0 skipped' });
  });
});
