import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { parseManifest, type Manifest, type ModelEntry } from '../../src/main/catalog/model-manifest.ts';

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'fixlore-catalog-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Random weights and the list of models that describes them. */
export function weights(
  bytes: number,
  sources: ModelEntry['sources'] = { hub: { repository: 'owner/tiny', revision: 'main' } },
): { content: Buffer; manifest: Manifest } {
  const content = randomBytes(bytes);
  const file = { name: 'tiny.gguf', bytes, sha256: createHash('sha256').update(content).digest('hex') };
  const entry = {
    id: 'tiny',
    name: 'Tiny',
    role: 'router',
    profile: 'compact',
    format: 'gguf',
    licence: 'MIT',
    origin: 'https://example.org/tiny',
    files: [file],
    sources,
  };
  return { content, manifest: parseManifest({ schema: 1, models: [entry] }, 'the test') };
}

export interface HubServer {
  readonly endpoint: string;
  /** `Range` header of each request, '' where there was none. */
  readonly ranges: string[];
  readonly paths: string[];
  /** What is served; may be changed between requests. */
  file: { content: Buffer; etag: string; status?: number; ignoreRange?: boolean };
  /** Ends the connection after so many bytes of an answer. */
  cutAfter: number | null;
  /** Falls silent after so many bytes of an answer. */
  stallAfter: number | null;
}

/** A hub on the loopback address that knows Range and If-Range. */
export async function startHub(content: Buffer): Promise<HubServer> {
  const hub: HubServer = { endpoint: '', ranges: [], paths: [], file: { content, etag: '"one"' }, cutAfter: null, stallAfter: null };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    hub.ranges.push(request.headers.range ?? '');
    hub.paths.push(request.url ?? '');
    const { content: bytes, etag, status, ignoreRange } = hub.file;
    if (status !== undefined) return void response.writeHead(status).end('no');
    const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '');
    const fits = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
    const from = range !== null && fits && ignoreRange !== true ? Number(range[1]) : 0;
    const body = bytes.subarray(from);
    const headers = {
      etag,
      'content-length': body.length,
      ...(from > 0 && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    };
    response.writeHead(from > 0 ? 206 : 200, headers);
    if (hub.stallAfter !== null) return void response.write(body.subarray(0, hub.stallAfter));
    if (hub.cutAfter === null) return void response.end(body);
    // A moment later, so that what was sent arrives before the reset.
    response.write(body.subarray(0, hub.cutAfter), () => setTimeout(() => response.destroy(), 100));
  };
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return Object.assign(hub, { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}
