import type { Page } from "../model/page.ts";
import { type Bitmap, pageBitmap } from "./bitmap.ts";
import type { RasterOptions } from "./raster.ts";

/**
 * Bytes of a picture per ^GF command. The command takes at most 99,999 bytes, but a label of 100 × 150 mm needs more.
 * So a label has several commands.
 */
const maxBand = 60_000;

/**
 * Returns the letters that repeat the next digit `count` times in a ^GF picture: G to Y stand for 1 to 19, and g to z
 * for 20 to 400.
 */
function repetition(count: number): string {
  const [tens, ones] = [Math.floor(count / 20), count % 20];
  const letter = (n: number, first: string) =>
    n === 0 ? "" : String.fromCharCode(first.charCodeAt(0) + n - 1);
  return letter(tens, "g") + letter(ones, "G");
}

/** Hexadecimal digits of each byte. */
const hex = Array.from({ length: 256 }, (_, b) => b.toString(16).padStart(2, "0").toUpperCase());

/** Compresses a row of hexadecimal digits. A comma fills the rest of the row with 0, an exclamation mark with F. */
function compressed(digits: string): string {
  const last = digits.at(-1);
  let end = digits.length;
  if (last === "0" || last === "F") while (end > 0 && digits[end - 1] === last) end--;
  const hasRest = digits.length - end > 1;
  if (!hasRest) end = digits.length;
  let text = "";
  for (let at = 0; at < end; ) {
    const from = at;
    const digit = digits[from] ?? "";
    while (at < end && at - from < 400 && digits[at] === digit) at++;
    text += at - from < 3 ? digits.slice(from, at) : repetition(at - from) + digit;
  }
  return hasRest ? text + (last === "0" ? "," : "!") : text;
}

function band({ bytesPerRow, bytes }: Bitmap, from: number, to: number): string {
  const rows: string[] = [];
  for (let y = from; y < to; y++) {
    const [start, end] = [y * bytesPerRow, (y + 1) * bytesPerRow];
    let isSame = y > from;
    for (let i = start; i < end && isSame; i++) isSame = bytes[i] === bytes[i - bytesPerRow];
    let digits = "";
    for (let i = start; i < end && !isSame; i++) digits += hex[bytes[i] ?? 0];
    // A colon repeats the row above.
    rows.push(isSame ? ":" : compressed(digits));
  }
  const size = (to - from) * bytesPerRow;
  return `^FO0,${from}^GFA,${size},${size},${bytesPerRow},${rows.join("")}^FS\n`;
}

/** Returns the ZPL commands that print a picture as one label. */
export function zplOf(bitmap: Bitmap): string {
  const { width, height, bytesPerRow, bytes } = bitmap;
  const hasInk = (y: number) => bytes.subarray(y * bytesPerRow, (y + 1) * bytesPerRow).some((b) => b > 0);
  const rows = Math.max(1, Math.floor(maxBand / bytesPerRow));
  const bands: string[] = [];
  for (let from = 0; from < height; from++) {
    if (!hasInk(from)) continue;
    const most = Math.min(height, from + rows);
    let to = most;
    while (!hasInk(to - 1)) to--;
    bands.push(band(bitmap, from, to));
    from = most - 1;
  }
  return `^XA^PW${width}^LL${height}^LH0,0\n${bands.join("")}^PQ1^XZ\n`;
}

/** Renders a page as ZPL for label printers. `dpi` must be the printer's resolution. */
export async function pageZpl(page: Page, o: RasterOptions): Promise<Blob> {
  return new Blob([zplOf(await pageBitmap(page, o))], { type: "text/plain" });
}
