import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { watchChild } from '../support/watch-child.ts';

const source = fileURLToPath(new URL('../../src', import.meta.url));

// The sockets of a process are watched through /proc, which other systems do not have.
describe.skipIf(process.platform !== 'linux')('a process that embeds text, watched from outside', { timeout: 120_000 }, () => {
  // The uploader that onnxruntime carries writes its files at once and looks up its host after about 40 seconds.
  it.concurrent('opens no socket and leaves no file, for longer than the uploader waits', async () => {
    const run = await watchChild('embed', 46);
    expect(run.output).toContain('embedded 384');
    expect(run.exitCode).toBe(0);
    expect(run.looks).toBeGreaterThan(300);
    expect(run.sockets).toEqual([]);
    expect(run.files).toEqual([]);
  });

  it.concurrent('would have been caught: the bare runtime leaves a device id', async ({ skip }) => {
    const run = await watchChild('plain-runtime', 8);
    expect(run.output).toContain('opened');
    skip(run.files.length === 0, 'this build of onnxruntime carries no telemetry');
    expect(run.files.some((file) => file.includes('deviceid'))).toBe(true);
  });

  it.concurrent('would have been caught: a socket of one second is seen', async () => {
    const run = await watchChild('socket', 2);
    expect(run.sockets.some((line) => line.startsWith('udp '))).toBe(true);
  });
});

describe('onnxruntime in the source', () => {
  it('is loaded by the session and the probe alone, after telemetry was switched off', async () => {
    const importers: string[] = [];
    for (const entry of await readdir(source, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(ts|tsx|mjs|cjs|js)$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      if (/(from|import|require)\s*\(?\s*['"]onnxruntime-(node|web|common)/.test(await readFile(path, 'utf8')))
        importers.push(path.slice(source.length + 1).replaceAll('\\', '/'));
    }
    // The probe loads each native part in a process of its own, which must be given the switch as well.
    expect(importers.sort()).toEqual(['main/catalog/probe-native.ts', 'main/inference/onnx/onnx-session.ts']);
    expect(await readFile(join(source, 'main/catalog/probe-native.ts'), 'utf8')).toMatch(
      /spawn\(process\.execPath[\s\S]*?env: \{ \.\.\.process\.env, ORT_DISABLE_TELEMETRY: '1'/,
    );
    const session = await readFile(join(source, 'main/inference/onnx/onnx-session.ts'), 'utf8');
    const off = session.indexOf("process.env['ORT_DISABLE_TELEMETRY'] = '1'");
    expect(off).toBeGreaterThan(-1);
    expect(off).toBeLessThan(session.indexOf("import('onnxruntime-node')", session.indexOf('function loadRuntime')));
    // Types vanish; a value import at the top of the file would load the library before the switch.
    expect(session).not.toMatch(/^import (?!type)[^;]*onnxruntime-node/m);
  });
});
