import type { Masked, MaskedCount } from '../domain/masked.ts';
import type { PhotoInput } from '../domain/photo.ts';
import type { RememberInput, RememberPhoto } from '../memory/remember.ts';
import { addCounts, maskReading } from '../privacy/mask-reading.ts';
import type { Masker } from '../privacy/masked.ts';
import { redactCodes } from '../privacy/redact-codes.ts';
import { redactPhoto } from '../privacy/redact-photo.ts';
import type { CaseInput } from './app.ts';
import type { Engines } from './open-engines.ts';

/** Long side of a thumbnail in pixels. */
const thumbnailSide = 320;

export interface PreparedCase {
  readonly input: RememberInput;
  readonly masked: readonly MaskedCount[];
}

/** A case as the memory takes it: every text masked, personal data on the photos painted over. Nothing is written. */
export async function prepareCase(given: CaseInput, engines: Engines, masker: Masker, signal: AbortSignal): Promise<PreparedCase> {
  let masked: readonly MaskedCount[] = [];
  const mask = (text: string | undefined): Masked => {
    const result = masker.mask(text ?? '');
    masked = addCounts(masked, result.counts);
    return result.text;
  };
  const photos: RememberPhoto[] = [];
  for (const photo of given.photos ?? []) {
    const prepared = await preparePhoto(photo, engines, masker, signal);
    masked = addCounts(masked, prepared.masked);
    photos.push(prepared.photo);
  }
  const input: RememberInput = {
    kind: given.kind ?? 'solved-case',
    ...(given.title === undefined ? {} : { title: mask(given.title) }),
    text: mask(given.text),
    resolution: mask(given.resolution),
    photos,
    equipment: mask(given.equipment),
    asset: mask(given.asset),
    ...(given.codes === undefined ? {} : { codes: given.codes.map((code) => mask(code)) }),
    workOrder: mask(given.workOrder),
    source: given.source === undefined ? null : { system: given.source.system, id: mask(given.source.id) },
    ...(given.madeAt === undefined ? {} : { madeAt: given.madeAt }),
    ...(given.importance === undefined ? {} : { importance: given.importance }),
    ...(given.standing === undefined ? {} : { standing: given.standing }),
    ...(given.status === undefined ? {} : { status: given.status }),
    ...(given.supersededBy === undefined ? {} : { supersededBy: given.supersededBy }),
    origin: given.origin ?? 'user',
  };
  return { input, masked };
}

/** Reads a photo and paints over what is personal; the vector and the thumbnail come from what is left. */
export async function preparePhoto(
  photo: PhotoInput,
  engines: Engines,
  masker: Masker,
  signal: AbortSignal,
): Promise<{ photo: RememberPhoto; masked: readonly MaskedCount[] }> {
  const raw = await engines.readPhoto(photo.bytes, signal);
  const [codec, imageEmbedder] = await Promise.all([engines.codec.get(), engines.imageEmbedder.get()]);
  const { reading, counts } = maskReading(raw.reading, masker);
  const withoutText = redactPhoto(raw.image, raw.reading, masker, codec);
  // A code may hold what no line of text shows: a visiting card, a login.
  const { readCodes } = await import('../perception/read-codes.ts');
  const withoutCodes = await redactCodes(withoutText.image, masker, {
    readCodes,
    paintOver: (image, boxes) => codec.paintOver(image, boxes),
  });
  const redacted = { image: withoutCodes.image, painted: [...withoutText.painted, ...withoutCodes.painted] };
  const inCodes = withoutCodes.painted.map(({ kind }) => ({ kind, count: 1 }));
  const imageVector = redacted.painted.length === 0 ? raw.imageVector : (await imageEmbedder.embed(redacted.image, signal)).vector;
  return {
    photo: {
      jpeg: await codec.encodeJpeg(redacted.image, { quality: 85 }),
      thumbnail: await codec.encodeJpeg(redacted.image, { quality: 75, maxSide: thumbnailSide }),
      role: photo.role,
      width: redacted.image.width,
      height: redacted.image.height,
      description: reading.description,
      imageVector,
    },
    masked: addCounts(counts, inCodes),
  };
}
