import { unreadable } from './photo-limits.ts';

export interface BmpHeader {
  readonly width: number;
  readonly height: number;
  /** Bytes of a whole file; the file's own length when the rows are run-length coded. */
  readonly wholeBytes: number;
  /** True when fewer bytes follow than the rows need. */
  readonly truncated: boolean;
}

const bitDepths = new Set([1, 4, 8, 15, 16, 24, 32]);

/** Reads and checks the header of a BMP file; the decoder trusts its figures, so we do not. Throws `photo-unreadable`. */
export function readBmpHeader(bytes: Uint8Array): BmpHeader {
  if (bytes.length < 54) throw unreadable('the BMP header is cut off');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerSize = view.getUint32(14, true);
  if (headerSize < 40 || headerSize > 124) throw unreadable('this old or unknown kind of BMP is not supported');
  const width = view.getInt32(18, true);
  const height = Math.abs(view.getInt32(22, true));
  const planes = view.getUint16(26, true);
  const bits = view.getUint16(28, true);
  const compression = view.getUint32(30, true);
  const colours = view.getUint32(46, true);
  if (width <= 0 || height === 0) throw unreadable('its BMP header gives no size');
  if (planes !== 1 || !bitDepths.has(bits) || colours > 256) throw unreadable('its BMP header is damaged');
  if (![0, 1, 2, 3, 6].includes(compression)) throw unreadable('this kind of BMP compression is not supported');
  const offset = view.getUint32(10, true);
  if (offset > bytes.length) throw unreadable('the file ends before its first row');
  // Run-length rows have no fixed length: their end is found by the decoder alone.
  const plain = compression === 0 || compression === 3 || compression === 6;
  const wholeBytes = plain ? offset + Math.ceil((width * bits) / 32) * 4 * height : bytes.length;
  return { width, height, wholeBytes, truncated: bytes.length < wholeBytes };
}

/** The file with its missing rows in grey. Throws `photo-unreadable` when less than a quarter is there. */
export function padBmp(bytes: Uint8Array): Uint8Array {
  const { wholeBytes } = readBmpHeader(bytes);
  if (bytes.length < wholeBytes / 4) throw unreadable('the file is cut off and too little of it is there');
  const whole = new Uint8Array(wholeBytes).fill(0x80);
  whole.set(bytes.subarray(0, wholeBytes));
  return whole;
}
