import { code128, qrMatrix } from "./codes.ts";
import {
  type BarcodeItem,
  type Box,
  type ImageItem,
  type Item,
  type LineStyle,
  mmPerPt,
  type Page,
  type QrItem,
  type TextItem,
  text,
} from "./page.ts";
import { layoutText, type Measure, roughMeasure, smallestSize } from "./text-layout.ts";

/** Chinese fonts of the common operating systems, which are used if the template's font is missing. */
const fallback = "'Noto Sans CJK SC','Noto Sans SC','Microsoft YaHei','PingFang SC','SimHei',sans-serif";

export const fontFamily = (name: string): string =>
  name === "" ? fallback : `'${name.replace(/['"\\<>&;]/g, "")}',${fallback}`;

/** Removes characters that cannot be drawn, and that XML does not allow. */
export const printable = (s: string) => s.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "");

/** Removes characters that XML does not allow and escapes those that have a meaning in XML. */
const escaped = (s: string) => printable(s).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** Formats a length in mm with three decimals. A micrometre is precise enough for paper. */
const n = (v: number) => String(Math.round(v * 1000) / 1000);

/** Returns the lengths of the dashes and gaps of a line, in the unit of its thickness. Empty if the line is solid. */
export function dashes(style: LineStyle, thickness: number): number[] {
  if (style === 0) return [];
  return style === 1 ? [thickness * 4, thickness * 3] : [thickness, thickness * 2];
}

/** Clockwise angle of each rotation, degrees. */
export const degrees = { 0: 0, 1: -90, 2: 90, 3: 180 } as const;

/**
 * Returns the place of a box's content. The content is drawn unrotated, with its corner at 0, 0. `x` and `y` are the
 * place of this corner on the page. `width` and `height` are the size of the content before the rotation.
 */
export function placed(box: Box): { x: number; y: number; width: number; height: number } {
  const { left, top, rotation } = box;
  const swaps = rotation === 1 || rotation === 2;
  const [width, height] = swaps ? [box.height, box.width] : [box.width, box.height];
  const x = rotation === 2 || rotation === 3 ? left + box.width : left;
  const y = rotation === 1 || rotation === 3 ? top + box.height : top;
  return { x, y, width, height };
}

/** Returns the transform that brings content to its place, see `placed`. */
function matrixOf(box: Box): string {
  const { x, y } = placed(box);
  const turn = box.rotation === 0 ? "" : ` rotate(${degrees[box.rotation]})`;
  return `translate(${n(x)} ${n(y)})${turn}`;
}

function drawText(item: TextItem, measure: Measure): string {
  const { size, lines } = layoutText(item, measure);
  const { width, height } = placed(item);
  const zoom = Math.min(1, size / smallestSize);
  const spans = lines
    .filter((l) => l.text !== "")
    .map((l) => `<tspan x="${n(l.x / zoom)}" y="${n(l.y / zoom)}">${escaped(l.text)}</tspan>`)
    .join("");
  const back = item.background
    ? `<rect width="${n(width)}" height="${n(height)}" fill="${item.background}"/>`
    : "";
  const style = [
    `font-family="${escaped(fontFamily(item.font))}"`,
    `font-size="${n((size / zoom) * mmPerPt)}"`,
    item.bold && 'font-weight="700"',
    item.italic && 'font-style="italic"',
    item.underline && 'text-decoration="underline"',
    `fill="${item.color}"`,
    item.opacity < 1 && `opacity="${n(item.opacity)}"`,
    zoom < 1 && `transform="scale(${n(zoom)})"`,
  ];
  const attributes = style.filter(Boolean).join(" ");
  return `<g transform="${matrixOf(item)}">${back}<text xml:space="preserve" ${attributes}>${spans}</text></g>`;
}

function drawImage(item: ImageItem): string {
  const { width, height } = placed(item);
  const ratio = item.stretch ? "none" : "xMidYMid meet";
  const opacity = item.opacity < 1 ? ` opacity="${n(item.opacity)}"` : "";
  const size = `width="${n(width)}" height="${n(height)}" preserveAspectRatio="${ratio}"`;
  return `<image transform="${matrixOf(item)}" ${size} href="${escaped(item.href)}"${opacity}/>`;
}

const captionSize = 9;

/** Splits the box of a bar code into the bars and the text below them. There is no text part if the text is hidden. */
export function barcodeParts(item: BarcodeItem): { bars: Box; caption?: TextItem } {
  const swaps = item.rotation === 1 || item.rotation === 2;
  const [width, height] = swaps ? [item.height, item.width] : [item.width, item.height];
  const line = item.showText ? Math.min(captionSize * mmPerPt * 1.3, height / 2) : 0;
  const bars: Box = { left: 0, top: 0, width, height: height - line, rotation: 0 };
  if (!item.showText) return { bars };
  const place = { left: 0, top: height - line, width, height: line };
  return { bars, caption: text({ ...place, text: item.text, align: 1, valign: 1, color: item.color }) };
}

const sharpPath = (transform: string, color: string, path: string) =>
  `<path transform="${transform}" fill="${color}" shape-rendering="crispEdges" d="${path}"/>`;

function drawBarcode(item: BarcodeItem, measure: Measure): string {
  const { modules, runs } = code128(item.text);
  const { bars, caption } = barcodeParts(item);
  const path = runs.map((r) => `M${r.at} 0h${r.length}v1h-${r.length}z`).join("");
  const scale = `scale(${n2(bars.width / modules)} ${n2(bars.height)})`;
  const text = caption ? drawText(caption, measure) : "";
  return `<g transform="${matrixOf(item)}">${sharpPath(scale, item.color, path)}${text}</g>`;
}

/**
 * Formats a length with six decimals. A code has up to hundreds of narrow bars. With fewer decimals, their rounding
 * errors would add up and shift the last bar.
 */
const n2 = (v: number) => String(Math.round(v * 1e6) / 1e6);

function drawQr(item: QrItem): string {
  const { modules, rows } = qrMatrix(item.text, item);
  const { width, height } = placed(item);
  const side = Math.min(width, height);
  const path = rows.flatMap((row, y) => row.map((r) => `M${r.at} ${y}h${r.length}v1h-${r.length}z`)).join("");
  return `<g transform="${matrixOf(item)}">${sharpPath(`scale(${n2(side / modules)})`, item.color, path)}</g>`;
}

function stroke(item: { color: string; thickness: number; style: LineStyle }): string {
  const mm = item.thickness * mmPerPt;
  const pattern = dashes(item.style, mm);
  const dash = pattern.length > 0 ? ` stroke-dasharray="${pattern.map(n).join(" ")}"` : "";
  return `stroke="${item.thickness > 0 ? item.color : "none"}" stroke-width="${n(mm)}"${dash}`;
}

function drawItem(item: Item, measure: Measure): string {
  switch (item.kind) {
    case "text":
      return drawText(item, measure);
    case "image":
      return drawImage(item);
    case "barcode":
      return drawBarcode(item, measure);
    case "qr":
      return drawQr(item);
    case "line":
      return `<line x1="${n(item.x1)}" y1="${n(item.y1)}" x2="${n(item.x2)}" y2="${n(item.y2)}" ${stroke(item)}/>`;
    case "rectangle": {
      const place = `x="${n(item.left)}" y="${n(item.top)}" width="${n(item.width)}" height="${n(item.height)}"`;
      return `<rect ${place} fill="${item.fill ?? "none"}" ${stroke(item)}/>`;
    }
  }
}

export interface SvgOptions {
  readonly measure?: Measure;
}

/** Renders a page as SVG with exact measures in millimetres. */
export function pageSvg(page: Page, { measure = roughMeasure }: SvgOptions = {}): string {
  const body = page.items.map((item) => drawItem(item, measure));
  const [w, h] = [n(page.width), n(page.height)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}mm" height="${h}mm" viewBox="0 0 ${w} ${h}"`,
    ' text-rendering="geometricPrecision" font-kerning="none">',
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...body,
    "</svg>",
  ].join("");
}
