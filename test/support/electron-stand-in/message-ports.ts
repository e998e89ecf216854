import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort as NodePort } from 'node:worker_threads';

const taken = new WeakSet<object>();

/** Takes the port out of its wrapper, which is of no use from then on: what a transfer does. */
export function takePort(wrapper: MessagePortMain | PagePort): NodePort {
  if (taken.has(wrapper)) throw new Error('Port at index 0 is already neutered');
  taken.add(wrapper);
  if (wrapper.started) throw new Error('the stand-in does not transfer a port that was started');
  return wrapper.inner;
}

/** Only what structured clone can carry to another process: no Blob, no function. */
function checkMessage(message: unknown): unknown {
  if (message instanceof Blob) throw new Error('An object could not be cloned.');
  return structuredClone(message);
}

/** The end of a channel in the main process or in a utility process: nothing arrives before `start()`. */
export class MessagePortMain extends EventEmitter {
  readonly inner: NodePort;
  started = false;

  constructor(inner: NodePort) {
    super();
    this.inner = inner;
  }

  start(): void {
    if (this.started) return;
    this.started = true;
    this.inner.on('message', (data: unknown) => this.emit('message', { data, ports: [] }));
    this.inner.on('close', () => this.emit('close'));
  }

  postMessage(message: unknown, transfer: readonly MessagePortMain[] = []): void {
    if (taken.has(this)) throw new Error('the port was handed on and cannot be used any more');
    if (transfer.length > 0) throw new Error('the stand-in does not hand ports on through ports');
    this.inner.postMessage(checkMessage(message));
  }

  close(): void {
    this.inner.close();
  }
}

export class MessageChannelMain {
  readonly port1: MessagePortMain;
  readonly port2: MessagePortMain;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port1 = new MessagePortMain(port1);
    this.port2 = new MessagePortMain(port2);
  }
}

/** The end of a channel in a page, as in a browser: `addEventListener` alone starts nothing. */
export class PagePort extends EventTarget {
  readonly inner: NodePort;
  started = false;

  constructor(inner: NodePort) {
    super();
    this.inner = inner;
  }

  start(): void {
    if (this.started) return;
    this.started = true;
    this.inner.on('message', (data: unknown) => this.dispatchEvent(new MessageEvent('message', { data })));
    this.inner.on('close', () => this.dispatchEvent(new Event('close')));
  }

  postMessage(message: unknown): void {
    if (taken.has(this)) throw new Error('the port was handed on and cannot be used any more');
    this.inner.postMessage(checkMessage(message));
  }

  close(): void {
    this.inner.close();
  }
}
