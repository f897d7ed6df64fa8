import type { Page } from "../model/page.ts";
import type { Measure } from "../model/text-layout.ts";
import { paintPage } from "./paint.ts";
import { pngOf } from "./png.ts";
import { samplesOf } from "./samples.ts";

export interface RasterOptions {
  readonly measure: Measure;
  /** Resolution, dots per inch. Default: 300. */
  readonly dpi?: number;
  readonly signal?: AbortSignal;
}

/** Draws a page on a white canvas. Several pages can be drawn on the same canvas, one after the other. */
export async function drawOn(canvas: HTMLCanvasElement, page: Page, o: RasterOptions): Promise<void> {
  const { dpi = 300, measure, signal } = o;
  const perMm = dpi / 25.4;
  canvas.width = Math.round(page.width * perMm);
  canvas.height = Math.round(page.height * perMm);
  const context = contextOf(canvas);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  await paintPage(page, context, { perMm, measure, signal });
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  if (!context) throw new Error("This browser has no canvas to draw on");
  return context;
}

export const pixelsOf = (canvas: HTMLCanvasElement): ImageData =>
  contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height);

/** Renders a page as a PNG file. */
export async function pagePng(page: Page, o: RasterOptions): Promise<Blob> {
  const canvas = document.createElement("canvas");
  await drawOn(canvas, page, o);
  const samples = samplesOf(pixelsOf(canvas));
  // The pixels of a page take megabytes. Setting the canvas width to 0 releases them at once, without waiting for the
  // garbage collection.
  canvas.width = 0;
  return pngOf(await samples);
}
