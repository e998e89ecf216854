// Runs a program as if it were this one: same terminal, same signals, same exit code. Node's built-ins only.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean, stdio?: import('node:child_process').StdioOptions }} options
 * @returns {Promise<number>} the exit code; 128 + n for a program that a signal ended
 */
export function runProcess(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', windowsHide: false, ...options });
    // A Ctrl-C reaches the whole group of a terminal by itself; a signal sent to this process alone must be handed on.
    const handOn = (/** @type {NodeJS.Signals} */ signal) => {
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, handOn);
    const release = () => {
      for (const signal of signals) process.off(signal, handOn);
    };
    child.on('error', (error) => {
      release();
      reject(error);
    });
    child.on('close', (code, signal) => {
      release();
      resolve(code ?? 128 + (signal === null ? 1 : constants.signals[signal]));
    });
  });
}
