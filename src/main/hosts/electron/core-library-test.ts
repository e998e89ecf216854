import childProcess from 'node:child_process';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

/** The core asks for a test process, speaks to it, or ends it. */
export type LibraryTestRequest =
  | { readonly type: 'test-library'; readonly id: number; readonly file: string }
  | { readonly type: 'tell-library'; readonly id: number; readonly data: unknown }
  | { readonly type: 'end-library'; readonly id: number };
/** What the test process said, or that it ended. */
export type LibraryTestAnswer =
  | { readonly type: 'library-said'; readonly id: number; readonly data: unknown }
  | { readonly type: 'library-ended'; readonly id: number; readonly code: number };

/** As much of a child process as the library uses. */
class LibraryTest extends EventEmitter {
  readonly stdout = null;
  readonly stderr = null;
  exitCode: number | null = null;
  killed = false;
  readonly #id: number;
  readonly #ask: (request: LibraryTestRequest) => void;

  constructor(id: number, ask: (request: LibraryTestRequest) => void) {
    super();
    this.#id = id;
    this.#ask = ask;
  }

  send(data: unknown): boolean {
    this.#ask({ type: 'tell-library', id: this.#id, data });
    return true;
  }

  kill(): boolean {
    this.killed = true;
    this.#ask({ type: 'end-library', id: this.#id });
    return true;
  }
}

const testFile = 'testBindingBinary.js';

/**
 * node-llama-cpp tries its binary in a process of its own before it loads it, so that an unfit processor does not take
 * the core down. It uses `child_process.fork` for that, which would start the desktop app a second time: the app cannot be
 * run as Node. So this one file is forked by the window's process, which can. Returns where the answers go.
 */
export function testLibrariesThrough(ask: (request: LibraryTestRequest) => void): (answer: LibraryTestAnswer) => void {
  const running = new Map<number, LibraryTest>();
  const forkAsBefore = childProcess.fork;
  let lastId = 0;
  const fork = (file: string | URL, ...rest: never[]) => {
    if (typeof file !== 'string' || basename(file) !== testFile) return forkAsBefore(file, ...rest);
    const test = new LibraryTest(++lastId, ask);
    running.set(lastId, test);
    ask({ type: 'test-library', id: lastId, file });
    return test;
  };
  childProcess.fork = fork as typeof childProcess.fork;
  syncBuiltinESMExports();
  return (answer) => {
    const test = running.get(answer.id);
    if (!test) return;
    if (answer.type === 'library-said') test.emit('message', answer.data);
    else {
      running.delete(answer.id);
      test.exitCode = answer.code;
      test.emit('exit', answer.code);
    }
  };
}
