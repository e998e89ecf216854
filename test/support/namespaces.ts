import { spawnSync } from 'node:child_process';

/** True where this user may make namespaces of the given kinds: `rn` user and network, `rm` user and mount. */
export function mayUnshare(kinds: 'rn' | 'rm'): boolean {
  return process.platform === 'linux' && spawnSync('unshare', [`-${kinds}`, 'true'], { stdio: 'ignore' }).status === 0;
}
