import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../domain/errors.ts';
import type { FetchRequest, ModelSource } from '../model-source.ts';

/** A folder or USB stick that the user points to; the files lie in it under their own names. */
export function createFolderSource(dir: string): ModelSource {
  const name = `the folder ${dir}`;
  return {
    name,
    serves: (model) => model.sources.embedded === undefined && model.sources.npm === undefined,
    async fetch({ file, part, onBytes, signal }: FetchRequest) {
      const path = join(dir, file.name);
      const info = await stat(path).catch(() => null);
      if (info === null) throw new AppError('source-unreachable', `${file.name} is not in ${name}.`, { data: { file: path } });
      if (info.size !== file.bytes)
        throw new AppError('model-damaged', `${path} has ${info.size} bytes instead of ${file.bytes}: it is truncated or another file.`, {
          data: { file: path },
        });
      if (part.source === name) await part.adopt(name, null);
      else await part.restart(name);
      try {
        await part.append(createReadStream(path, { start: part.size, highWaterMark: 1 << 20 }), onBytes, signal);
      } catch (cause) {
        if (cause instanceof AppError || signal.aborted) throw cause;
        throw new AppError('source-unreachable', `${path} cannot be read.`, { cause, data: { file: path } });
      }
    },
  };
}
