import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly link?: boolean;
}

const root = resolve(import.meta.dirname, '../../..');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockedPackage> };
const locked = Object.entries(packages).filter(([path]) => path !== '');
const version = (name: string) => packages[`node_modules/${name}`]?.version;

describe('the lock file', () => {
  it.each([
    [
      '@lancedb/lancedb',
      [
        '@lancedb/lancedb-win32-x64-msvc',
        '@lancedb/lancedb-darwin-arm64',
        '@lancedb/lancedb-linux-x64-gnu',
        '@lancedb/lancedb-linux-arm64-gnu',
      ],
    ],
    [
      'node-llama-cpp',
      ['@node-llama-cpp/win-x64', '@node-llama-cpp/mac-arm64-metal', '@node-llama-cpp/linux-x64', '@node-llama-cpp/linux-arm64'],
    ],
    ['sharp', ['@img/sharp-win32-x64', '@img/sharp-darwin-arm64', '@img/sharp-linux-x64', '@img/sharp-linux-arm64']],
  ])('brings %s for Windows x64, macOS arm64, Linux x64 and arm64 in its own version', (name, parts) => {
    expect(parts.map(version)).toEqual(parts.map(() => version(name)));
  });

  it('has one copy of each native package', () => {
    for (const name of ['onnxruntime-node', 'sharp', '@lancedb/lancedb', 'node-llama-cpp', 'apache-arrow']) {
      const copies = locked.filter(([path]) => path.endsWith(`node_modules/${name}`)).map(([path]) => path);
      expect(copies).toEqual([`node_modules/${name}`]);
    }
  });

  it('names no registry, so that it works with any', () => {
    expect(locked.filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
    expect(locked.filter(([, entry]) => entry.integrity === undefined && entry.link !== true).map(([path]) => path)).toEqual([]);
  });

  it('holds everything that its packages ask for, or "npm ci" refuses it', () => {
    // A package is looked for in each node_modules on the way up, as Node does.
    const holds = (path: string, name: string): boolean => {
      const parts = path.split('/node_modules/');
      return (
        parts.some((_part, index) => packages[`${parts.slice(0, index + 1).join('/node_modules/')}/node_modules/${name}`] !== undefined) ||
        packages[`node_modules/${name}`] !== undefined
      );
    };
    const missing = locked.flatMap(([path, entry]) =>
      Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
        .filter((name) => !holds(path, name))
        .map((name) => `${name}, for ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('brings nothing whose licence forbids commercial use or asks for the source of the product', () => {
    // Weak copyleft may be linked to: the libraries stay files of their own that a user can replace.
    const fine =
      /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Python-2\.0|CC0-1\.0|CC-BY-4\.0|Unlicense|WTFPL|Zlib|MPL-2\.0|LGPL-3\.0(-or-later)?)$/;
    const isFine = (licence: string) =>
      licence
        .replace(/[()]/g, '')
        .split(/ (?:AND|OR) /)
        .every((part) => fine.test(part));
    /** Packages that leave the field out; the licence stands in their own files. */
    const unnamed: Readonly<Record<string, string>> = { 'json-bignum': 'MIT' };
    const wrong = locked
      .map(([path, entry]) => ({ name: path.replace(/^.*node_modules\//, ''), licence: entry.license ?? '' }))
      .map(({ name, licence }) => ({ name, licence: licence || (unnamed[name] ?? '') }))
      .filter(({ licence }) => !isFine(licence));
    expect(wrong).toEqual([]);
  });
});
