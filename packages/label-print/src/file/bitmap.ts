import { type Item, mmPerPt, type Page } from "../model/page.ts";
import { drawOn, onCanvas, pixelsOf, type RasterOptions } from "./raster.ts";

/** Picture with one bit per dot, as a thermal printer prints it. */
export interface Bitmap {
  /** Width and height, dots. */
  readonly width: number;
  readonly height: number;
  readonly bytesPerRow: number;
  /** Rows of dots, the leftmost dot in the highest bit. 1 is black. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Pixels row by row, four bytes each: red, green, blue, alpha. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** Area of a picture, pixels. */
interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Brightness of a pixel from 0 to 255, with the weights of ITU-R BT.601. */
const brightness = (r: number, g: number, b: number) => (r * 77 + g * 150 + b * 29) >> 8;

function brightnessOf(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return brightness(r, g, b);
}

/**
 * Returns true for a light ink. If each dot became black or white by its brightness alone, such an ink would become
 * white. White itself is excluded, because white ink is meant to be white on a dark background.
 */
const isPaleInk = (color: string) => brightnessOf(color) >= 128 && brightnessOf(color) < 250;
/**
 * Returns true for a fill that is neither black nor white. If each dot became black or white by its brightness alone, a
 * dark fill would become black, and nobody could read a text on it.
 */
const isGreyFill = (color = "#ffffff") => brightnessOf(color) > 40 && brightnessOf(color) < 250;

/**
 * Returns true if an item needs shades of grey, which are printed as a pattern of dots. Texts and lines in dark colours
 * are printed black, because a pattern would fray their edges.
 */
function hasShades(item: Item): boolean {
  switch (item.kind) {
    case "image":
      return true;
    case "text":
      return item.opacity < 1 || isPaleInk(item.color) || isGreyFill(item.background);
    case "rectangle":
      return isPaleInk(item.color) || isGreyFill(item.fill);
    case "line":
      return isPaleInk(item.color);
    default:
      return false;
  }
}

function areaOf(item: Item, perMm: number): Area {
  const edge = "thickness" in item ? item.thickness * mmPerPt : 0;
  const [x1, y1, x2, y2] =
    item.kind === "line"
      ? [
          Math.min(item.x1, item.x2),
          Math.min(item.y1, item.y2),
          Math.max(item.x1, item.x2),
          Math.max(item.y1, item.y2),
        ]
      : [item.left, item.top, item.left + item.width, item.top + item.height];
  return {
    left: Math.floor((x1 - edge) * perMm),
    top: Math.floor((y1 - edge) * perMm),
    right: Math.ceil((x2 + edge) * perMm),
    bottom: Math.ceil((y2 + edge) * perMm),
  };
}

/** Bayer matrix: thresholds of 4 × 4 neighbouring dots, so that a grey area gets an even pattern. */
const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((n) => (n + 0.5) * 16);

/**
 * Converts pixels to black and white dots. Areas with shades become a pattern of dots. Other pixels become black if
 * they are darker than medium grey, and else white.
 */
export function bitmapOf({ width, height, data }: Pixels, shaded: readonly Area[] = []): Bitmap {
  const bytesPerRow = Math.ceil(width / 8);
  const bytes = new Uint8Array(bytesPerRow * height);
  // Reads four bytes as one number, which is faster. This needs an address that is a multiple of 4, so other bytes are
  // copied first.
  const aligned = data.byteOffset % 4 === 0 ? data : new Uint8Array(data);
  const pixels = new Int32Array(aligned.buffer, aligned.byteOffset, width * height);
  for (let y = 0; y < height; y++) {
    const row = shaded.filter((a) => y >= a.top && y < a.bottom);
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      // Skips white pixels: no threshold makes them black. Most pixels are white, so this saves time.
      if (pixels[y * width + x] === -1) continue;
      const light = brightness(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255);
      const isShaded = row.length > 0 && row.some((a) => x >= a.left && x < a.right);
      const limit = isShaded ? (bayer[(y & 3) * 4 + (x & 3)] ?? 128) : 128;
      const byte = y * bytesPerRow + (x >> 3);
      if (light < limit) bytes[byte] = (bytes[byte] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return { width, height, bytesPerRow, bytes };
}

/** Draws codes in black, because a scanner cannot read a code that is a pattern of dots. White codes stay white. */
function withBlackCodes(page: Page): Page {
  const items = page.items.map((item): Item => {
    const isCode = item.kind === "barcode" || item.kind === "qr";
    return isCode && isPaleInk(item.color) ? { ...item, color: "#000000" } : item;
  });
  return { ...page, items };
}

/** Draws a page as a thermal printer prints it. */
export async function pageBitmap(page: Page, o: RasterOptions): Promise<Bitmap> {
  const perMm = (o.dpi ?? 300) / 25.4;
  const shaded = page.items.filter(hasShades).map((item) => areaOf(item, perMm));
  return onCanvas(async (canvas) => {
    await drawOn(canvas, withBlackCodes(page), o);
    return bitmapOf(pixelsOf(canvas), shaded);
  });
}
