import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { unitIdOf } from '../memory/unit-id.ts';
import { unpackedPath } from '../platform/unpacked-path.ts';
import { writeFileAtomic } from '../platform/write-file.ts';
import type { App, SampleProgress, SampleWorkspace } from './app.ts';
import { readSampleWorkspace } from './read-sample-workspace.ts';

/** The sample workspace that ships with the product. */
export const sampleDir = unpackedPath(resolve(import.meta.dirname, '../../../examples'));

export interface SampleTarget {
  readonly addCase: App['memory']['add'];
  readonly importMarkdown: App['knowledge']['importMarkdown'];
  readonly importWorkOrders: App['records']['importWorkOrders'];
  /** What stands on vectors: another embedder needs another import. */
  readonly embedders: readonly string[];
  /** How many cases are there now. */
  readonly countCases: () => Promise<number>;
}

/**
 * Puts the sample cases, manuals and records into a data folder. A stamp in `stampFile` names what was imported,
 * so that the second opening reads nothing but file sizes. Errors: those of the import, `not-found`, `cancelled`.
 */
export async function openSample(
  dir: string,
  stampFile: string,
  target: SampleTarget,
  onProgress: (progress: SampleProgress) => void,
  signal: AbortSignal,
): Promise<SampleWorkspace> {
  const wanted = await fingerprint(dir, target.embedders);
  const stamp = await readStamp(stampFile);
  if (stamp?.fingerprint === wanted && (await target.countCases()) > 0) {
    return { imported: false, cases: stamp.cases, documents: stamp.documents, workOrders: stamp.workOrders, photos: await photosOf(dir) };
  }
  const files = await readSampleWorkspace(dir);
  const total = files.cases.length + files.manuals.length + files.workOrders.length;
  let done = 0;
  const step = (what: string) => onProgress({ done: ++done, total, what });
  for (const { supersededBy, photos, ...sample } of files.cases) {
    await target.addCase(
      {
        ...sample,
        photos: await Promise.all(
          photos.map(async ({ file, role }) => ({ bytes: new Uint8Array(await readFile(join(files.photoDir, file))), role })),
        ),
        ...(supersededBy === null ? {} : { supersededBy: unitIdOf(sample.source.system, supersededBy) }),
        origin: 'import',
      },
      signal,
    );
    step(`case ${sample.source.id}`);
  }
  for (const file of files.manuals) {
    await target.importMarkdown(file);
    step(`manual ${basename(file)}`);
  }
  let workOrders = 0;
  for (const file of files.workOrders) {
    workOrders += (await target.importWorkOrders(file)).imported;
    step(`work orders ${basename(file)}`);
  }
  const counts = { cases: files.cases.length, documents: files.manuals.length, workOrders };
  await writeFileAtomic(stampFile, `${JSON.stringify({ fingerprint: wanted, ...counts })}\n`);
  return { imported: true, ...counts, photos: await photosOf(dir) };
}

interface Stamp {
  readonly fingerprint: string;
  readonly cases: number;
  readonly documents: number;
  readonly workOrders: number;
}

async function readStamp(file: string): Promise<Stamp | null> {
  try {
    const value = JSON.parse(await readFile(file, 'utf8')) as Partial<Stamp>;
    return typeof value.fingerprint === 'string'
      ? {
          fingerprint: value.fingerprint,
          cases: Number(value.cases),
          documents: Number(value.documents),
          workOrders: Number(value.workOrders),
        }
      : null;
  } catch {
    return null;
  }
}

/** Names and sizes of all sample files: changing one of them brings a new import, in which later cases replace earlier ones. */
async function fingerprint(dir: string, embedders: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(embedders.join('\n'));
  for (const folder of ['cases', 'manuals', 'photos', 'records']) {
    const names = (await readdir(join(dir, folder)).catch(() => [])).sort();
    for (const name of names) hash.update(`\n${folder}/${name} ${(await stat(join(dir, folder, name))).size}`);
  }
  return hash.digest('hex');
}

/** Photos to ask about first: those that belong to no case. */
async function photosOf(dir: string): Promise<string[]> {
  const names = (await readdir(join(dir, 'photos')).catch(() => [])).filter((name) => name.endsWith('.jpg'));
  const order = (name: string) => (name === 'query-hp40-panel.jpg' ? 0 : name.startsWith('query-') ? 1 : 2);
  return names.sort((a, b) => order(a) - order(b) || a.localeCompare(b)).map((name) => join(dir, 'photos', name));
}
