import { readFile, stat } from 'node:fs/promises';
import { AppError } from '../../domain/errors.ts';
import type { PhotoInput } from '../../domain/photo.ts';

const pictureName = /\.(?:jpe?g|jfif|png|webp|avif|tiff?|gif|bmp|hei[cf])$/i;
/** The codec refuses larger files too; here before they are read into memory. */
const largestFile = 64 * 1024 * 1024;

/**
 * Tells photos from the question: what is there as a file, or is named like a picture, is a photo; the one other
 * argument is the question. Errors: `bad-input` for a photo that is not there and for two questions.
 */
export async function splitArguments(values: readonly string[]): Promise<{ photos: string[]; question: string }> {
  const photos: string[] = [];
  const questions: string[] = [];
  for (const value of values) {
    const found = value.length > 0 && value.length < 4096 && !value.includes('\0') ? await stat(value).catch(() => null) : null;
    if (found?.isFile() || (found === null && pictureName.test(value))) photos.push(value);
    else if (found?.isDirectory() && /[/\\]/.test(value)) throw new AppError('bad-input', `${value} is a folder. Name the photo in it.`);
    else questions.push(value);
  }
  if (questions.length > 1) {
    throw new AppError(
      'bad-input',
      `One question is expected, and ${questions.length} were given ("${short(questions[0])}", "${short(questions[1])}"). Put the question in quotation marks, and check the names of the photos.`,
    );
  }
  return { photos, question: questions[0] ?? '' };
}

function short(text: string | undefined): string {
  const line = (text ?? '').replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}

/** Reads the files. Errors: `bad-input` naming the file that is not there, `photo-too-large`, `no-permission`. */
export async function readPhotoFiles(paths: readonly string[]): Promise<PhotoInput[]> {
  const photos: PhotoInput[] = [];
  for (const path of paths) {
    try {
      const found = await stat(path);
      if (!found.isFile()) throw new AppError('bad-input', `${path} is not a file. Name a photo.`);
      if (found.size > largestFile)
        throw new AppError(
          'photo-too-large',
          `The photo ${path} has ${Math.ceil(found.size / 1024 / 1024)} MiB; at most 64 MiB can be read. Make it smaller and try again.`,
        );
      photos.push({ bytes: new Uint8Array(await readFile(path)), role: 'fault' });
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'ENOENT' || code === 'ENOTDIR')
        throw new AppError('bad-input', `There is no photo ${path}. Check its name and folder.`, { cause: error });
      if (code === 'EACCES' || code === 'EPERM')
        throw new AppError('no-permission', `The photo ${path} may not be read. Change its permissions or copy it elsewhere.`, {
          cause: error,
        });
      throw error;
    }
  }
  return photos;
}
