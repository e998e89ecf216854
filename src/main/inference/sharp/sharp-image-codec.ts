import type { Sharp, SharpOptions } from 'sharp';
import { AppError } from '../../domain/errors.ts';
import type { DecodedImage, ImageCodec, ImageHeader } from '../image-codec.ts';
import { padBmp, readBmpHeader } from './bmp-header.ts';
import { decodeInWorker } from './decode-in-worker.ts';
import { readHeifSize } from './heif-size.ts';
import { recogniseFormat } from './photo-format.ts';
import { acceptedFormats, checkFileSize, checkPixels, decodeSeconds, maxPhotoPixels, tookTooLong, unreadable } from './photo-limits.ts';
import { paintBoxes, turnImage } from './pixel-edits.ts';

type SharpFactory = typeof import('sharp').default;
let factory: Promise<SharpFactory> | undefined;

function loadSharp(): Promise<SharpFactory> {
  factory ??= import('sharp').then(
    ({ default: sharp }) => {
      // No cache: it keeps decoded pixels, unmasked, for a second use that never comes. Two threads bound the memory.
      sharp.cache(false);
      sharp.concurrency(2);
      return sharp;
    },
    (cause: unknown) => {
      factory = undefined;
      throw new AppError(
        'native-part-missing',
        'The part that reads pictures (sharp) cannot be loaded on this machine. Run "npm test" once more to repair the installation.',
        { cause },
      );
    },
  );
  return factory;
}

interface ReadHeader extends ImageHeader {
  readonly uprightWidth: number;
  readonly uprightHeight: number;
  readonly truncated: boolean;
}

async function inspect(bytes: Uint8Array): Promise<ReadHeader> {
  if (bytes.length === 0) throw unreadable('the file is empty');
  checkFileSize(bytes);
  const recognised = recogniseFormat(bytes);
  if ('refused' in recognised) {
    throw new AppError(
      'photo-unreadable',
      `This file is ${recognised.refused}. Only ${acceptedFormats} photos are accepted; save it as one of these and try again.`,
    );
  }
  const format = recognised.accepted;
  if (format === 'bmp' || format === 'heic') {
    const size = format === 'bmp' ? readBmpHeader(bytes) : readHeifSize(bytes);
    if (size === undefined) throw unreadable('its HEIC header gives no size');
    checkPixels(size.width, size.height);
    const truncated = 'truncated' in size && size.truncated === true;
    return { format, width: size.width, height: size.height, uprightWidth: size.width, uprightHeight: size.height, truncated };
  }
  const sharp = await loadSharp();
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata();
    const height = metadata.pageHeight ?? metadata.height;
    checkPixels(metadata.width, height);
    const sideways = (metadata.orientation ?? 1) >= 5;
    const uprightWidth = sideways ? height : metadata.width;
    return { format, width: metadata.width, height, uprightWidth, uprightHeight: sideways ? metadata.width : height, truncated: false };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw unreadable('its header is damaged', cause);
  }
}

/** Rejects when the signal is aborted. libvips cannot be stopped from outside; it ends by its own time limit at the latest. */
async function orAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(new AppError('cancelled', 'Reading the photo was stopped.'));
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    work.catch(() => {});
    signal.removeEventListener('abort', onAbort);
  }
}

async function toRgb(pipeline: Sharp, maxSide: number): Promise<DecodedImage['image']> {
  const { data, info } = await pipeline
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .timeout({ seconds: decodeSeconds })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: asThreeChannels(data, info.channels) };
}

/** Grey, grey with alpha and RGB with alpha become RGB; what is transparent is laid on a ground on which it can be seen. */
function asThreeChannels(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const pixels = data.length / channels;
  const colours = channels >= 3 ? 3 : 1;
  const ground = channels === 2 || channels === 4 ? groundFor(data, channels, colours) : 255;
  const out = new Uint8Array(pixels * 3);
  for (let at = 0; at < pixels; at += 1) {
    const from = at * channels;
    const alpha = channels === 2 || channels === 4 ? (data[from + channels - 1] ?? 255) / 255 : 1;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = data[from + (colours === 3 ? channel : 0)] ?? 0;
      out[at * 3 + channel] = Math.round(value * alpha + ground * (1 - alpha));
    }
  }
  return out;
}

/** White, unless a good part is transparent and what is drawn on it is itself near white: then dark. */
function groundFor(data: Uint8Array, channels: number, colours: number): number {
  let opaque = 0;
  let light = 0;
  for (let from = 0; from < data.length; from += channels) {
    const alpha = (data[from + channels - 1] ?? 255) / 255;
    opaque += alpha;
    light +=
      alpha *
      (colours === 3 ? ((data[from] ?? 0) * 299 + (data[from + 1] ?? 0) * 587 + (data[from + 2] ?? 0) * 114) / 1000 : (data[from] ?? 0));
  }
  const pixels = data.length / channels;
  return opaque > 0 && opaque < pixels * 0.8 && light / opaque > 210 ? 32 : 255;
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/**
 * Messages of the decoders behind sharp that speak of picture data that is missing or broken, not of odd metadata.
 * Stray bytes between the header segments of a JPEG are harmless; before a restart marker (d0–d7) they were pixels.
 */
function tellsOfDamage(message: string): boolean {
  const lines = message.split('\n').filter((line) => !/extraneous bytes before marker 0x(?!d[0-7])/i.test(line));
  return /premature|truncat|corrupt|crc|bad seek|not enough|too short|huffman|libpng read|bad code word|read error/i.test(lines.join('\n'));
}

async function decodeStrictlyThenLeniently(
  sharp: SharpFactory,
  bytes: Uint8Array,
  maxSide: number,
): Promise<{ image: DecodedImage['image']; partial: boolean }> {
  const attempt = (failOn: NonNullable<SharpOptions['failOn']>) =>
    toRgb(sharp(bytes, { failOn, limitInputPixels: maxPhotoPixels, sequentialRead: true }), maxSide);
  let complaint: string;
  try {
    return { image: await attempt('warning'), partial: false };
  } catch (cause) {
    complaint = reasonOf(cause);
    if (/timeout/i.test(complaint)) throw tookTooLong();
  }
  try {
    const image = await attempt('error');
    return { image, partial: tellsOfDamage(complaint) };
  } catch (cause) {
    if (/timeout/i.test(reasonOf(cause))) throw tookTooLong();
  }
  try {
    return { image: await attempt('none'), partial: true };
  } catch (cause) {
    if (/timeout/i.test(reasonOf(cause))) throw tookTooLong();
    throw unreadable('its data is damaged or cut off', cause);
  }
}

/** The codec on sharp, libheif (HEIC) and a BMP reader. */
export function createSharpImageCodec(): ImageCodec {
  return {
    async readHeader(bytes) {
      const { format, width, height } = await inspect(bytes);
      return { format, width, height };
    },

    async decode(bytes, { maxSide, signal }) {
      const header = await inspect(bytes);
      const sharp = await loadSharp();
      if (header.format === 'heic' || header.format === 'bmp') {
        const pixels = await decodeInWorker(header.format, header.truncated ? padBmp(bytes) : bytes, signal);
        checkPixels(pixels.width, pixels.height);
        const raw = sharp(pixels.rgba, {
          raw: { width: pixels.width, height: pixels.height, channels: 4 },
          limitInputPixels: maxPhotoPixels,
        });
        const image = await orAbort(toRgb(raw, maxSide), signal);
        return { image, originalWidth: pixels.width, originalHeight: pixels.height, partial: header.truncated };
      }
      const { image, partial } = await orAbort(decodeStrictlyThenLeniently(sharp, bytes, maxSide), signal);
      return { image, originalWidth: header.uprightWidth, originalHeight: header.uprightHeight, partial };
    },

    async encodeJpeg(image, { quality, maxSide }) {
      const sharp = await loadSharp();
      let pipeline = sharp(image.data, {
        raw: { width: image.width, height: image.height, channels: 3 },
        limitInputPixels: maxPhotoPixels,
      });
      if (maxSide !== undefined) pipeline = pipeline.resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true });
      return new Uint8Array(await pipeline.jpeg({ quality, mozjpeg: false }).toBuffer());
    },

    paintOver: paintBoxes,
    rotate: turnImage,
  };
}
