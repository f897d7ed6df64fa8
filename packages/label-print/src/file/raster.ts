import type { Page } from "../model/page.ts";
import type { Measure } from "../model/text-layout.ts";
import { paintPage } from "./paint.ts";
import { pngOf } from "./png.ts";
import { type Samples, samplesOf } from "./samples.ts";

export interface RasterOptions {
  readonly measure: Measure;
  /** Resolution, dots per inch. Default: 300. */
  readonly dpi?: number;
  readonly signal?: AbortSignal;
}

/** Lets the browser handle input and answers of the network before the next page is drawn. */
const turn = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });

/** Draws a page on a white canvas. Several pages can be drawn on the same canvas, one after the other. */
export async function drawOn(canvas: HTMLCanvasElement, page: Page, o: RasterOptions): Promise<void> {
  const { dpi = 300, measure, signal } = o;
  await turn();
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

/** Returns the pixels of a canvas as rows, for files. */
export function samplesOn(canvas: HTMLCanvasElement): Samples {
  const { width, height } = canvas;
  const context = contextOf(canvas);
  return samplesOf({
    width,
    height,
    rows: (from, count) => context.getImageData(0, from, width, count).data,
  });
}

/** Milliseconds after which an unused canvas is released, because its pixels take megabytes. */
const keepMs = 1000;
let spare: HTMLCanvasElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Releases the pixels of a canvas at once, without waiting for the garbage collection. */
function release(canvas: HTMLCanvasElement | undefined): void {
  if (canvas) canvas.width = 0;
}

/**
 * Runs work that draws on a canvas. Uses the canvas of the previous label if that canvas is free, because a new canvas
 * of this size takes several milliseconds.
 */
export async function onCanvas<T>(work: (canvas: HTMLCanvasElement) => Promise<T>): Promise<T> {
  const canvas = spare ?? document.createElement("canvas");
  spare = undefined;
  clearTimeout(timer);
  try {
    return await work(canvas);
  } finally {
    release(spare);
    spare = canvas;
    clearTimeout(timer);
    timer = setTimeout(() => {
      release(spare);
      spare = undefined;
    }, keepMs);
  }
}

/** Renders a page as a PNG file. */
export async function pagePng(page: Page, o: RasterOptions): Promise<Blob> {
  return onCanvas(async (canvas) => {
    await drawOn(canvas, page, o);
    return pngOf(samplesOn(canvas));
  });
}
