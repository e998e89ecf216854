import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import { standings, unitKinds, unitStatuses } from '../domain/memory-unit.ts';
import { photoRoles } from '../domain/photo.ts';

/** One case as it stands in `cases/*.json`: raw, with personal data in it; mask it before it is stored. */
export const sampleCaseSchema = z.strictObject({
  source: z.strictObject({ system: z.string().min(1), id: z.string().min(1) }),
  kind: z.enum(unitKinds),
  title: z.string().min(1),
  /** Symptom and circumstances. */
  text: z.string().min(1),
  resolution: z.string(),
  equipment: z.string(),
  asset: z.string(),
  /** Codes and part numbers as written. */
  codes: z.array(z.string()),
  workOrder: z.string(),
  madeAt: z.iso.datetime(),
  standing: z.enum(standings),
  status: z.enum(unitStatuses),
  /** Source id of the sample case that replaces this one. */
  supersededBy: z.string().nullable(),
  importance: z.number().int().min(1).max(5),
  photos: z.array(z.strictObject({ file: z.string().regex(/^[a-z0-9-]+\.jpg$/), role: z.enum(photoRoles) })),
});
export type SampleCase = z.infer<typeof sampleCaseSchema>;

export interface SampleFiles {
  /** Successors stand before the cases that they replace. */
  readonly cases: readonly SampleCase[];
  /** Paths of the Markdown manuals. */
  readonly manuals: readonly string[];
  /** Paths of the CSV files of work orders. */
  readonly workOrders: readonly string[];
  /** Folder of the photos that cases name, and the paths of all photos. */
  readonly photoDir: string;
  readonly photos: readonly string[];
}

async function filesOf(dir: string, ending: string): Promise<string[]> {
  const names = await readdir(dir).catch((error: unknown) => {
    throw new AppError('not-found', `The sample workspace has no folder ${dir}. Restore the examples folder and try again.`, {
      cause: error,
    });
  });
  return names
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(dir, name));
}

async function readCases(file: string): Promise<SampleCase[]> {
  try {
    return z.array(sampleCaseSchema).parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const where = error instanceof z.ZodError ? ` at ${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}` : '';
    throw new AppError('bad-input', `The sample file ${file} is damaged${where}. Restore it and try again.`, { cause: error });
  }
}

/** Reads and checks the sample workspace in `dir` (the `examples` folder). Errors: `not-found`, `bad-input`. */
export async function readSampleWorkspace(dir: string): Promise<SampleFiles> {
  const photoDir = join(dir, 'photos');
  const cases = (await Promise.all((await filesOf(join(dir, 'cases'), '.json')).map(readCases))).flat();
  const photos = await filesOf(photoDir, '.jpg');
  const known = new Set(photos);
  const ids = new Set<string>();
  for (const { source, photos: used } of cases) {
    if (ids.has(source.id))
      throw new AppError('bad-input', `The sample case ${source.id} stands in the cases twice. Give one of them another id.`);
    ids.add(source.id);
    for (const { file } of used) {
      if (!known.has(join(photoDir, file)))
        throw new AppError(
          'not-found',
          `The sample case ${source.id} names the photo ${file}, which is not there. Draw it with: node examples/draw-photos.ts`,
        );
    }
  }
  for (const { source, supersededBy } of cases) {
    if (supersededBy !== null && !ids.has(supersededBy))
      throw new AppError('bad-input', `The sample case ${source.id} is superseded by ${supersededBy}, which is not there.`);
  }
  const successors = new Set(cases.map((item) => item.supersededBy));
  return {
    cases: [...cases.filter((item) => successors.has(item.source.id)), ...cases.filter((item) => !successors.has(item.source.id))],
    manuals: await filesOf(join(dir, 'manuals'), '.md'),
    workOrders: await filesOf(join(dir, 'records'), '.csv'),
    photoDir,
    photos,
  };
}
