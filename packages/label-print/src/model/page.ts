/** A page that every driver draws: lengths in mm, font sizes in points. */
export interface Page {
  readonly width: number;
  readonly height: number;
  readonly items: readonly Item[];
  /** The intended paper, if the size alone does not tell it. */
  readonly paper?: "A4";
}

/** 1: 90° counter-clockwise; 2: 90° clockwise; 3: 180°. */
export type Rotation = 0 | 1 | 2 | 3;

/** 0 solid; 1 dashed; 2 and 3 dotted. */
export type LineStyle = 0 | 1 | 2 | 3;

/** The rectangle that an item covers on the page, after its rotation. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: Rotation;
}

export interface TextItem extends Box {
  readonly kind: "text";
  readonly text: string;
  readonly font: string;
  /** Points. */
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly color: string;
  /** Colour of a box behind the text, such as for white on black. */
  readonly background?: string;
  /** 0 left, 1 centre, 2 right. */
  readonly align: 0 | 1 | 2;
  /** 0 top, 1 middle, 2 bottom. */
  readonly valign: 0 | 1 | 2;
  /** Additional distance between lines, points. */
  readonly lineSpacing: number;
  /** Shrinks the text until it fits the box. */
  readonly shrink: boolean;
  readonly opacity: number;
}

export interface ImageItem extends Box {
  readonly kind: "image";
  /** A URL or a data URL. */
  readonly href: string;
  /** Fills the box. Otherwise the picture keeps its aspect ratio. */
  readonly stretch: boolean;
  readonly opacity: number;
}

export interface BarcodeItem extends Box {
  readonly kind: "barcode";
  readonly text: string;
  readonly showText: boolean;
  readonly color: string;
}

export interface QrItem extends Box {
  readonly kind: "qr";
  readonly text: string;
  readonly color: string;
  /** QR version, 1–40. Default: the smallest that holds the text. */
  readonly version?: number;
  /** Mask pattern, 0–7. Default: the best one. */
  readonly mask?: number;
  /** Error correction: the share of the code that may be damaged. L 7 %, M 15 %, Q 25 %, H 30 %. */
  readonly correction?: "L" | "M" | "Q" | "H";
}

export interface LineItem {
  readonly kind: "line";
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly style: LineStyle;
  readonly color: string;
  /** Points. */
  readonly thickness: number;
}

export interface RectangleItem extends Box {
  readonly kind: "rectangle";
  readonly style: LineStyle;
  readonly color: string;
  /** Points; 0 draws no edge. */
  readonly thickness: number;
  readonly fill?: string;
}

export type Item = TextItem | ImageItem | BarcodeItem | QrItem | LineItem | RectangleItem;

/** Millimetres per point. */
export const mmPerPt = 25.4 / 72;

/** Makes a text item with default values. */
export function text(
  item: Pick<TextItem, "left" | "top" | "width" | "height" | "text"> & Partial<TextItem>,
): TextItem {
  return {
    rotation: 0,
    font: "",
    size: 9,
    bold: false,
    italic: false,
    underline: false,
    color: "#000000",
    align: 0,
    valign: 0,
    lineSpacing: 0,
    shrink: false,
    opacity: 1,
    ...item,
    kind: "text",
  };
}

/** Scales an item by a factor, then moves it. */
export function moved(item: Item, factor: number, dx: number, dy: number): Item {
  const x = (v: number) => v * factor + dx;
  const y = (v: number) => v * factor + dy;
  if (item.kind === "line")
    return {
      ...item,
      x1: x(item.x1),
      x2: x(item.x2),
      y1: y(item.y1),
      y2: y(item.y2),
      thickness: item.thickness * factor,
    };
  const box = {
    left: x(item.left),
    top: y(item.top),
    width: item.width * factor,
    height: item.height * factor,
  };
  if (item.kind === "text")
    return { ...item, ...box, size: item.size * factor, lineSpacing: item.lineSpacing * factor };
  if (item.kind === "rectangle") return { ...item, ...box, thickness: item.thickness * factor };
  return { ...item, ...box };
}
