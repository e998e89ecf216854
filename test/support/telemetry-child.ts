/** Started by the telemetry test as a process of its own: does what its argument says, tells its time, and waits to be watched. */
import { textModelFiles } from './embedded-models.ts';

const [, , task, seconds] = process.argv;

switch (task) {
  case 'embed': {
    const { E5TextEmbedder } = await import('../../src/main/inference/onnx/e5-text-embedder.ts');
    const embedder = await E5TextEmbedder.open(textModelFiles);
    const [vector] = await embedder.embed(['oil leaks from the gearbox'], 'query');
    process.stdout.write(`embedded ${vector?.length}\n`);
    break;
  }
  case 'plain-runtime': {
    const { InferenceSession } = await import('onnxruntime-node');
    await InferenceSession.create(textModelFiles.modelFile);
    process.stdout.write('opened\n');
    break;
  }
  case 'socket': {
    const { createSocket } = await import('node:dgram');
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    process.stdout.write('bound\n');
    setTimeout(() => socket.close(), 1000);
    break;
  }
  default:
    throw new Error(`unknown task ${task}`);
}
setTimeout(() => process.exit(0), Number(seconds) * 1000);
