import type { Page } from "../model/page.ts";
import { pageEscPos } from "./esc-pos.ts";
import { pagesPdf } from "./pdf.ts";
import { pagePng, type RasterOptions } from "./raster.ts";
import { pageZpl } from "./zpl.ts";

/** Format of a file for a printer. zpl and escpos are the languages of thermal printers. */
export type FileFormat = "pdf" | "png" | "zpl" | "escpos";

export const isThermal = (format: string): boolean => format === "zpl" || format === "escpos";

/** Creates the file to send to a printer for the given pages. Only a PDF can have several pages. */
export async function fileOf(pages: readonly Page[], format: FileFormat, o: RasterOptions): Promise<Blob> {
  if (format === "pdf") return pagesPdf(pages, o);
  const [page] = pages;
  if (!page || pages.length > 1) throw new Error(`${format} takes one page`);
  return { png: pagePng, zpl: pageZpl, escpos: pageEscPos }[format](page, o);
}
