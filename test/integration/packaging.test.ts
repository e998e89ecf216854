import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import config from '../../electron-builder.config.ts';
import { emitCore } from '../../scripts/emit-core.mjs';

const root = resolve(import.meta.dirname, '../..');
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  main: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
const manifest = JSON.parse(readFileSync(join(root, 'models/manifest.json'), 'utf8')) as {
  models: { files: { name: string }[]; sources: { embedded?: unknown; npm?: { package: string; folder: string } } }[];
};
const native = /\.(node|dll|dylib|so|so\.\d+)$/;
let project: string;
/** Every file of the packed application; true for one that lies beside the archive. */
let packed: Map<string, boolean>;

function put(path: string, content: string | Buffer = ''): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), content);
}

interface ArchiveNode {
  readonly files?: Readonly<Record<string, ArchiveNode>>;
  readonly unpacked?: boolean;
}

function listArchive(file: string): Map<string, boolean> {
  const bytes = readFileSync(file);
  const header = JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12))) as ArchiveNode;
  const found = new Map<string, boolean>();
  const walk = (node: ArchiveNode, path: string): void => {
    if (node.files === undefined) found.set(path, node.unpacked === true);
    else for (const [name, inner] of Object.entries(node.files)) walk(inner, path === '' ? name : `${path}/${name}`);
  };
  walk(header, '');
  return found;
}

/**
 * The builder itself packs this project, with every file that is not looked into emptied, and with a folder in the place
 * of Electron's runtime: what goes in and what is unpacked is its own answer to the configuration.
 */
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'fixlore-pack-'));
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const path of tracked) put(path);
  put('package.json', readFileSync(join(root, 'package.json')));
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, { dev?: boolean }> };
  for (const path of Object.keys(lock.packages)) {
    if (!path.startsWith('node_modules/') || !existsSync(join(root, path, 'package.json'))) continue;
    put(`${path}/package.json`, readFileSync(join(root, path, 'package.json')));
    if (/onnxruntime-node$|@lancedb|@img|@gutenye|@node-llama-cpp|node-llama-cpp$|@reflink/.test(path)) {
      for (const name of readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }))
        if (native.test(name) || /\.(onnx|txt)$/.test(name)) put(`${path}/${name}`);
    }
  }
  // A user of a graphics card has these packages.
  put('node_modules/@node-llama-cpp/linux-x64-cuda/bins/linux-x64-cuda/libggml-cuda.so');
  put('node_modules/onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime_providers_cuda.so');
  put('node_modules/onnxruntime-node/bin/napi-v6/win32/x64/onnxruntime.dll');
  put('out/renderer/index.html');
  put('out/preload/index.cjs');
  put('out/main/index.js', '// the glue');
  emitCore(join(project, 'out'));
  for (const name of ['electron', 'LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak', 'resources/none']) put(`runtime/${name}`);
  const electronVersion = packageJson.devDependencies['electron'];
  await build({
    projectDir: project,
    targets: Platform.LINUX.createTarget('dir', Arch.x64),
    config: {
      ...config,
      electronFuses: null,
      electronDist: join(project, 'runtime'),
      ...(electronVersion !== undefined && { electronVersion }),
    },
  });
  packed = listArchive(join(project, 'dist/linux-unpacked/resources/app.asar'));
}, 180_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Names of the packages that a built module loads. */
function packagesOf(code: string): string[] {
  const names = ts
    .preProcessFile(code, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => !name.startsWith('.'));
  return names
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}

function glueSources(): string[] {
  return [...globSync('src/main/hosts/electron/*.ts', { cwd: root }), 'src/main/index.ts', 'src/preload/index.ts'];
}

describe('the packed application', () => {
  it('holds what is built, the models that ship and the sample workspace, and nothing else of the project', () => {
    const tops = new Set([...packed.keys()].map((path) => path.split('/')[0]));
    expect([...tops].sort()).toEqual(['examples', 'models', 'node_modules', 'out', 'package.json']);
    expect([...packed.keys()].filter((path) => !path.startsWith('node_modules/') && /\.(ts|map)$|(^|\/)test\//.test(path))).toEqual([]);
    expect([...packed.keys()].filter((path) => path.startsWith('models/') && !/^models\/(manifest\.json|embedded\/)/.test(path))).toEqual(
      [],
    );
  });

  it('starts with a file that is there', () => {
    expect(packed.has(packageJson.main)).toBe(true);
    for (const path of [
      'out/renderer/index.html',
      'out/preload/index.cjs',
      'out/main/hosts/electron/core-entry.js',
      'out/main/cli.js',
      'out/main/memory/cuts.json',
      'out/main/inference/sharp/slow-decoder-worker.js',
    ]) {
      expect(packed.has(path), path).toBe(true);
    }
  });

  it('holds every package that its code loads, none of them for development alone', () => {
    const core = [...packed.keys()]
      .filter((path) => path.startsWith('out/') && path.endsWith('.js'))
      .map((path) => readFileSync(join(project, path), 'utf8'));
    const glue = glueSources().map(
      (path) =>
        ts.transpileModule(readFileSync(join(root, path), 'utf8'), {
          compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2024, verbatimModuleSyntax: true },
        }).outputText,
    );
    const loaded = new Set([...core, ...glue].flatMap(packagesOf));
    expect(loaded.size).toBeGreaterThan(15);
    for (const name of ['sharp', 'onnxruntime-node', '@lancedb/lancedb', 'node-llama-cpp', 'libheif-js', 'zxing-wasm', 'zod'])
      expect([...loaded]).toContain(name);
    loaded.delete('electron');
    expect([...loaded].filter((name) => packageJson.dependencies[name] === undefined)).toEqual([]);
    expect([...loaded].filter((name) => !packed.has(`node_modules/${name}/package.json`))).toEqual([]);
    expect(core.flatMap(packagesOf)).not.toContain('electron');
  });

  it('holds no package of the page: those are bundled', () => {
    const there = Object.keys(packageJson.devDependencies).filter(
      (name) => !name.startsWith('@types/') && packed.has(`node_modules/${name}/package.json`),
    );
    expect(there).toEqual([]);
  });

  it('keeps beside the archive all native code and every model file that native code opens', () => {
    const parts = [...packed].filter(([path]) => native.test(path));
    for (const owner of ['@lancedb', '@img', 'onnxruntime-node', '@node-llama-cpp'])
      expect(
        parts.some(([path]) => path.includes(`/${owner}/`)),
        owner,
      ).toBe(true);
    expect(parts.filter(([, unpacked]) => !unpacked)).toEqual([]);
    const shipped = manifest.models.flatMap(({ files, sources }) =>
      files.flatMap(({ name }) =>
        sources.embedded
          ? [`models/embedded/${name}`]
          : sources.npm
            ? [`node_modules/${sources.npm.package}/${sources.npm.folder}/${name}`]
            : [],
      ),
    );
    expect(shipped.length).toBeGreaterThan(6);
    for (const path of ['models/manifest.json', ...shipped]) expect(packed.get(path), path).toBe(true);
    expect([...packed].filter(([path, unpacked]) => path.startsWith('examples/') && !unpacked)).toEqual([]);
  });

  it('leaves out what runs on a graphics card, and the parts of other systems', () => {
    expect([...packed.keys()].filter((path) => /cuda|vulkan|tensorrt/i.test(path) && !path.endsWith('.moved.txt'))).toEqual([]);
    expect([...packed.keys()].filter((path) => /napi-v6\/(win32|darwin|linux\/arm64)|@node-llama-cpp\/linux-arm/.test(path))).toEqual([]);
    expect(packed.has('node_modules/onnxruntime-node/bin/napi-v6/linux/x64/onnxruntime_binding.node')).toBe(true);
    expect([...packed.keys()].some((path) => path.startsWith('node_modules/@node-llama-cpp/linux-x64/'))).toBe(true);
  });
});

describe('the configuration', () => {
  it('cannot be run as Node, takes no options from outside and loads nothing but its own archive', () => {
    expect(config.electronFuses).toMatchObject({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
    });
    expect(config.asar).toBe(true);
  });

  it('asks no server for a newer version, and has a package for each system', () => {
    expect(config.publish).toBeNull();
    expect(config).toMatchObject({
      win: { target: [{ target: 'nsis', arch: ['x64'] }] },
      mac: { target: [{ target: 'dmg', arch: ['arm64'] }], hardenedRuntime: true },
    });
    expect(config.linux?.target).toEqual(['AppImage', 'deb'].map((target) => ({ target, arch: ['x64', 'arm64'] })));
    expect(readFileSync(join(root, 'src/main/hosts/electron/start-desktop.ts'), 'utf8')).toContain(`desktopId = '${config.appId}'`);
  });

  it('gives a Mac the rights that the app needs and no others', () => {
    const rights = [...readFileSync(join(root, config.mac?.entitlements ?? ''), 'utf8').matchAll(/<key>(.*?)<\/key>/g)].map(
      (match) => match[1],
    );
    expect(rights).toEqual(['com.apple.security.cs.allow-jit', 'com.apple.security.device.camera']);
    expect(config.mac?.entitlementsInherit).toBe(config.mac?.entitlements);
  });
});
