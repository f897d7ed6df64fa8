import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { misplaced } from "../testing/compare.ts";
import { labelsOfEscPos, labelsOfZpl } from "../testing/thermal-paper.ts";
import { type Bitmap, bitmapOf, type Pixels } from "./bitmap.ts";
import { escPosOf } from "./esc-pos.ts";
import { zplOf } from "./zpl.ts";

/** Pictures whose rows are runs of equal bytes, as labels have them. */
const bitmaps: fc.Arbitrary<Bitmap> = fc
  .tuple(fc.integer({ min: 1, max: 140 }), fc.integer({ min: 1, max: 30 }))
  .chain(([bytesPerRow, height]) => {
    const run = fc.tuple(
      fc.oneof(fc.constantFrom(0, 255, 0x0f), fc.nat(255)),
      fc.integer({ min: 1, max: bytesPerRow }),
    );
    const row = fc
      .array(run, { minLength: 1, maxLength: 6 })
      .map((runs) =>
        Array.from(
          { length: bytesPerRow },
          (_, i) => runs.flatMap(([b, n]) => Array<number>(n).fill(b))[i] ?? 0,
        ),
      );
    const rows = fc.array(fc.oneof(row, fc.constant(Array<number>(bytesPerRow).fill(0))), {
      minLength: height,
      maxLength: height,
    });
    return rows.map((list) => ({
      width: bytesPerRow * 8,
      height,
      bytesPerRow,
      bytes: Uint8Array.from(list.flat()),
    }));
  });

/** Returns true if a label has exactly the dots of a picture. */
const hasDots = (label: Pixels | undefined, { bytes }: Pick<Bitmap, "bytes">) =>
  label !== undefined && Buffer.from(bitmapOf(label).bytes).equals(bytes);

describe("commands of thermal printers", { timeout: 60_000 }, () => {
  it("print every dot of any picture, as ZPL and as ESC/POS", () => {
    fc.assert(
      fc.property(bitmaps, (bitmap) => {
        const zpl = labelsOfZpl(zplOf(bitmap));
        const escPos = labelsOfEscPos(escPosOf(bitmap), bitmap.width);
        expect([zpl.length, escPos.length]).toEqual([1, 1]);
        expect([hasDots(zpl[0], bitmap), hasDots(escPos[0], bitmap)]).toEqual([true, true]);
      }),
      { numRuns: 100 },
    );
  });

  it("split a large label into pictures below the limit of ^GF", () => {
    const [bytesPerRow, height] = [148, 1772];
    const bytes = new Uint8Array(bytesPerRow * height).fill(0x5a);
    const bitmap = { width: bytesPerRow * 8, height, bytesPerRow, bytes };
    const zpl = zplOf(bitmap);
    expect(zpl.match(/\^GFA/g)).toHaveLength(5);
    expect(hasDots(labelsOfZpl(zpl)[0], bitmap)).toBe(true);
  });

  it("print a blank label", () => {
    const blank = bitmapOf({ width: 16, height: 4, data: new Uint8Array(16 * 4 * 4).fill(255) });
    expect(zplOf(blank)).toBe("^XA^PW16^LL4^LH0,0\n^PQ1^XZ\n");
    expect(labelsOfEscPos(escPosOf(blank), 16)).toHaveLength(1);
  });

  it("keep a grey area grey, and a text sharp", () => {
    const grey = { width: 40, height: 40, data: new Uint8Array(40 * 40 * 4).fill(160) };
    const dots = (b: Bitmap) => b.bytes.reduce((sum, n) => sum + n.toString(2).replaceAll("0", "").length, 0);
    expect(dots(bitmapOf(grey))).toBe(0);
    const area = { left: 0, top: 0, right: 40, bottom: 40 };
    expect(dots(bitmapOf(grey, [area])) / 1600).toBeCloseTo(1 - 160 / 256, 1);
  });

  it("are compact: a waybill of 100 × 150 mm takes less than a third of its dots as ZPL", () => {
    const file = fileURLToPath(new URL("../../golden/100x150.png", import.meta.url));
    const preview = PNG.sync.read(readFileSync(file));
    const bitmap = bitmapOf(preview);
    const zpl = zplOf(bitmap);
    const [label] = labelsOfZpl(zpl);
    expect(label && misplaced(label, preview, 1)).toBeLessThan(0.01);
    expect(zpl.length).toBeLessThan(bitmap.bytes.length / 3);
  });
});
