/**
 * Size of a HEIF picture from its `ispe` boxes, without decoding. A picture cut into tiles has an `ispe` for the
 * tile and one for the whole, a thumbnail has its own: the largest is the whole.
 */
export function readHeifSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let best: { width: number; height: number } | undefined;
  const visit = (start: number, end: number, depth: number): void => {
    let at = start;
    while (at + 8 <= end) {
      let size = view.getUint32(at);
      const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
      let body = at + 8;
      if (size === 1) {
        if (at + 16 > end) return;
        size = Number(view.getBigUint64(at + 8));
        body = at + 16;
      } else if (size === 0) size = end - at;
      if (size < body - at) return;
      const next = Math.min(at + size, end);
      if (type === 'ispe' && body + 12 <= next) {
        const width = view.getUint32(body + 4);
        const height = view.getUint32(body + 8);
        if (best === undefined || width * height > best.width * best.height) best = { width, height };
      }
      // `meta` is a full box: 4 bytes of version and flags come before its children.
      if (depth < 4 && (type === 'meta' || type === 'iprp' || type === 'ipco')) visit(type === 'meta' ? body + 4 : body, next, depth + 1);
      at += size;
    }
  };
  visit(0, bytes.length, 0);
  return best;
}
