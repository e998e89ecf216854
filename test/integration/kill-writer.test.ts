import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openLanceMemoryStore } from '../../src/main/memory/lancedb/lancedb-memory-store.ts';
import { createMemoryWriter } from '../../src/main/memory/remember.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import { acquireLock } from '../../src/main/platform/file-lock.ts';
import { openWriteJournal } from '../../src/main/platform/write-journal.ts';
import { createHashEmbedder, imageIdentity, testCuts, textIdentity } from '../support/memory-units.ts';

const dir = await mkdtemp(join(tmpdir(), 'fixlore-kill-'));
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Runs the writer, kills it after the delay from its first write, and gives the numbers that it acknowledged. */
function runAndKill(from: number, delayMs: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [new URL('../support/kill-writer.ts', import.meta.url).pathname, dir, String(from)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let errors = '';
    let timer: NodeJS.Timeout | undefined;
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (timer === undefined && out.includes('ready')) timer = setTimeout(() => child.kill('SIGKILL'), delayMs);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (signal !== 'SIGKILL') reject(new Error(`the writer ended by itself (${code}): ${errors}`));
      else resolve([...out.matchAll(/^done (\d+)$/gm)].map((match) => Number(match[1])));
    });
  });
}

it('loses no acknowledged case at twenty kills, and the memory opens each time', { timeout: 120_000 }, async () => {
  const acknowledged = new Set<number>();
  let from = 0;
  for (let round = 0; round < 20; round += 1) {
    // A fresh start takes the dead process's lock over and replays; a failure there rejects here.
    const done = await runAndKill(from, 50 + Math.random() * 600);
    for (const at of done) acknowledged.add(at);
    from = Math.max(from, ...done, -1) + 2;
  }
  expect(acknowledged.size).toBeGreaterThan(20);

  await using lock = await acquireLock(join(dir, 'writer.lock'));
  expect(lock).toBeDefined();
  await using store = await openLanceMemoryStore({ dir: join(dir, 'memory'), textEmbedder: textIdentity, imageEmbedder: imageIdentity });
  await using journal = await openWriteJournal(join(dir, 'journal'));
  const writer = createMemoryWriter({
    store,
    journal,
    textEmbedder: createHashEmbedder(),
    imageEmbedderId: imageIdentity.id,
    photosDir: join(dir, 'photos'),
    thumbnailsDir: join(dir, 'thumbnails'),
    cuts: testCuts,
    clock: systemClock,
  });
  await writer.replay();
  expect(journal.pending()).toEqual([]);
  const lost: number[] = [];
  for (const at of acknowledged) {
    const unit = await store.findBySource('kill', `${at}`);
    if (unit === null) {
      lost.push(at);
      continue;
    }
    expect(unit.resolution).toBe(`replaced part 88${at}-A${at}`);
    expect(await readFile(join(dir, 'photos', unit.photos[0]?.file ?? ''), 'utf8')).toBe(`photo ${at}`);
    expect((await store.searchText(`word${at}`, 3, {})).map((found) => found.unit.id)).toContain(unit.id);
  }
  expect(lost).toEqual([]);
});
