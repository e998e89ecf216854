import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acquireLock } from '../../../src/main/platform/file-lock.ts';
import { mayUnshare } from '../../support/namespaces.ts';
import { runCliProcess, type ChildOptions } from '../../support/run-cli.ts';
import { makeTemporaryWorkspace, type TemporaryWorkspace } from '../../support/temporary-workspace.ts';

const samplePhoto = join(import.meta.dirname, '../../../examples/photos/query-hp40-panel.jpg');
let workspace: TemporaryWorkspace;
beforeAll(async () => {
  workspace = await makeTemporaryWorkspace();
});
afterAll(() => workspace[Symbol.asyncDispose]());

const run = (args: string[], options: ChildOptions = {}) => runCliProcess(args, { ...options, env: { ...workspace.env, ...options.env } });

async function expectRefusal(
  args: string[],
  exitCode: number,
  errorCode: string,
  message: RegExp,
  options: ChildOptions = {},
): Promise<void> {
  const { code, stdout, stderr } = await run([...args, '--json'], options);
  expect({ code, stderr }).toMatchObject({ code: exitCode });
  const answer = JSON.parse(stdout) as { error: { code: string; message: string } };
  expect(Object.keys(answer)).toEqual(['error']);
  expect(answer.error.code).toBe(errorCode);
  expect(answer.error.message).toMatch(message);
  expect(answer.error.message).not.toMatch(/\bat .*:\d+:\d+|Error:/);
}

describe('questions and photos', () => {
  it('neither photo nor question', () => expectRefusal(['diagnose'], 2, 'bad-input', /neither a photo nor a question/i));

  it('a question of 20,000 characters', () =>
    expectRefusal(['diagnose', 'why '.repeat(5_000)], 2, 'bad-input', /20,000 characters.*at most 4,000/));

  it.each([
    ['text with the name of a photo', 'this is no picture'],
    ['a PNG that ends after its first bytes', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('%s', async (_name, bytes) => {
    const photo = join(workspace.root, 'unreadable.jpg');
    await writeFile(photo, bytes);
    await expectRefusal(['diagnose', photo, 'What is it?'], 2, 'photo-unreadable', /photo|picture|file/i);
  });

  it('an empty file', async () => {
    const photo = join(workspace.root, 'empty.jpg');
    await writeFile(photo, '');
    await expectRefusal(['diagnose', photo, 'What is it?'], 2, 'bad-input', /empty/);
  });

  it('a photo of 400 megapixels is refused from its header', async () => {
    const photo = join(workspace.root, 'giant.bmp');
    const header = Buffer.alloc(54);
    header.write('BM', 0, 'latin1');
    header.writeUInt32LE(54, 10);
    header.writeUInt32LE(40, 14);
    header.writeInt32LE(20_000, 18);
    header.writeInt32LE(20_000, 22);
    header.writeUInt16LE(1, 26);
    header.writeUInt16LE(24, 28);
    await writeFile(photo, header);
    await expectRefusal(['diagnose', photo, 'What is it?'], 2, 'photo-too-large', /megapixels/);
  });

  it('a photo that is not there is named', () =>
    expectRefusal(['diagnose', 'nowhere/panel.jpg', 'What?'], 2, 'bad-input', /nowhere\/panel\.jpg/));

  it('an unknown option gets a hint', () => expectRefusal(['diagnose', 'What?', '--langauge', 'en'], 2, 'bad-input', /--lang/));
});

describe('data folder', () => {
  it('a path that is a file', async () => {
    const path = join(workspace.root, 'a-file');
    await writeFile(path, 'x');
    await expectRefusal(['memory', 'list', '--data', path], 2, 'bad-input', /is a file, not a folder/);
    await expectRefusal(
      ['memory', 'add', '--text', 'pump stands', '--data', join(path, 'below')],
      2,
      'bad-input',
      /is a file, not a folder/,
    );
  });

  it('a second process on the same folder is refused for writing, and reads', async () => {
    const lock = await acquireLock(join(workspace.data, 'writer.lock'));
    try {
      await expectRefusal(['memory', 'add', '--text', 'pump stands'], 4, 'locked', /already open on this data folder.*--data/);
      await expectRefusal(['diagnose', 'Why does the pump stand?'], 4, 'locked', /already open/);
      expect((await run(['memory', 'list', '--json'])).code).toBe(0);
    } finally {
      await lock[Symbol.asyncDispose]();
    }
    expect((await run(['memory', 'list', '--json'])).code).toBe(0);
  });

  it.skipIf(!mayUnshare('rm'))('read-only: refused for writing, readable still', async () => {
    const data = join(workspace.root, 'read-only');
    expect((await run(['memory', 'add', '--text', 'Pump P-7 stands with E-204 after ten minutes', '--data', data])).code).toBe(0);
    const inside = (args: string) => [
      'unshare',
      '-rm',
      'sh',
      '-c',
      `mount --bind '${data}' '${data}' && mount -o remount,ro,bind '${data}' && exec "$@"`,
      args,
    ];
    await expectRefusal(['memory', 'add', '--text', 'pump stands', '--data', data], 4, 'read-only', /read-only drive.*--data/, {
      before: inside('sh'),
    });
    await expectRefusal(['diagnose', samplePhoto, 'What?', '--data', data], 4, 'read-only', /read-only drive/, { before: inside('sh') });
    const list = await run(['memory', 'list', '--data', data, '--json'], { before: inside('sh') });
    expect(list.code).toBe(0);
    expect((JSON.parse(list.stdout) as { total: number }).total).toBe(1);
  });

  it.skipIf(!mayUnshare('rm'))('full: refused, and nothing half-written is left', async () => {
    const data = join(workspace.root, 'full');
    await mkdir(data);
    const before = [
      'unshare',
      '-rm',
      'sh',
      '-c',
      `mount -t tmpfs -o size=64k tmpfs '${data}' && head -c 65536 /dev/zero > '${data}/ballast' 2>/dev/null; exec "$@"`,
      'sh',
    ];
    await expectRefusal(['memory', 'add', '--text', 'pump stands', '--data', data], 4, 'disk-full', /no room left.*Free some disk space/, {
      before,
    });
  });

  it.skipIf(!mayUnshare('rm'))('that fills up while a case is written: refused, and the case is not promised', async () => {
    const data = join(workspace.root, 'filling');
    await mkdir(data);
    const before = ['unshare', '-rm', 'sh', '-c', `mount -t tmpfs -o size=96k tmpfs '${data}'; exec "$@"`, 'sh'];
    const { code, stdout } = await run(['memory', 'add', '--text', 'pump stands', '--photo', samplePhoto, '--data', data, '--json'], {
      before,
    });
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'disk-full' } });
  });

  it.skipIf(process.getuid?.() === 0)('without permission', async () => {
    await expectRefusal(['memory', 'add', '--text', 'pump stands', '--data', '/proc/1/fixlore'], 4, 'no-permission', /may not write/);
  });
});

describe('settings', () => {
  it('a bad value in the file is named with its range, and can be put right', async () => {
    const data = join(workspace.root, 'bad-settings');
    await mkdir(data);
    await writeFile(join(data, 'settings.json'), '{"recallTop": 99}');
    await expectRefusal(['memory', 'list', '--data', data], 2, 'bad-input', /recallTop.*1 to 20.*default is 5/);
    expect((await run(['settings', 'set', 'recallTop', '8', '--data', data])).code).toBe(0);
    const after = await run(['settings', 'get', 'recallTop', '--data', data, '--json']);
    expect(JSON.parse(after.stdout)).toMatchObject({ settings: [{ key: 'recallTop', value: 8, default: 5 }] });
  });

  it('a damaged file is kept aside with a warning by the next one that writes', async () => {
    const data = join(workspace.root, 'damaged-settings');
    await mkdir(data);
    await writeFile(join(data, 'settings.json'), '{"recallTop": 9');
    const { code, stderr } = await run(['settings', 'set', 'toolsKept', '2', '--data', data]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/settings file was damaged/);
    const names = await readdir(data);
    expect(names.filter((name) => name.startsWith('settings.json.damaged-'))).toHaveLength(1);
    expect(JSON.parse(await readFile(join(data, 'settings.json'), 'utf8'))).toEqual({ toolsKept: 2 });
  });
});

describe('models', () => {
  it('missing: the memory works, a diagnosis says which and what to do', async () => {
    const data = join(workspace.root, 'no-models');
    expect(
      (await run(['memory', 'add', '--text', 'Pump P-7 stands with E-204', '--resolution', 'contactor 100-4471', '--data', data])).code,
    ).toBe(0);
    const search = await run(['memory', 'search', 'E-204', '--data', data, '--json']);
    expect((JSON.parse(search.stdout) as { cases: unknown[] }).cases).toHaveLength(1);
    await expectRefusal(
      ['diagnose', 'What helps against E-204 on the pump?', '--data', data],
      3,
      'model-missing',
      /\.gguf is missing.*npm run fixlore -- models fetch/,
    );
    const people = await run(['diagnose', 'What helps against E-204 on the pump?', '--data', data]);
    expect(people.code).toBe(3);
    expect(people.stdout).toContain('contactor 100-4471');
  });

  it('truncated: named as damaged', async () => {
    const cache = join(workspace.root, 'truncated');
    await mkdir(join(cache, 'models'), { recursive: true });
    for (const name of ['qwen2.5-coder-0.5b-instruct-q4_k_m.gguf', 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf'])
      await writeFile(join(cache, 'models', name), 'GGUF and nothing else');
    await expectRefusal(['diagnose', 'What helps against E-204?'], 3, 'model-damaged', /\.gguf is not the file.*models fetch/, {
      env: { FIXLORE_CACHE_DIR: cache },
    });
    await expectRefusal(['models', 'verify'], 3, 'model-damaged', /qwen2\.5-coder/, { env: { FIXLORE_CACHE_DIR: cache } });
  });

  it('of another name: said so', async () => {
    const cache = join(workspace.root, 'stranger');
    await mkdir(join(cache, 'models'), { recursive: true });
    await writeFile(join(cache, 'models', 'llama-something.gguf'), 'GGUF');
    await expectRefusal(['diagnose', 'What helps against E-204?'], 3, 'model-missing', /llama-something\.gguf/, {
      env: { FIXLORE_CACHE_DIR: cache },
    });
    await expectRefusal(['models', 'import', join(cache, 'models')], 3, 'model-damaged', /llama-something\.gguf/, {
      env: { FIXLORE_CACHE_DIR: join(workspace.root, 'empty-cache') },
    });
  });
});

describe('signals', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends the import of the samples within a second, with 130, and the folder opens again',
    async (signal) => {
      const data = join(workspace.root, `stopped-${signal}`);
      let sentAt = 0;
      const result = await run(['sample', 'open', '--data', data], {
        onOutput: (child, _stdout, stderr) => {
          if (sentAt > 0 || !/\n {2}10 of/.test(stderr)) return;
          sentAt = performance.now();
          child.kill(signal);
        },
      });
      expect(sentAt).toBeGreaterThan(0);
      expect(performance.now() - sentAt).toBeLessThan(1_500);
      expect(result.code).toBe(130);
      expect(result.stderr).not.toMatch(/\n\s+at /);
      const list = await run(['memory', 'list', '--data', data, '--json']);
      expect((JSON.parse(list.stdout) as { total: number }).total).toBeGreaterThanOrEqual(9);
      expect((await run(['memory', 'add', '--text', 'Pump P-7 stands with E-204', '--data', data])).code).toBe(0);
    },
  );

  it('a reader that goes away ends it quietly', async () => {
    const result = await runCliProcess(['settings', 'get'], { env: workspace.env, before: ['sh', '-c', '"$@" | true', 'sh'] });
    expect(result.stderr).toBe('');
  });
});
