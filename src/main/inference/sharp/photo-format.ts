import type { ImageHeader } from '../image-codec.ts';

export type PhotoFormat = ImageHeader['format'];

/** What the first bytes say: a format that is read, or the name of one that is not. */
export type RecognisedFormat = { readonly accepted: PhotoFormat } | { readonly refused: string };

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
const avifBrands = new Set(['avif', 'avis']);

function ascii(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

/** Brands of an ISO base media file; empty when it is none. The compatible brands decide between HEVC and AV1 pictures. */
function isoBrands(bytes: Uint8Array): string[] {
  if (bytes.length < 16 || ascii(bytes, 4, 4) !== 'ftyp') return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(view.getUint32(0), bytes.length, 256);
  const brands = [ascii(bytes, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(bytes, at, 4));
  return brands;
}

const refusedMagic: readonly (readonly [magic: string, name: string])[] = [
  ['%PDF', 'a PDF document'],
  ['8BPS', 'a Photoshop document'],
  ['\x00\x00\x01\x00', 'an icon file'],
  ['\x00\x00\x02\x00', 'a cursor file'],
  ['\xff\x0a', 'a JPEG XL picture'],
  ['\x00\x00\x00\x0cJXL ', 'a JPEG XL picture'],
  ['\x00\x00\x00\x0cjP  ', 'a JPEG 2000 picture'],
  ['\xff\x4f\xff\x51', 'a JPEG 2000 picture'],
  ['DDS ', 'a DirectDraw texture'],
  ['BLP', 'a game texture'],
  ['icns', 'a macOS icon file'],
  ['\x01\xda', 'an SGI picture'],
  ['\xabKTX', 'a KTX texture'],
  ['PK\x03\x04', 'a ZIP or Office file'],
  ['\xd0\xcf\x11\xe0', 'an Office file'],
  ['P1', 'a Netpbm picture'],
  ['P2', 'a Netpbm picture'],
  ['P3', 'a Netpbm picture'],
  ['P4', 'a Netpbm picture'],
  ['P5', 'a Netpbm picture'],
  ['P6', 'a Netpbm picture'],
  ['P7', 'a Netpbm picture'],
  ['#?RADIANCE', 'an HDR picture'],
  ['v/1\x01', 'an OpenEXR picture'],
  ['\x1aE\xdf\xa3', 'a video'],
];

/** Recognises a picture by its content. File names play no part. */
export function recogniseFormat(bytes: Uint8Array): RecognisedFormat {
  const head = ascii(bytes, 0, 32);
  if (head.startsWith('\xff\xd8\xff')) return { accepted: 'jpeg' };
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return { accepted: 'png' };
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return { accepted: 'webp' };
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return { accepted: 'gif' };
  if (/^(?:II\x2a\x00|MM\x00\x2a|II\x2b\x00|MM\x00\x2b)/.test(head)) return { accepted: 'tiff' };
  if (head.startsWith('BM')) return { accepted: 'bmp' };
  const brands = isoBrands(bytes);
  if (brands.length > 0) {
    if (brands.some((brand) => heicBrands.has(brand))) return { accepted: 'heic' };
    if (brands.some((brand) => avifBrands.has(brand))) return { accepted: 'avif' };
    if (brands.some((brand) => brand === 'mif1' || brand === 'msf1' || brand === 'mif2')) return { accepted: 'heic' };
    return { refused: 'a video' };
  }
  const refused = refusedMagic.find(([magic]) => head.startsWith(magic));
  if (refused !== undefined) return { refused: refused[1] };
  const text = ascii(bytes, 0, Math.min(bytes.length, 512));
  if (/^[\s\xef\xbb\xbf]*<(?:\?xml|!DOCTYPE\s+svg|svg|!--)/i.test(text)) return { refused: 'an SVG drawing or XML text' };
  return { refused: 'no picture that can be recognised' };
}
