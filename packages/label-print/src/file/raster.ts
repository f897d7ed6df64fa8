import type { Item, Page } from "../model/page.ts";
import { pageSvg } from "../model/svg.ts";
import type { Measure } from "../model/text-layout.ts";
import { pngOf } from "./png.ts";
import { samplesOf } from "./samples.ts";

export interface RasterOptions {
  readonly measure: Measure;
  /** Resolution, dots per inch. Default: 300. */
  readonly dpi?: number;
  readonly only?: (item: Item) => boolean;
  readonly signal?: AbortSignal;
}

/** Replaces the pictures of a page by data URLs, because an SVG that is drawn on a canvas cannot load other files. */
async function inlined(page: Page, signal: AbortSignal | undefined): Promise<Page> {
  if (!page.items.some((i) => i.kind === "image" && !i.href.startsWith("data:"))) return page;
  const items = page.items.map(async (item): Promise<Item> => {
    if (item.kind !== "image" || item.href.startsWith("data:")) return item;
    const answer = await fetch(item.href, signal ? { signal } : {});
    if (!answer.ok) throw new Error(`${item.href}: HTTP ${answer.status}`);
    return { ...item, href: await dataUrl(await answer.blob()) };
  });
  return { ...page, items: await Promise.all(items) };
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** Draws a page on a white canvas. Several pages can be drawn on the same canvas, one after the other. */
export async function drawOn(canvas: HTMLCanvasElement, page: Page, o: RasterOptions): Promise<void> {
  const perMm = (o.dpi ?? 300) / 25.4;
  const { measure, only } = o;
  const svg = pageSvg(await inlined(page, o.signal), only ? { measure, only } : { measure });
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    canvas.width = Math.round(page.width * perMm);
    canvas.height = Math.round(page.height * perMm);
    const context = contextOf(canvas);
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  } finally {
    URL.revokeObjectURL(url);
  }
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
