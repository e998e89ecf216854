// Runs in a thread of its own: both decoders are synchronous JavaScript and WebAssembly, and must neither stop the
// window nor be trusted to end.
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

export interface SlowDecodeRequest {
  readonly format: 'heic' | 'bmp';
  readonly bytes: Uint8Array;
}
export type SlowDecodeReply = { readonly width: number; readonly height: number; readonly rgba: Uint8Array } | { readonly error: string };

interface HeifImage {
  is_primary?(): boolean;
  get_width(): number;
  get_height(): number;
  display(target: { data: Uint8ClampedArray; width: number; height: number }, done: (result: unknown) => void): void;
  free(): void;
}

const require = createRequire(import.meta.url);

async function decodeHeic(bytes: Uint8Array): Promise<SlowDecodeReply> {
  const library = require('libheif-js/wasm-bundle') as { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };
  const images = new library.HeifDecoder().decode(bytes);
  const image = images.find((candidate) => candidate.is_primary?.() === true) ?? images[0];
  if (image === undefined) return { error: 'no picture was found in the HEIC file' };
  const width = image.get_width();
  const height = image.get_height();
  const data = new Uint8ClampedArray(width * height * 4);
  const shown = await new Promise<unknown>((resolve) => image.display({ data, width, height }, resolve));
  if (shown === null || shown === undefined) return { error: 'the HEIC picture is damaged' };
  return { width, height, rgba: new Uint8Array(data.buffer) };
}

function decodeBmp(bytes: Uint8Array): SlowDecodeReply {
  const library = require('bmp-ts') as typeof import('bmp-ts');
  const image = library.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { toRGBA: true });
  const height = Math.abs(image.height);
  const rgba = new Uint8Array(image.data.buffer, image.data.byteOffset, image.data.byteLength);
  // BMP keeps no meaning in its fourth byte unless the header says so, and most writers leave it at zero.
  for (let at = 3; at < rgba.length; at += 4) rgba[at] = 255;
  return { width: image.width, height, rgba };
}

const request = workerData as SlowDecodeRequest;
let reply: SlowDecodeReply;
try {
  reply = request.format === 'heic' ? await decodeHeic(request.bytes) : decodeBmp(request.bytes);
} catch (error) {
  reply = { error: error instanceof Error ? error.message : String(error) };
}
if ('rgba' in reply) {
  const rgba = reply.rgba.byteLength === reply.rgba.buffer.byteLength ? reply.rgba : reply.rgba.slice();
  parentPort?.postMessage({ ...reply, rgba }, [rgba.buffer as ArrayBuffer]);
} else parentPort?.postMessage(reply);
