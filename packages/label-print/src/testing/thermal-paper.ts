import type { Pixels } from "../file/bitmap.ts";

/** A label that a thermal printer has printed, as pixels. */
type Label = Pixels;

/** White sheet on which dots can be set. */
class Sheet implements Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.data = new Uint8Array(width * height * 4).fill(255);
  }

  /** Prints rows of dots. Throws for a dot outside the sheet, because a printer would not print it. */
  print(left: number, top: number, bytesPerRow: number, bytes: readonly number[]): void {
    for (const [i, byte] of bytes.entries())
      for (let bit = 0; bit < 8; bit++) {
        if (((byte >> (7 - bit)) & 1) === 0) continue;
        const x = left + (i % bytesPerRow) * 8 + bit;
        const y = top + Math.floor(i / bytesPerRow);
        if (x >= this.width || y >= this.height) throw new Error(`dot ${x},${y} is off the label`);
        this.data.fill(0, (y * this.width + x) * 4, (y * this.width + x) * 4 + 3);
      }
  }
}

/** Decodes the data of a ^GFA command, with the compression of Zebra's manual. */
function graphic(data: string, bytesPerRow: number): number[] {
  const digitsPerRow = bytesPerRow * 2;
  const rows: string[] = [];
  let row = "";
  let count = 0;
  const end = () => {
    if (row.length !== digitsPerRow) throw new Error(`a row has ${row.length} digits`);
    rows.push(row);
    row = "";
  };
  for (const c of data) {
    if (c === ":") {
      const before = rows.at(-1);
      if (row !== "" || before === undefined) throw new Error("no row to repeat");
      rows.push(before);
    } else if (c === "," || c === "!") {
      row = row.padEnd(digitsPerRow, c === "," ? "0" : "F");
      end();
    } else if (/[G-Y]/.test(c)) count += c.charCodeAt(0) - 70;
    else if (/[g-z]/.test(c)) count += (c.charCodeAt(0) - 102) * 20;
    else if (/[0-9A-F]/.test(c)) {
      row += c.repeat(count || 1);
      count = 0;
      if (row.length >= digitsPerRow) end();
    } else throw new Error(`not a digit: ${c}`);
  }
  if (row !== "") throw new Error("the last row is incomplete");
  return rows.flatMap((r) => (r.match(/../g) ?? []).map((hex) => Number.parseInt(hex, 16)));
}

/**
 * Interprets the ZPL that this package writes, and returns the labels that a printer would print. Throws at any other
 * command.
 */
export function labelsOfZpl(zpl: string): Label[] {
  const labels: Label[] = [];
  let [width, height] = [0, 0];
  let origin: [number, number] = [0, 0];
  let sheet: Sheet | undefined;
  const numbers = (text: string) => text.split(",").map(Number);
  for (const command of zpl.replaceAll("\n", "").split("^").slice(1)) {
    const [name, rest] = [command.slice(0, 2), command.slice(2)];
    if (name === "PW") width = Number(rest);
    else if (name === "LL") height = Number(rest);
    else if (name === "FO") origin = numbers(rest) as [number, number];
    else if (name === "GF") {
      const [, size = "", total = "", perRow = "", data = ""] = /^A,(\d+),(\d+),(\d+),(.*)$/.exec(rest) ?? [];
      const bytes = graphic(data, Number(perRow));
      if (bytes.length !== Number(total) || size !== total || bytes.length > 99_999)
        throw new Error(`a picture of ${total} bytes has ${bytes.length}`);
      sheet ??= new Sheet(width, height);
      sheet.print(...origin, Number(perRow), bytes);
    } else if (name === "XZ") {
      labels.push(sheet ?? new Sheet(width, height));
      sheet = undefined;
    } else if (!["XA", "FS", "LH0,0", "PQ1"].includes(`${name}${rest}`))
      throw new Error(`unknown command ^${command.slice(0, 20)}`);
  }
  return labels;
}

/**
 * Interprets the ESC/POS that this package writes, and returns the cut pieces of paper. `width` is the width of the
 * printer's head, dots. Throws at any other command.
 */
export function labelsOfEscPos(bytes: Uint8Array, width: number): Label[] {
  const labels: Label[] = [];
  let bands: { readonly perRow: number; readonly rows: number; readonly dots: readonly number[] }[] = [];
  let at = 0;
  const next = (...wanted: readonly number[]) => {
    const isNext = wanted.every((b, i) => bytes[at + i] === b);
    if (isNext) at += wanted.length;
    return isNext;
  };
  const word = () => {
    at += 2;
    return (bytes[at - 2] ?? 0) + (bytes[at - 1] ?? 0) * 256;
  };
  while (at < bytes.length) {
    if (next(0x1b, 0x40)) bands = [];
    else if (next(0x1d, 0x76, 0x30, 0)) {
      const [perRow, rows] = [word(), word()];
      const dots = Array.from(bytes.subarray(at, at + perRow * rows));
      if (dots.length !== perRow * rows) throw new Error("the picture is incomplete");
      at += dots.length;
      bands.push({ perRow, rows, dots });
    } else if (next(0x1d, 0x56, 66, 0)) {
      const sheet = new Sheet(
        width,
        bands.reduce((sum, b) => sum + b.rows, 0),
      );
      let top = 0;
      for (const { perRow, rows, dots } of bands) {
        sheet.print(0, top, perRow, dots);
        top += rows;
      }
      labels.push(sheet);
      bands = [];
    } else throw new Error(`unknown command at byte ${at}`);
  }
  return labels;
}

/**
 * Scales a picture to another size. A pixel is dark if any dot in its place is dark, so that thin lines stay.
 */
export function resized(from: Pixels, width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < from.height; y++)
    for (let x = 0; x < from.width; x++) {
      if ((from.data[(y * from.width + x) * 4] ?? 255) > 128) continue;
      const [left, right] = [x, x + 1].map((n) => Math.floor((n * width) / from.width)) as [number, number];
      const [top, bottom] = [y, y + 1].map((n) => Math.floor((n * height) / from.height)) as [number, number];
      for (let v = top; v < Math.max(bottom, top + 1); v++)
        for (let u = left; u < Math.max(right, left + 1); u++)
          data.fill(0, (v * width + u) * 4, (v * width + u) * 4 + 3);
    }
  return { width, height, data };
}
