import { describe, expect, it } from 'vitest';
import { explainFailure } from '../../../src/main/catalog/probe-native.ts';

const linux = { platform: 'linux', arch: 'x64' } as const;
const failed = (change: object) => ({ ok: false, signal: null, code: 1, stderr: '', ...change });

describe('a native part that fails', () => {
  it.each([
    ['an illegal instruction', failed({ signal: 'SIGILL', code: null }), linux, /too old for lib.*AVX2/],
    ['an illegal instruction on Windows', failed({ code: 0xc000001d }), { platform: 'win32', arch: 'x64' }, /too old for lib.*AVX2/],
    ['a crash', failed({ signal: 'SIGSEGV', code: null }), linux, /crashed \(SIGSEGV\)/],
    ['no answer', failed({ signal: 'SIGTERM', code: null }), linux, /did not answer/],
    ['an old system', failed({ stderr: "Error: /lib/libc.so.6: version `GLIBC_2.38' not found" }), linux, /Linux is too old.*GLIBC_2\.38/],
    [
      'a missing package',
      failed({ stderr: "at x\nError [ERR_MODULE_NOT_FOUND]: Cannot find package 'lib'\nat y" }),
      linux,
      /cannot be loaded.*Cannot find package.*node_modules/,
    ],
    ['an Intel Mac', failed({ stderr: 'Error: no binary' }), { platform: 'darwin', arch: 'x64' }, /Intel processor/],
  ] as const)('through %s is explained', (_kind, outcome, system, sentence) => {
    expect(explainFailure('lib', outcome, system)).toMatch(sentence);
  });
});
