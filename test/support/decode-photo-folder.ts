// Run as a child process: decodes every file of the folders given and writes one JSON line per file, so that a test can
// measure memory apart from its own and a crash is seen as one.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../src/main/domain/errors.ts';
import { createSharpImageCodec } from '../../src/main/inference/sharp/sharp-image-codec.ts';

const codec = createSharpImageCodec();
for (const folder of process.argv.slice(2)) {
  for (const name of (readdirSync(folder, { recursive: true }) as string[]).sort()) {
    const file = join(folder, name);
    if (!statSync(file).isFile() || /LICENSE|SOURCE/.test(name)) continue;
    const started = performance.now();
    const bytes = readFileSync(file);
    let outcome: Record<string, unknown>;
    try {
      const header = await codec.readHeader(bytes);
      const { image, partial } = await codec.decode(bytes, { maxSide: 1600 });
      outcome = {
        result: partial ? 'partial' : 'decoded',
        format: header.format,
        width: image.width,
        height: image.height,
        bytes: image.data.length,
      };
    } catch (error) {
      outcome =
        error instanceof AppError
          ? { result: 'refused', code: error.code, message: error.message }
          : { result: 'crashed', message: String(error) };
    }
    const line = {
      file,
      ...outcome,
      ms: Math.round(performance.now() - started),
      peakRssMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
}
