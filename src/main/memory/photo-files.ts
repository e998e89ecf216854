import { createHash } from 'node:crypto';
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../platform/write-file.ts';

/** Name of a stored photo: the hash of its redacted bytes, so that the same photo is kept once. */
export function photoFileName(jpeg: Uint8Array): string {
  return `${createHash('sha256').update(jpeg).digest('hex').slice(0, 32)}.jpg`;
}

/** Stores redacted bytes and their thumbnail under one name, which it returns. */
export async function keepPhoto(photosDir: string, thumbnailsDir: string, jpeg: Uint8Array, thumbnail?: Uint8Array): Promise<string> {
  const name = photoFileName(jpeg);
  const absent = (path: string) =>
    access(path).then(
      () => false,
      () => true,
    );
  if (await absent(join(photosDir, name))) await writeFileAtomic(join(photosDir, name), jpeg, 'the photo folder');
  if (thumbnail !== undefined && (await absent(join(thumbnailsDir, name))))
    await writeFileAtomic(join(thumbnailsDir, name), thumbnail, 'the thumbnail folder');
  return name;
}

export async function dropPhotos(folders: readonly string[], names: readonly string[]): Promise<void> {
  for (const folder of folders) for (const name of names) await rm(join(folder, name), { force: true });
}
