import type { IncomingMessage } from 'node:http';
import { AppError } from '../../domain/errors.ts';
import type { FetchRequest, ModelSource } from '../model-source.ts';
import { httpGet } from './http-get.ts';

export interface HubOptions {
  /** Address of the hub or of a mirror that has the same paths. Default: `HF_ENDPOINT`, else the hub itself. */
  readonly endpoint?: string;
  readonly connectTimeoutMs?: number;
  readonly idleTimeoutMs?: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** The model hub, over HTTPS. Goes on where an earlier fetch of the same file ended; a file that changed since is fetched anew. */
export function createHubSource(options: HubOptions = {}): ModelSource {
  const env = options.env ?? process.env;
  const endpoint = options.endpoint ?? env['HF_ENDPOINT'] ?? 'https://huggingface.co';
  const name = `the model hub ${new URL(endpoint).host}`;

  async function get({ model, file, part, signal }: FetchRequest): Promise<IncomingMessage> {
    const hub = model.sources.hub;
    if (hub === undefined) throw new AppError('source-unreachable', `${model.name} is not at ${name}.`);
    const url = new URL(
      `${hub.repository}/resolve/${encodeURIComponent(hub.revision)}/${encodeURIComponent(file.name)}`,
      endpoint.endsWith('/') ? endpoint : `${endpoint}/`,
    );
    const headers: Record<string, string> = { 'user-agent': 'fixlore', 'accept-encoding': 'identity' };
    if (part.size > 0) {
      headers['range'] = `bytes=${part.size}-`;
      // With the tag of the first answer, a server whose file changed sends the whole new one instead of a wrong tail.
      if (part.source === name && part.etag !== null) headers['if-range'] = part.etag;
    }
    return httpGet(url, {
      headers,
      signal,
      env,
      connectTimeoutMs: options.connectTimeoutMs ?? 5_000,
      idleTimeoutMs: options.idleTimeoutMs ?? 30_000,
    });
  }

  return {
    name,
    serves: (model) => model.sources.hub !== undefined,
    async fetch(request) {
      const { file, part, onBytes, signal } = request;
      if (part.size === file.bytes) return;
      let response = await get(request);
      if (response.statusCode === 416 || (response.statusCode === 206 && !continues(response, part.size, file.bytes))) {
        response.destroy();
        await part.restart(name);
        response = await get(request);
      }
      const etag = strongTag(response);
      if (response.statusCode === 200) await part.restart(name, etag);
      else if (response.statusCode === 206 && part.size > 0) await part.adopt(name, etag);
      else {
        response.destroy();
        throw new AppError('source-unreachable', `${name} answered ${response.statusCode} for ${file.name}.`, {
          data: { status: response.statusCode },
        });
      }
      const announced = Number(response.headers['content-length'] ?? Number.NaN);
      if (Number.isFinite(announced) && part.size + announced !== file.bytes) {
        response.destroy();
        await part.discard();
        throw new AppError('model-damaged', `${name} has another ${file.name}: ${part.size + announced} bytes instead of ${file.bytes}.`, {
          data: { file: file.name },
        });
      }
      try {
        await part.append(response, onBytes, signal);
      } catch (cause) {
        if (cause instanceof AppError || signal.aborted) throw cause;
        throw new AppError(
          'source-unreachable',
          `The connection to ${name} broke off after ${part.size} of ${file.bytes} bytes of ${file.name}. What came is kept; the next fetch goes on from there.`,
          { cause },
        );
      }
    },
  };
}

/** True when the answer begins at the byte asked for and is of a file of the right size. */
function continues(response: IncomingMessage, from: number, bytes: number): boolean {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers['content-range'] ?? '');
  return range !== null && Number(range[1]) === from && (range[2] === '*' || Number(range[2]) === bytes);
}

/** A weak tag may stand for different bytes, so that it cannot guard a resume. */
function strongTag(response: IncomingMessage): string | null {
  const etag = response.headers.etag;
  return etag === undefined || etag.startsWith('W/') ? null : etag;
}
