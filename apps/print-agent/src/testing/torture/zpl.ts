import { bitmapOf, code128, zplOf } from "@shotkeeper/label-print";
import { labelsOfZpl } from "@shotkeeper/label-print/testing";
import { readCode } from "@shotkeeper/label-print/testing/read-code";

const dpi = 203;
/** Size of the label, and the white margin beside the bar code, dots. */
const [width, height, margin] = [600, 80, 30];
/** Dots per module of the bar code. */
const module = 3;

/** Makes a ZPL label with the bar code of a name. */
export function labelZpl(name: string): Blob {
  const data = new Uint8Array(width * height * 4).fill(255);
  for (const { at, length } of code128(name).runs)
    for (let y = 0; y < height; y++) {
      const from = y * width + margin + at * module;
      data.fill(0, from * 4, (from + length * module) * 4);
    }
  // Keeps the label opaque: a bar is black and not transparent.
  for (let i = 3; i < data.length; i += 4) data[i] = 255;
  return new Blob([zplOf(bitmapOf({ width, height, data }))], { type: "text/plain" });
}

const mm = (dots: number) => (dots * 25.4) / dpi;

/** Place of the bar code on a label, mm. */
export interface CodePlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Place of the bar code on the labels of `labelZpl`. */
export const wholeLabel: CodePlace = { left: 0, top: 0, width: mm(width), height: mm(height) };

/**
 * Decodes the bar codes of all labels that one connection sent to the printer. Skips a label that did not arrive
 * completely, because a printer does not print an incomplete label.
 */
export function codesInZpl(bytes: Buffer, place: CodePlace): string[] {
  const labels = bytes.toString("latin1").match(/\^XA[\s\S]*?\^XZ/g) ?? [];
  return labels.flatMap((zpl) => labelsOfZpl(zpl)).map((label) => readCode(label, dpi, place, "128"));
}
