import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';
import { MessageChannel, type MessagePort as NodePort } from 'node:worker_threads';
import { MessagePortMain } from './message-ports.ts';
import type { Relayed } from './utility-process.ts';

// Inside the utility process: `process.parentPort`, then the module that was named.
const ports = new Map<number, NodePort>();
const waiting: { data: unknown; ports: MessagePortMain[] }[] = [];
const send = (message: Relayed): void => void process.send?.(message, undefined, undefined, () => undefined);

class ParentPort extends EventEmitter {
  postMessage(data: unknown, ...more: unknown[]): void {
    if (more.length > 0) throw new Error('parentPort.postMessage takes the message alone');
    send({ kind: 'message', data: structuredClone(data), ports: [] });
  }
}

function openPort(id: number): MessagePortMain {
  const { port1, port2 } = new MessageChannel();
  ports.set(id, port1);
  port1.on('message', (data: unknown) => send({ kind: 'port', port: id, data }));
  port1.on('close', () => send({ kind: 'port-closed', port: id }));
  return new MessagePortMain(port2);
}

const parentPort = new ParentPort();
// Messages wait until somebody listens.
parentPort.on('newListener', (event) => {
  if (event === 'message') setImmediate(() => waiting.splice(0).forEach((message) => parentPort.emit('message', message)));
});
process.on('message', (message: Relayed) => {
  if (message.kind === 'port') ports.get(message.port)?.postMessage(message.data);
  else if (message.kind === 'port-closed') ports.get(message.port)?.close();
  else {
    const event = { data: message.data, ports: message.ports.map(openPort) };
    if (parentPort.listenerCount('message') > 0) parentPort.emit('message', event);
    else waiting.push(event);
  }
});
process.on('disconnect', () => process.exit(1));

Object.defineProperty(process, 'parentPort', { value: parentPort });
const [node = '', , modulePath = '', ...args] = process.argv;
process.argv = [node, modulePath, ...args];
await import(pathToFileURL(modulePath).href);
