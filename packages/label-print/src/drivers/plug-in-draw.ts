import { code128, qrMatrix, type Run } from "../model/codes.ts";
import {
  type BarcodeItem,
  type ImageItem,
  mmPerPt,
  type Page,
  type QrItem,
  type TextItem,
} from "../model/page.ts";
import { barcodeParts } from "../model/svg.ts";
import { layoutText, type Measure } from "../model/text-layout.ts";
import type { PlugIn } from "./plug-in-protocol.ts";

const mm = (v: number) => `${Math.round(v * 1000) / 1000}mm`;

/** Maps `LineStyle` to the plug-in's line styles: 0 solid, 1 dashed, 2 dotted. `LineStyle` 2 and 3 are both dotted. */
const lineStyle = { 0: 0, 1: 1, 2: 2, 3: 2 } as const;

/** Maps `Rotation` to degrees. The plug-in rotates counter-clockwise around the upper left corner of the text. */
const angle = { 0: 0, 1: 90, 2: 270, 3: 180 } as const;

const pixels = (pt: number) => Math.max(1, Math.round((pt * 96) / 72));

/** Blends a colour with white, the colour of the paper. The plug-in does not support opacity. */
function faded(color: string, opacity: number): string {
  if (opacity >= 1) return color;
  const part = (at: number) => {
    const v = Number.parseInt(color.slice(at, at + 2), 16);
    return Math.round(255 - (255 - v) * opacity)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}

/** Maps a point of the item's unrotated box to its position on the page. */
function onPage(item: TextItem | BarcodeItem, x: number, y: number): { x: number; y: number } {
  const { left, top, width, height, rotation } = item;
  if (rotation === 1) return { x: left + y, y: top + height - x };
  if (rotation === 2) return { x: left + width - y, y: top + x };
  if (rotation === 3) return { x: left + width - x, y: top + height - y };
  return { x: left + x, y: top + y };
}

function drawText(p: PlugIn, item: TextItem, measure: Measure): void {
  const { size, lines } = layoutText(item, measure);
  const { left, top, width, height, background } = item;
  if (background) p.ADD_PRINT_SHAPE(4, mm(top), mm(left), mm(width), mm(height), 0, 0, background);
  const lineHeight = size * mmPerPt * 1.3;
  for (const line of lines) {
    if (line.text === "") continue;
    // Sends each line as a separate text, so that lines break as in the preview. The box is slightly wider than the
    // line, so that the plug-in does not break the line.
    const at = onPage(item, line.x, line.y - size * mmPerPt);
    p.ADD_PRINT_TEXT(mm(at.y), mm(at.x), mm(line.width * 1.1 + 1), mm(lineHeight), line.text);
    const style = (name: string, value: string | number) => p.SET_PRINT_STYLEA(0, name, value);
    style("FontName", item.font || "SimHei");
    style("FontSize", Math.round(size * 10) / 10);
    style("FontColor", faded(item.color, item.opacity));
    if (item.bold) style("Bold", 1);
    if (item.italic) style("Italic", 1);
    if (item.underline) style("Underline", 1);
    if (item.rotation !== 0) style("Angle", angle[item.rotation]);
  }
}

const attribute = (s: string) => s.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

function drawImage(p: PlugIn, item: ImageItem): void {
  const { left, top, width, height } = item;
  p.ADD_PRINT_IMAGE(
    mm(top),
    mm(left),
    mm(width),
    mm(height),
    `<img border="0" src="${attribute(item.href)}">`,
  );
  // Values of the plug-in: 1 fills the box, 2 keeps the aspect ratio.
  p.SET_PRINT_STYLEA(0, "Stretch", item.stretch ? 1 : 2);
  if (item.rotation !== 0) p.SET_PRINT_STYLEA(0, "Angle", angle[item.rotation]);
}

function fill(p: PlugIn, item: BarcodeItem | QrItem, x: number, y: number, w: number, h: number): void {
  const a = onPage(item as BarcodeItem, x, y);
  const b = onPage(item as BarcodeItem, x + w, y + h);
  const at = [Math.min(a.y, b.y), Math.min(a.x, b.x), Math.abs(a.x - b.x), Math.abs(a.y - b.y)] as const;
  p.ADD_PRINT_SHAPE(4, mm(at[0]), mm(at[1]), mm(at[2]), mm(at[3]), 0, 0, item.color);
}

function drawBarcode(p: PlugIn, item: BarcodeItem, measure: Measure): void {
  if (item.rotation === 0) {
    p.ADD_PRINT_BARCODE(mm(item.top), mm(item.left), mm(item.width), mm(item.height), "128Auto", item.text);
    p.SET_PRINT_STYLEA(0, "ShowBarText", item.showText ? 1 : 0);
    p.SET_PRINT_STYLEA(0, "Color", item.color);
    return;
  }
  // Draws a rotated bar code as single bars, because the versions of the plug-in rotate bar codes differently.
  const { modules, runs } = code128(item.text);
  const { bars, caption } = barcodeParts(item);
  const step = bars.width / modules;
  for (const r of runs) fill(p, item, r.at * step, 0, r.length * step, bars.height);
  if (!caption) return;
  const a = onPage(item, caption.left, caption.top);
  const b = onPage(item, caption.left + caption.width, caption.top + caption.height);
  const box = { left: Math.min(a.x, b.x), top: Math.min(a.y, b.y) };
  const size = { width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
  drawText(p, { ...caption, ...box, ...size, rotation: item.rotation }, measure);
}

/**
 * Draws the modules (squares) of a QR code as rectangles. Error correction and margin then do not depend on the
 * plug-in's version.
 */
function drawQr(p: PlugIn, item: QrItem): void {
  const { modules, rows } = qrMatrix(item.text, item);
  const step = Math.min(item.width, item.height) / modules;
  rows.forEach((row: readonly Run[], y) => {
    for (const r of row) fill(p, item, r.at * step, y * step, r.length * step, step);
  });
}

export function drawPage(p: PlugIn, page: Page, measure: Measure): void {
  for (const item of page.items) {
    if (item.kind === "text") drawText(p, item, measure);
    else if (item.kind === "image") drawImage(p, item);
    else if (item.kind === "barcode") drawBarcode(p, item, measure);
    else if (item.kind === "qr") drawQr(p, item);
    else if (item.kind === "line") {
      const { x1, y1, x2, y2, style, thickness } = item;
      p.ADD_PRINT_LINE(mm(y1), mm(x1), mm(y2), mm(x2), lineStyle[style], pixels(thickness));
    } else {
      const { left, top, width, height, style, thickness } = item;
      if (item.fill) p.ADD_PRINT_SHAPE(4, mm(top), mm(left), mm(width), mm(height), 0, 0, item.fill);
      if (thickness > 0)
        p.ADD_PRINT_RECT(mm(top), mm(left), mm(width), mm(height), lineStyle[style], pixels(thickness));
    }
  }
}
