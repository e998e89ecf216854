import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../src/main/domain/errors.ts';
import { acquireLock } from '../../src/main/platform/file-lock.ts';

const holderSource = (file: string) => `
  import { acquireLock } from ${JSON.stringify(new URL('../../src/main/platform/file-lock.ts', import.meta.url).href)};
  try { await acquireLock(${JSON.stringify(file)}); console.log('held'); setInterval(() => {}, 1000); }
  catch (error) { console.log(error.code); }
`;
const startHolder = (file: string) =>
  spawn(process.execPath, ['--input-type=module', '-e', holderSource(file)], { stdio: ['ignore', 'pipe', 'inherit'] });

let dir: string;
let file: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fixlore-lock-'));
  file = join(dir, 'data', 'writer.lock');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('lock of the data folder', () => {
  it('refuses a second owner and frees the folder when it is disposed of', async () => {
    {
      await using _lock = await acquireLock(file);
      await expect(acquireLock(file)).rejects.toMatchObject({ code: 'locked', message: expect.stringMatching(/already open.*--data/) });
    }
    expect(exitCodeOf('locked')).toBe(4);
    await using again = await acquireLock(file);
    expect(again).toBeDefined();
    expect(await readdir(join(dir, 'data'))).toEqual(['writer.lock']);
  });

  it('holds against another living process and falls to us the moment it is killed', async () => {
    const holder = startHolder(file);
    await once(holder.stdout, 'data');
    await expect(acquireLock(file)).rejects.toMatchObject({ code: 'locked' });
    holder.kill('SIGKILL');
    await once(holder, 'close');
    const started = performance.now();
    await using lock = await acquireLock(file);
    expect(lock).toBeDefined();
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(await readdir(join(dir, 'data'))).toEqual(['writer.lock']);
  });

  it('lets one of many take a dead lock over', async () => {
    const dead = startHolder(file);
    await once(dead.stdout, 'data');
    dead.kill('SIGKILL');
    await once(dead, 'close');
    const rivals = [0, 1, 2, 3].map(() => startHolder(file));
    const words = await Promise.all(rivals.map(async (rival) => String((await once(rival.stdout, 'data'))[0]).trim()));
    for (const rival of rivals) rival.kill('SIGKILL');
    expect(words.sort()).toEqual(['held', 'locked', 'locked', 'locked']);
  });

  it('knows that a process number was given to another', async () => {
    await (await acquireLock(file))[Symbol.asyncDispose]();
    await writeFile(file, JSON.stringify({ pid: process.pid, started: 'other-boot/1', boot: 1, token: 'x' }));
    if (process.platform !== 'linux') return;
    await using lock = await acquireLock(file);
    expect(lock).toBeDefined();
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid });
  });

  it('takes over what is half-written once it is old, and not before', async () => {
    await (await acquireLock(file))[Symbol.asyncDispose]();
    await writeFile(file, '{"pid":');
    await expect(acquireLock(file)).rejects.toMatchObject({ code: 'locked' });
    const old = new Date(Date.now() - 60_000);
    await utimes(file, old, old);
    await using lock = await acquireLock(file);
    expect(lock).toBeDefined();
  });
});

const namespaces = spawnSync('unshare', ['-rm', 'true']).status === 0;
if (!namespaces) console.warn('Namespaces are forbidden here: the tests of a read-only and of a full folder are left out.');

/** Runs a module in a namespace of its own, after mounting there, and gives what it prints. */
function inNamespace(mount: string, source: string): string {
  return execFileSync('unshare', ['-rm', 'sh', '-c', `${mount} && exec "$0" --input-type=module -e "$1"`, process.execPath, source], {
    encoding: 'utf8',
    timeout: 60_000,
  });
}

describe.skipIf(!namespaces)('a folder that cannot be written', () => {
  const modules = (name: string) => JSON.stringify(new URL(`../../src/main/${name}`, import.meta.url).href);
  const tell = (work: string) =>
    `try { ${work}; console.log('no error'); } catch (error) { console.log(error.code + '|' + error.message); } process.exit(0);`;
  const openStore = (folder: string) =>
    `await openLanceMemoryStore({ dir: ${JSON.stringify(folder)}, textEmbedder: { id: 't', dimensions: 4 }, imageEmbedder: { id: 'i', dimensions: 4 } })`;

  it('says that a drive is read-only', () => {
    const out = inNamespace(
      `mount -t tmpfs -o ro none ${dir}`,
      `import { acquireLock } from ${modules('platform/file-lock.ts')}; import { openWriteJournal } from ${modules('platform/write-journal.ts')}; import { openLanceMemoryStore } from ${modules('memory/lancedb/lancedb-memory-store.ts')};
       for (const work of [() => acquireLock(${JSON.stringify(join(dir, 'writer.lock'))}), () => openWriteJournal(${JSON.stringify(join(dir, 'j'))}), async () => ${openStore(join(dir, 'm'))}]) { try { await work(); console.log('no error'); } catch (error) { console.log(error.code); } } process.exit(0);`,
    );
    expect(out.trim().split('\n')).toEqual(['read-only', 'read-only', 'read-only']);
  });

  it('says that the disk is full, keeps what was stored, and goes on once there is room', () => {
    const out = inNamespace(
      `mount -t tmpfs -o size=3m none ${dir}`,
      `import { openWriteJournal } from ${modules('platform/write-journal.ts')}; import { openLanceMemoryStore } from ${modules('memory/lancedb/lancedb-memory-store.ts')};
       import { makeUnit, embedded, textIdentity, imageIdentity } from ${JSON.stringify(new URL('../support/memory-units.ts', import.meta.url).href)}; import { writeFileSync, rmSync } from 'node:fs';
       const dir = ${JSON.stringify(dir)};
       const journal = await openWriteJournal(dir + '/journal');
       const store = await openLanceMemoryStore({ dir: dir + '/memory', textEmbedder: textIdentity, imageEmbedder: imageIdentity });
       const first = embedded(makeUnit({ text: 'first' }));
       await store.upsert([first]); await journal.append({ type: 'write', unit: first });
       try { for (let at = 0; at < 64; at += 1) writeFileSync(dir + '/filler' + at, Buffer.alloc(65536)); } catch {}
       try { writeFileSync(dir + '/last', Buffer.alloc(4096)); writeFileSync(dir + '/last2', Buffer.alloc(4096)); } catch {}
       const big = embedded(makeUnit({ text: 'big '.repeat(40000) }));
       try { await store.upsert([big]); console.log('no error'); } catch (error) { console.log(error.code); }
       try { await journal.append({ type: 'write', unit: big }); console.log('no error'); } catch (error) { console.log(error.code); }
       console.log((await store.get([first.unit.id])).length, journal.pending().length);
       rmSync(dir + '/filler0'); rmSync(dir + '/filler1'); rmSync(dir + '/filler2'); rmSync(dir + '/filler3'); rmSync(dir + '/filler4');
       const small = embedded(makeUnit({ text: 'small' }));
       await store.upsert([small]); await journal.append({ type: 'write', unit: small });
       const again = await openWriteJournal(dir + '/journal');
       console.log((await store.list({})).total, again.pending().length);
       process.exit(0);`,
    );
    expect(out.trim().split('\n')).toEqual(['disk-full', 'disk-full', '1 1', '2 2']);
  });

  it('has a plain sentence for it', () => {
    const out = inNamespace(
      `mount -t tmpfs -o ro none ${dir}`,
      `import { openLanceMemoryStore } from ${modules('memory/lancedb/lancedb-memory-store.ts')}; ${tell(openStore(join(dir, 'memory')))}`,
    );
    expect(out).toMatch(/^read-only\|.*read-only drive\. Choose another folder with --data\./);
  });
});
