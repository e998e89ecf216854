import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  cacheFolder,
  closingLine,
  nodeOptionsFor,
  nodePackageFor,
  nodeSuits,
  npmCommand,
  sumsOf,
  tasks,
  weightsToFetch,
} from '../../../scripts/bootstrap.mjs';
import { resolvePaths } from '../../../src/main/platform/paths.ts';

const root = resolve(import.meta.dirname, '../../..');

describe('the bootstrap', () => {
  it.each([
    ['18.20.0', false],
    ['20.20.2', false],
    ['22.11.0', false],
    ['22.12.0', true],
    ['22.23.0', true],
    ['23.11.0', false],
    ['24.0.0', true],
    ['24.21.0', true],
    ['25.2.0', false],
    ['26.0.0', true],
    ['30.1.0', true],
  ])('takes Node %s: %s', (version, suits) => {
    expect(nodeSuits(version)).toBe(suits);
  });

  it('asks for types to be stripped only where a Node does not do it by itself', () => {
    expect(nodeOptionsFor('22.12.0')).toContain('--experimental-strip-types');
    expect(nodeOptionsFor('22.17.1')).toContain('--experimental-strip-types');
    expect(nodeOptionsFor('22.18.0')).toBe('');
    expect(nodeOptionsFor('24.0.0')).toBe('');
  });

  it('fetches only a Node that suits, in an exact version', () => {
    for (const [platform, arch] of [
      ['linux', 'x64'],
      ['linux', 'arm64'],
      ['win32', 'x64'],
      ['darwin', 'arm64'],
    ] as const) {
      const found = nodePackageFor(platform, arch);
      expect(found?.version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(nodeSuits(found?.version ?? '0')).toBe(true);
    }
    expect(nodePackageFor('darwin', 'x64')).toBeNull();
    expect(nodePackageFor('sunos', 'x64')).toBeNull();
  });

  it('keeps its cache where the system wants it', () => {
    expect(cacheFolder({}, 'linux', '/home/ann')).toBe('/home/ann/.cache/fixlore');
    expect(cacheFolder({ XDG_CACHE_HOME: '/var/c' }, 'linux', '/home/ann')).toBe('/var/c/fixlore');
    expect(cacheFolder({}, 'darwin', '/Users/ann')).toBe('/Users/ann/Library/Caches/fixlore');
    expect(cacheFolder({ LOCALAPPDATA: 'D:\\Local' }, 'win32', 'C:\\Users\\ann')).toBe('D:\\Local\\fixlore\\Cache');
    expect(cacheFolder({}, 'win32', 'C:\\Users\\ann')).toBe('C:\\Users\\ann\\AppData\\Local\\fixlore\\Cache');
    expect(cacheFolder({ FIXLORE_CACHE_DIR: '/mnt/big' }, 'win32', 'C:\\Users\\ann')).toBe('/mnt/big');
  });

  it('agrees with the product on that folder', () => {
    expect(cacheFolder(process.env, process.platform, homedir())).toBe(resolvePaths().cache);
    expect(cacheFolder({ FIXLORE_CACHE_DIR: '/mnt/big' }, process.platform, homedir())).toBe(
      resolvePaths(undefined, { FIXLORE_CACHE_DIR: '/mnt/big' }).cache,
    );
  });

  it('calls the npm that started it, or the one on the path, which Windows starts through a shell', () => {
    expect(npmCommand({ npm_execpath: '/usr/lib/npm/bin/npm-cli.js' }, 'win32', 'node.exe')).toEqual({
      command: 'node.exe',
      args: ['/usr/lib/npm/bin/npm-cli.js'],
      shell: false,
    });
    expect(npmCommand({ npm_execpath: '/usr/lib/yarn.js' }, 'linux', 'node')).toEqual({ command: 'npm', args: [], shell: false });
    expect(npmCommand({}, 'win32', 'node.exe')).toEqual({ command: 'npm.cmd', args: [], shell: true });
  });

  it('has a task for every script of package.json, and none besides', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    const named = Object.values(scripts).map((script) => /^node scripts\/up\.mjs (\w+)$/.exec(script)?.[1]);
    expect(named.toSorted()).toEqual(Object.keys(tasks).toSorted());
  });

  it('fetches weights only for the tasks that run them', () => {
    expect(Object.keys(tasks).filter((name) => tasks[name]?.weights)).toEqual(['demo', 'test', 'eval', 'bench']);
  });

  it('refuses an unknown task with exit code 2 and the list, without touching standard output', () => {
    for (const name of ['', 'tset', 'toString']) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/up.mjs'), name], { encoding: 'utf8' });
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain('demo|start|dev|test|check|cli|eval|bench');
    }
  });
});

describe('weights', () => {
  const sha256 = 'a'.repeat(64);
  const manifest = {
    models: [
      { sources: {}, files: [{ name: 'big.gguf', bytes: 100, sha256 }] },
      { sources: { embedded: true }, files: [{ name: 'small.onnx', bytes: 1, sha256 }] },
      { sources: { npm: {} }, files: [{ name: 'ocr.onnx', bytes: 1, sha256 }] },
    ],
  };
  const path = join('/models', 'big.gguf');
  const ask = (bytes: number | null, stamp: string | null) =>
    weightsToFetch(manifest, '/models', {
      size: (asked) => (asked === path && bytes !== null ? { bytes, mtimeMs: 1000.4 } : null),
      read: (asked) => (asked === `${path}.stamp.json` ? stamp : null),
    });
  const stamp = (change: object) => JSON.stringify({ bytes: 100, mtimeMs: 1000, sha256, ...change });

  it('that are stamped need nothing; those that ship are never fetched', () => {
    expect(ask(100, stamp({}))).toEqual([]);
  });

  it.each([
    ['missing', null, stamp({})],
    ['truncated', 99, stamp({})],
    ['never checked', 100, null],
    ['changed since', 100, stamp({ mtimeMs: 2000 })],
    ['of another version', 100, stamp({ sha256: 'b'.repeat(64) })],
    ['with a broken stamp', 100, '{'],
    ['with an empty stamp', 100, 'null'],
  ])('that are %s are looked after', (_kind, bytes, text) => {
    expect(ask(bytes, text)).toEqual(['big.gguf']);
  });
});

describe('the sums of a test run', () => {
  const file = (status: string, ...tests: string[]) => ({ status, assertionResults: tests.map((test) => ({ status: test })) });

  it('count each test once', () => {
    const report = { testResults: [file('passed', 'passed', 'passed', 'skipped'), file('failed', 'failed', 'passed', 'todo', 'pending')] };
    expect(closingLine(sumsOf(report, 1))).toBe('3 passed, 1 failed, 3 skipped');
  });

  it('count a file that could not be loaded, and a run that failed outside of its tests', () => {
    expect(sumsOf({ testResults: [file('failed'), file('passed', 'passed')] }, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
    expect(sumsOf({ testResults: [file('passed', 'passed')] }, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
    expect(sumsOf(null, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});
