import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface WatchedRun {
  readonly exitCode: number | null;
  readonly output: string;
  /** Files left in the home, cache, configuration, data and temporary folders of the child, relative to them. */
  readonly files: string[];
  /** TCP and UDP sockets that the child held at any look, as lines of /proc/net. */
  readonly sockets: string[];
  /** How often the sockets were looked at. */
  readonly looks: number;
}

const child = fileURLToPath(new URL('./telemetry-child.ts', import.meta.url));
const betweenLooks = 25;

/**
 * Runs a task of telemetry-child.ts as on a user's machine (no CI variable, no telemetry switch, network as it is) with every
 * folder it could write to empty and ours, and watches its sockets through /proc. Linux only.
 */
export async function watchChild(task: 'embed' | 'plain-runtime' | 'socket', seconds: number): Promise<WatchedRun> {
  const home = await mkdtemp(join(tmpdir(), 'watched-'));
  try {
    const run = spawn(process.execPath, [child, task, String(seconds)], {
      cwd: home,
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        XDG_CACHE_HOME: join(home, 'cache'),
        XDG_CONFIG_HOME: join(home, 'config'),
        XDG_DATA_HOME: join(home, 'data'),
        XDG_STATE_HOME: join(home, 'state'),
        TMPDIR: home,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    run.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    run.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => run.once('exit', resolve));
    const sockets = new Set<string>();
    let looks = 0;
    while (run.exitCode === null && run.signalCode === null) {
      for (const line of await socketsOf(run.pid as number)) sockets.add(line);
      looks++;
      await new Promise((resolve) => setTimeout(resolve, betweenLooks));
    }
    const files = await readdir(home, { recursive: true, withFileTypes: true });
    return {
      exitCode: await ended,
      output,
      files: files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1)),
      sockets: [...sockets],
      looks,
    };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Lines of the kernel's socket tables whose inode one of the process's descriptors points to. */
async function socketsOf(pid: number): Promise<string[]> {
  const links = await readdir(`/proc/${pid}/fd`)
    .then((names) => Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => ''))))
    .catch(() => []);
  const inodes = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  if (inodes.size === 0) return [];
  const found: string[] = [];
  for (const table of ['tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6']) {
    const lines = (await readFile(`/proc/${pid}/net/${table}`, 'utf8').catch(() => '')).split('\n').slice(1);
    for (const line of lines) {
      const fields = line.trim().split(/\s+/);
      if (inodes.has(fields[9] ?? '')) found.push(`${table} ${fields[1]} ${fields[2]}`);
    }
  }
  return found;
}
