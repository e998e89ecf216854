import type { Box, RgbImage } from '../../domain/photo.ts';

/** Pixels added around a box: anti-aliased edges of letters reach beyond what OCR outlines. */
function margin(height: number): number {
  return Math.max(2, Math.round(height * 0.12));
}

/** A copy in which each box, and a small margin around it, is black. Boxes may reach over the edge. */
export function paintBoxes(image: RgbImage, boxes: readonly Box[]): RgbImage {
  const data = Uint8Array.from(image.data);
  for (const [x, y, width, height] of boxes) {
    const extra = margin(Math.min(width, height));
    const left = Math.max(0, Math.floor(x - extra));
    const right = Math.min(image.width, Math.ceil(x + width + extra));
    const bottom = Math.min(image.height, Math.ceil(y + height + extra));
    for (let row = Math.max(0, Math.floor(y - extra)); row < bottom; row += 1) {
      if (right > left) data.fill(0, (row * image.width + left) * 3, (row * image.width + right) * 3);
    }
  }
  return { width: image.width, height: image.height, data };
}

/** A copy turned clockwise. */
export function turnImage(image: RgbImage, degrees: 90 | 180 | 270): RgbImage {
  const { width, height, data } = image;
  const out = new Uint8Array(data.length);
  const outWidth = degrees === 180 ? width : height;
  const outHeight = degrees === 180 ? height : width;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const toX = degrees === 90 ? height - 1 - y : degrees === 180 ? width - 1 - x : y;
      const toY = degrees === 90 ? x : degrees === 180 ? height - 1 - y : width - 1 - x;
      const from = (y * width + x) * 3;
      const to = (toY * outWidth + toX) * 3;
      out[to] = data[from] as number;
      out[to + 1] = data[from + 1] as number;
      out[to + 2] = data[from + 2] as number;
    }
  }
  return { width: outWidth, height: outHeight, data: out };
}
