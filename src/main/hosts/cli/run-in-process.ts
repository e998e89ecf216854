import type { CliHost } from './command-context.ts';

/** How long a cancelled command may take to close its files, ms. */
const closingTime = 700;
/** The same for a host, which may have models to put away, ms. */
const servingClosingTime = 1_700;

/**
 * Ties a command to this process: Ctrl-C and SIGTERM abort it and it ends within a second with 130, a reader that
 * goes away (`| head`) ends it quietly, and the exit code is handed on once everything is written.
 */
export async function runInProcess(run: (host: Omit<CliHost, 'createApp'>) => Promise<number>): Promise<void> {
  const cancel = new AbortController();
  let readerGone = false;
  let regular = false;
  const stop = () => {
    // A second Ctrl-C does not wait for anything.
    if (cancel.signal.aborted) process.exit(130);
    cancel.abort();
    // An exit waits for native threads, and a model that is just being loaded keeps one for seconds. What was written is safe by the journal.
    if (regular) setTimeout(() => process.kill(process.pid, 'SIGKILL'), servingClosingTime).unref();
    else setTimeout(() => process.exit(130), closingTime).unref();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    readerGone = true;
    cancel.abort();
    setTimeout(() => process.exit(0), closingTime).unref();
  });
  process.stderr.on('error', () => undefined);

  const code = await run({
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    signal: cancel.signal,
    endsWithSignal: () => (regular = true),
  });
  await flushed(process.stdout);
  // Native parts may keep threads alive; everything of ours is closed by now.
  process.exit(readerGone ? 0 : cancel.signal.aborted && !regular ? 130 : code);
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return stream.writableLength === 0 ? Promise.resolve() : new Promise((resolve) => stream.write('', () => resolve()));
}
