import { Deflate } from "./deflate.ts";

/** Pixels of a page in rows, as PNG and PDF files store them. */
export interface Samples {
  readonly width: number;
  readonly height: number;
  /** Bytes per pixel. 1: grey; 3: red, green, blue. */
  readonly colors: 1 | 3;
  /** Compressed rows (zlib). Each row begins with the number of its PNG filter. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * PNG filter Up: a byte is the difference to the byte above. White areas and bars become zeros, which deflate quickly.
 */
const up = 2;

/** Returns true if red, green and blue are equal. A pixel is one number: red in the lowest byte, then green and blue. */
const isGreyPixel = (p: number) => (((p >>> 8) ^ p) & 0xffff) === 0;

/** `pixels` are signed, because the engine computes with these several times as fast. White is -1. */
function isGreyPage(pixels: Int32Array): boolean {
  let last = -1;
  for (let i = 0; i < pixels.length; i++) {
    const pixel = pixels[i] as number;
    if (pixel === last) continue;
    if (!isGreyPixel(pixel)) return false;
    last = pixel;
  }
  return true;
}

/**
 * Compresses the pixels of a page. Most pixels equal the one above. Their differences are 0, and a run of them is one
 * step of the compression.
 */
export function samplesOf({ width, height, data }: ImageData): Samples {
  const pixels = new Int32Array(data.buffer, data.byteOffset, width * height);
  const colors = isGreyPage(pixels) ? 1 : 3;
  const rows = new Deflate();
  for (let y = 0, at = 0; y < height; y++) {
    rows.add(up);
    let equal = 0;
    for (const end = at + width; at < end; at++) {
      const pixel = pixels[at] as number;
      const above = y === 0 ? 0 : (pixels[at - width] as number);
      if (pixel === above) {
        equal++;
        continue;
      }
      if (equal > 0) rows.add(0, equal * colors);
      equal = 0;
      // A difference is stored modulo 256.
      rows.add((pixel - above) & 255);
      if (colors === 1) continue;
      rows.add(((pixel >>> 8) - (above >>> 8)) & 255);
      rows.add(((pixel >>> 16) - (above >>> 16)) & 255);
    }
    if (equal > 0) rows.add(0, equal * colors);
  }
  return { width, height, colors, bytes: rows.end() };
}
