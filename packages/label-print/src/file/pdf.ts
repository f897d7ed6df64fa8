import { code128, qrMatrix } from "../model/codes.ts";
import { type Item, mmPerPt, type Page } from "../model/page.ts";
import { barcodeParts } from "../model/svg.ts";
import { drawOn, onCanvas, type RasterOptions, samplesOn } from "./raster.ts";

/**
 * Returns true for bar codes and QR codes, which are drawn as vector shapes, so that each printer aligns their edges to
 * its dots.
 */
const isCode = (item: Item) => item.kind === "qr" || item.kind === "barcode";

const n = (v: number) => String(Math.round(v * 10_000) / 10_000);

/**
 * Returns the PDF operators that draw the bars or squares of a code. The text below a bar code is part of the page's
 * bitmap.
 */
function codeShapes(item: Item, pageHeight: number): string {
  if (item.kind !== "qr" && item.kind !== "barcode") return "";
  const { left, top, width, height, rotation, color } = item;
  const swaps = rotation === 1 || rotation === 2;
  // x and y: corner of the box at which the drawing begins. PDF coordinates are in points, with y upwards.
  const x = (rotation === 2 || rotation === 3 ? left + width : left) / mmPerPt;
  const y = (pageHeight - (rotation === 1 || rotation === 3 ? top + height : top)) / mmPerPt;
  const turn = { 0: [1, 0, 0, -1], 1: [0, 1, 1, 0], 2: [0, -1, -1, 0], 3: [-1, 0, 0, 1] }[rotation];
  const rgb = [1, 3, 5].map((at) => n(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(" ");
  const shapes: string[] = [];
  if (item.kind === "barcode") {
    const { bars } = barcodeParts(item);
    const { modules, runs } = code128(item.text);
    const step = bars.width / modules / mmPerPt;
    const high = n(bars.height / mmPerPt);
    for (const r of runs) shapes.push(`${n(r.at * step)} 0 ${n(r.length * step)} ${high} re`);
  } else {
    const { modules, rows } = qrMatrix(item.text, item);
    const side = swaps ? Math.min(height, width) : Math.min(width, height);
    const step = side / modules / mmPerPt;
    rows.forEach((row, line) => {
      for (const r of row)
        shapes.push(`${n(r.at * step)} ${n(line * step)} ${n(r.length * step)} ${n(step)} re`);
    });
  }
  return `q ${rgb} rg ${turn.join(" ")} ${n(x)} ${n(y)} cm\n${shapes.join("\n")}\nf Q\n`;
}

/** Returns the bytes of a text in Latin-1. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** A PDF file that is being written: its parts, and the byte offset of each object for the table at the end. */
class PdfFile {
  readonly #parts: (string | Uint8Array<ArrayBuffer>)[] = [];
  readonly #starts: number[] = [];
  #length = 0;

  constructor() {
    this.put("%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n");
  }

  put(part: string | Uint8Array<ArrayBuffer>): void {
    const bytes = typeof part === "string" ? bytesOf(part) : part;
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }

  object(number: number, head: string, stream?: Uint8Array<ArrayBuffer> | string): void {
    this.#starts[number] = this.#length;
    this.put(`${number} 0 obj\n`);
    if (stream === undefined) this.put(`${head}\nendobj\n`);
    else {
      this.put(`<<${head}/Length ${stream.length}>>\nstream\n`);
      this.put(stream);
      this.put("\nendstream\nendobj\n");
    }
  }

  end(): Blob {
    const from = this.#length;
    const size = this.#starts.length;
    const rows = Array.from(
      { length: size - 1 },
      (_, i) => `${String(this.#starts[i + 1] ?? 0).padStart(10, "0")} 00000 n \n`,
    );
    this.put(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join("")}`);
    this.put(`trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${from}\n%%EOF\n`);
    return new Blob(this.#parts as BlobPart[], { type: "application/pdf" });
  }
}

/**
 * Creates a PDF whose pages have the exact size of the labels. Texts and pictures are bitmaps; codes are vector
 * shapes above them.
 */
export async function pagesPdf(pages: readonly Page[], o: RasterOptions): Promise<Blob> {
  const file = new PdfFile();
  const first = 3;
  file.object(1, "<</Type/Catalog/Pages 2 0 R/ViewerPreferences<</PrintScaling/None>>>>");
  const kids = pages.map((_, i) => `${first + i * 3} 0 R`).join(" ");
  file.object(2, `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`);
  for (const [i, page] of pages.entries()) {
    const at = first + i * 3;
    const [w, h] = [n(page.width / mmPerPt), n(page.height / mmPerPt)];
    const withoutBars: Page = { ...page, items: page.items.flatMap(captionOnly) };
    const { width, height, colors, bytes } = await onCanvas(async (canvas) => {
      await drawOn(canvas, withoutBars, o);
      return samplesOn(canvas);
    });
    file.object(
      at,
      [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${w} ${h}]`,
        `/Resources<</XObject<</P ${at + 2} 0 R>>>>/Contents ${at + 1} 0 R>>`,
      ].join(""),
    );
    const shapes = page.items.filter(isCode).map((item) => codeShapes(item, page.height));
    file.object(at + 1, "", `q ${w} 0 0 ${h} 0 0 cm /P Do Q\n${shapes.join("")}`);
    file.object(
      at + 2,
      [
        `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8`,
        `/ColorSpace/${colors === 1 ? "DeviceGray" : "DeviceRGB"}/Filter/FlateDecode`,
        // Predictor 15: each row of pixels begins with the number of its PNG filter.
        `/DecodeParms<</Predictor 15/Colors ${colors}/Columns ${width}>>`,
      ].join(""),
      bytes,
    );
  }
  return file.end();
}

function captionOnly(item: Item): Item[] {
  if (item.kind === "qr") return [];
  if (item.kind !== "barcode") return [item];
  const { caption } = barcodeParts(item);
  if (!caption) return [];
  // Finds the part of the rotated box that contains the text below the bars.
  const { left, top, width, height, rotation } = item;
  const [c, r] = [caption.height, rotation];
  const strip =
    r === 0
      ? { left, top: top + height - c, width, height: c }
      : r === 1
        ? { left: left + width - c, top, width: c, height }
        : r === 2
          ? { left, top, width: c, height }
          : { left, top, width, height: c };
  return [{ ...caption, ...strip, rotation }];
}
