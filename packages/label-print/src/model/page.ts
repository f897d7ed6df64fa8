/** A page in the form that every driver draws. Lengths are in mm, font sizes in points. */
export interface Page {
  readonly width: number;
  readonly height: number;
  readonly items: readonly Item[];
  /** Name of the paper. Only set if the paper cannot be derived from the page's size. */
  readonly paper?: "A4";
}

/** Rotation of an item. 0: none; 1: 90° counter-clockwise; 2: 90° clockwise; 3: 180°. */
export type Rotation = 0 | 1 | 2 | 3;

/** Style of a line. 0: solid; 1: dashed; 2 and 3: dotted. */
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
  /** Font size, points. */
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly color: string;
  /** Colour of a filled box behind the text, such as black behind white text. */
  readonly background?: string;
  /** Horizontal alignment. 0: left; 1: centre; 2: right. */
  readonly align: 0 | 1 | 2;
  /** Vertical alignment. 0: top; 1: middle; 2: bottom. */
  readonly valign: 0 | 1 | 2;
  /** Distance that is added between two lines, points. */
  readonly lineSpacing: number;
  /** True if the font shrinks until the text fits its box. */
  readonly shrink: boolean;
  readonly opacity: number;
}

export interface ImageItem extends Box {
  readonly kind: "image";
  /** Source of the picture: a URL or a data URL. */
  readonly href: string;
  /** True if the picture is stretched to its box. Otherwise it keeps its aspect ratio. */
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
  /**
   * QR version, 1–40, which determines the number of squares per side. Default: the smallest version that holds the
   * text.
   */
  readonly version?: number;
  /** QR mask pattern, 0–7. Default: the pattern that is easiest to read. */
  readonly mask?: number;
  /** Error correction, that is the share of the code that may be damaged. L: 7 %; M: 15 %; Q: 25 %; H: 30 %. */
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
  /** Thickness of the line, points. */
  readonly thickness: number;
}

export interface RectangleItem extends Box {
  readonly kind: "rectangle";
  readonly style: LineStyle;
  readonly color: string;
  /** Thickness of the edge, points. 0 draws no edge. */
  readonly thickness: number;
  readonly fill?: string;
}

export type Item = TextItem | ImageItem | BarcodeItem | QrItem | LineItem | RectangleItem;

/** Millimetres in one point (1/72 inch). */
export const mmPerPt = 25.4 / 72;

/** Creates a text item. Missing properties get default values. */
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

/** Scales an item by a factor and then moves it by dx and dy, mm. */
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
