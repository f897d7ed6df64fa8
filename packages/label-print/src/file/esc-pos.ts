import type { Page } from "../model/page.ts";
import { type Bitmap, pageBitmap } from "./bitmap.ts";
import type { RasterOptions } from "./raster.ts";

/**
 * Rows per picture command. Printers with a small buffer need small pictures. Successive pictures are printed without a
 * gap.
 */
const maxRows = 128;

const low = (n: number) => n & 255;
const high = (n: number) => n >> 8;

/**
 * Returns the ESC/POS commands that print a picture and cut the paper. Printers without a cutter only feed the paper.
 */
export function escPosOf({ height, bytesPerRow, bytes }: Bitmap): Uint8Array<ArrayBuffer> {
  // ESC @ resets the settings of earlier jobs.
  const parts: number[][] = [[0x1b, 0x40]];
  for (let from = 0; from < height; from += maxRows) {
    const rows = Math.min(maxRows, height - from);
    // GS v 0: prints a picture in normal size.
    parts.push([0x1d, 0x76, 0x30, 0, low(bytesPerRow), high(bytesPerRow), low(rows), high(rows)]);
    parts.push(Array.from(bytes.subarray(from * bytesPerRow, (from + rows) * bytesPerRow)));
  }
  // GS V 66 0: feeds the paper to the cutter and cuts it.
  parts.push([0x1d, 0x56, 66, 0]);
  return Uint8Array.from(parts.flat());
}

/** Renders a page as ESC/POS for receipt printers. `dpi` must be the printer's resolution. */
export async function pageEscPos(page: Page, o: RasterOptions): Promise<Blob> {
  return new Blob([escPosOf(await pageBitmap(page, o))], { type: "application/octet-stream" });
}
