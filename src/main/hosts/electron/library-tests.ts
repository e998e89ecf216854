import { join } from 'node:path';
import { utilityProcess, type UtilityProcess } from 'electron';
import type { LibraryTestAnswer, LibraryTestRequest } from './core-library-test.ts';

/** The one file that the core may have started: the language model library's own test of its binary. */
const testFile = join('node-llama-cpp', 'dist', 'bindings', 'utils', 'testBindingBinary.js');

/** The window's side of the core's library tests: each runs in a utility process. */
export class LibraryTests implements Disposable {
  readonly #answer: (answer: LibraryTestAnswer) => void;
  readonly #running = new Map<number, UtilityProcess>();

  constructor(answer: (answer: LibraryTestAnswer) => void) {
    this.#answer = answer;
  }

  handle(request: LibraryTestRequest): void {
    const { id } = request;
    if (request.type === 'test-library') this.#start(id, request.file);
    else if (request.type === 'tell-library') this.#running.get(id)?.postMessage(request.data);
    else this.#running.get(id)?.kill();
  }

  [Symbol.dispose](): void {
    for (const child of this.#running.values()) child.kill();
  }

  #start(id: number, file: string): void {
    if (!file.endsWith(testFile)) {
      this.#answer({ type: 'library-ended', id, code: 1 });
      return;
    }
    const child = utilityProcess.fork(file, [], {
      serviceName: 'Fixlore library test',
      env: { ...process.env, TEST_BINDING_CP: 'true' },
      stdio: 'ignore',
    });
    this.#running.set(id, child);
    child.on('message', (data: unknown) => this.#answer({ type: 'library-said', id, data }));
    child.once('exit', (code) => {
      this.#running.delete(id);
      this.#answer({ type: 'library-ended', id, code });
    });
  }
}
