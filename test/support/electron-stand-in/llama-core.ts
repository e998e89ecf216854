import { openLlamaRuntime } from '../../../src/main/inference/llama/llama-runtime.ts';
import { testLibrariesThrough } from '../../../src/main/hosts/electron/core-library-test.ts';

// A core that loads the language model library, and says what came of it.
const { parentPort } = process;
const answered = testLibrariesThrough((request) => parentPort.postMessage(request));
parentPort.on('message', ({ data }) => {
  if (data.type === 'close') process.exit(0);
  answered(data);
});
openLlamaRuntime({ threads: 1 }).then(
  ({ threads }) => parentPort.postMessage({ type: 'failed', message: `loaded, ${threads} thread` }),
  (error: unknown) => parentPort.postMessage({ type: 'failed', message: String(error) }),
);
