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

/** Picture whose pixels are read in parts. */
export interface PixelSource {
  readonly width: number;
  readonly height: number;
  /** Returns rows of pixels, four bytes each: red, green, blue, alpha. */
  rows(from: number, count: number): Uint8ClampedArray;
}

/**
 * PNG filter Up: each byte is stored as the difference to the byte above. White areas and bars become zeros, which
 * compress fast.
 */
const up = 2;

/** Number of pixels that are read at once. They fit in the cache of the processor, which doubles the speed. */
const atOnce = 1 << 16;

/** Returns true if a pixel has as much red as green and blue. A pixel is one number, with red in the lowest byte. */
const isGreyPixel = (p: number) => (((p >>> 8) ^ p) & 0xffff) === 0;

/** Collects the differences between the pixels of a picture and the pixels above them. */
class Differences {
  /**
   * The differences in the order of the pixels. A negative entry -n means that the next n pixels of the row equal the
   * pixels above them. Any other entry is the difference of one pixel to the pixel above, one byte for each colour.
   */
  list = new Int32Array(1 << 16);
  length = 0;
  isGrey = true;

  add(difference: number): void {
    if (this.length === this.list.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.list);
      this.list = larger;
    }
    this.list[this.length++] = difference;
  }

  /**
   * Adds the row of pixels from `from` to `end` (exclusive). The row above begins at `above`. If `above` is undefined,
   * the row above counts as black.
   */
  addRow(pixels: Int32Array, from: number, end: number, above: number | undefined): void {
    let equal = 0;
    const back = above === undefined ? 0 : from - above;
    for (let at = from; at < end; at++) {
      const pixel = pixels[at] as number;
      const before = back === 0 ? 0 : (pixels[at - back] as number);
      if (pixel === before) {
        equal++;
        continue;
      }
      if (equal > 0) this.add(-equal);
      equal = 0;
      if (!isGreyPixel(pixel)) this.isGrey = false;
      // Stores the difference to the pixel above, separately for each colour and modulo 256.
      const red = (pixel - before) & 255;
      const green = ((pixel >>> 8) - (before >>> 8)) & 255;
      const blue = ((pixel >>> 16) - (before >>> 16)) & 255;
      this.add(red | (green << 8) | (blue << 16));
    }
    if (equal > 0) this.add(-equal);
  }
}

function differencesOf({ width, height, rows }: PixelSource): Differences {
  const found = new Differences();
  const step = Math.max(1, Math.floor(atOnce / width));
  for (let from = 0; from < height; from += step) {
    // Also reads the row above, with which each pixel is compared.
    const first = Math.max(0, from - 1);
    const to = Math.min(height, from + step);
    const { buffer, byteOffset } = rows(first, to - first);
    // Uses signed numbers, because the JavaScript engine is several times as fast with them.
    const pixels = new Int32Array(buffer, byteOffset, width * (to - first));
    for (let y = from; y < to; y++) {
      const at = (y - first) * width;
      found.addRow(pixels, at, at + width, y === 0 ? undefined : at - width);
    }
  }
  return found;
}

/**
 * Compresses the pixels of a page. Most pixels equal the one above, and a run of such pixels is one step of the
 * compression. A page without colours is stored as grey, which takes a third of the bytes.
 */
export function samplesOf(source: PixelSource): Samples {
  const { width, height } = source;
  const { list, length, isGrey } = differencesOf(source);
  const colors = isGrey ? 1 : 3;
  const rows = new Deflate();
  for (let i = 0, x = width; i < length; i++) {
    if (x === width) {
      rows.add(up);
      x = 0;
    }
    const difference = list[i] as number;
    if (difference < 0) {
      rows.add(0, -difference * colors);
      x -= difference;
      continue;
    }
    rows.add(difference & 255);
    if (!isGrey) {
      rows.add((difference >>> 8) & 255);
      rows.add(difference >>> 16);
    }
    x++;
  }
  return { width, height, colors, bytes: rows.end() };
}
