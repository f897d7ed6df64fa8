import type { Item, LineStyle, Page, Rotation } from "../model/page.ts";
import { decryptSegments } from "./segments.ts";

/** An item of a label as the carrier's service sends it. Numbers may be texts. */
export interface WireItem {
  readonly type?: string;
  readonly codeType?: string;
  readonly value?: unknown;
  readonly [name: string]: unknown;
}

export interface WireContent {
  readonly area?: unknown;
  readonly page?: { readonly width?: unknown; readonly height?: unknown };
  readonly items?: readonly WireItem[];
}

export interface WireFile {
  readonly waybillNo?: string;
  readonly contents?: readonly WireContent[] | WireContent;
}

function num(v: unknown, otherwise = 0): number {
  const n = typeof v === "string" ? Number.parseFloat(v) : v;
  return typeof n === "number" && Number.isFinite(n) ? n : otherwise;
}

const flag = (v: unknown) => v === true || v === 1 || v === "1" || v === "true";

function choice<T extends number>(v: unknown, all: readonly T[], otherwise: T): T {
  const n = num(v, otherwise);
  return all.find((a) => a === n) ?? otherwise;
}

const rotations: readonly Rotation[] = [0, 1, 2, 3];
const styles: readonly LineStyle[] = [0, 1, 2, 3];
const places = [0, 1, 2] as const;

const named: Readonly<Record<string, string>> = { white: "#ffffff", black: "#000000", red: "#ff0000" };

/** Converts a colour to #rrggbb. An invalid colour becomes black. */
function colorOf(v: unknown): string {
  const s = String(v ?? "")
    .trim()
    .toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(s)) return s;
  if (/^#[0-9a-f]{3}$/.test(s)) return `#${[...s.slice(1)].map((c) => c + c).join("")}`;
  const parts = /^(?:rgba?\()?\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,[^)]*)?\)?$/.exec(s);
  if (parts)
    return `#${parts
      .slice(1, 4)
      .map((p) => Math.min(255, Number(p)).toString(16).padStart(2, "0"))
      .join("")}`;
  return named[s] ?? "#000000";
}

/** Converts an opacity from 0–255 to 0–1. In the carrier's templates, 0 or no value means opaque. */
function opacityOf(v: unknown): number {
  const n = num(v);
  return n <= 0 || n >= 255 ? 1 : n / 255;
}

function imageHref(value: string): string {
  return /^(https?|ftp):\/\//i.test(value) || /^data:image\//i.test(value)
    ? value
    : `data:image/png;base64,${value.replace(/\s+/g, "")}`;
}

const stroke = 1;

function itemOf(raw: WireItem, value: string): Item | undefined {
  const box = {
    left: num(raw.left),
    top: num(raw.top),
    width: Math.max(0, num(raw.width)),
    height: Math.max(0, num(raw.height)),
    rotation: choice(raw.rotation, rotations, 0),
  };
  const color = colorOf(raw.color);
  const style = choice(raw.lineStyle, styles, 0);
  switch (String(raw.type ?? "").toLowerCase()) {
    case "image":
      if (value.trim() === "") return undefined;
      return {
        kind: "image",
        ...box,
        href: imageHref(value.trim()),
        stretch: num(raw.scale) === 1,
        opacity: opacityOf(raw.transparency),
      };
    case "barcode":
      // Leaves out an empty bar code. Keeps an empty QR code, which cannot be drawn: the print job fails with an error.
      if (String(raw.codeType ?? "").toLowerCase() === "qrcode")
        return { kind: "qr", ...box, text: value, color, ...qrChoice(raw) };
      if (value === "") return undefined;
      return { kind: "barcode", ...box, text: value, showText: flag(raw.showBarText), color };
    case "text": {
      const size = num(raw.fontSize) > 0 ? num(raw.fontSize) : 9;
      return {
        kind: "text",
        ...box,
        text: value,
        font: String(raw.fontName ?? ""),
        size: Math.max(size, num(raw.fontSizeLarge)),
        bold: flag(raw.bold),
        italic: flag(raw.italic),
        underline: flag(raw.underLine),
        color,
        ...(color === "#ffffff" && { background: "#000000" }),
        align: choice(raw.halignment, places, 0),
        valign: choice(raw.valignment, places, 0),
        lineSpacing: num(raw.lineSpacing),
        shrink: num(raw.textScale) === 1,
        opacity: opacityOf(raw.transparency),
      };
    }
    case "line": {
      const level = num(raw.height) <= 0;
      const { left: x1, top: y1 } = box;
      const end = level ? { x2: x1 + box.width, y2: y1 } : { x2: x1, y2: y1 + box.height };
      return { kind: "line", x1, y1, ...end, style, color, thickness: stroke };
    }
    case "rectangle":
    case "rect":
      return { kind: "rectangle", ...box, style, color, thickness: stroke };
    default:
      throw new Error(`面单元素类型未知：${String(raw.type ?? "")}`);
  }
}

/** Returns the version and mask of a QR code, if the carrier demands them. qrMatrix refuses invalid ones. */
function qrChoice({ version, mask }: WireItem): { version?: number; mask?: number } {
  const has = (v: unknown) => v !== undefined && v !== null && v !== "";
  return {
    ...(has(version) && { version: Number(version) }),
    ...(has(mask) && { mask: Number(mask) }),
  };
}

function pageOf(content: WireContent, key: string | undefined): Page {
  const width = num(content.page?.width);
  const height = num(content.page?.height);
  if (width <= 0 || height <= 0) throw new Error("面单数据缺少纸张尺寸");
  if (!Array.isArray(content.items) || content.items.length === 0) throw new Error("面单数据没有内容");
  const items = (content.items as readonly WireItem[]).flatMap((raw) => {
    const value = decryptSegments(typeof raw.value === "object" ? "" : String(raw.value ?? ""), key);
    const item = itemOf(raw, value);
    if (item?.kind === "qr" && item.text === "") throw new Error("No input text");
    return item ? [item] : [];
  });
  return { width, height, items };
}

/** Converts the carrier's answer to pages in the same order. `key` decrypts encrypted texts (AES). */
export function pagesOf(files: readonly WireFile[], key?: string): Page[] {
  return files.flatMap((file) => {
    const { contents = [] } = file;
    const list = Array.isArray(contents) ? contents : [contents as WireContent];
    if (list.length === 0) throw new Error("面单数据没有内容");
    return list.map((c: WireContent) => pageOf(c, key));
  });
}
