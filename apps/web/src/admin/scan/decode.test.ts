import { qrMatrix } from "@shotkeeper/label-print";
import { expect, it } from "vitest";
import { decodePicture, type Picture } from "./decode.ts";

/**
 * Returns a picture of a QR code as a camera sees it: dark on light, with a light margin. `scale`: pixels per module.
 */
function picture(text: string, scale: number): Picture {
  const { modules, rows } = qrMatrix(text, { correction: "M" });
  const side = (modules + 8) * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(235);
  for (const [y, row] of rows.entries())
    for (const run of row)
      for (let dy = 0; dy < scale; dy++)
        for (let dx = 0; dx < run.length * scale; dx++) {
          const at = (((y + 4) * scale + dy) * side + (run.at + 4) * scale + dx) * 4;
          data.fill(30, at, at + 3);
        }
  return { width: side, height: side, data };
}

it.each(["CA8-001", "W0001", "模具-甲 №1", "x".repeat(50)])(
  "reads %s from the label that we print",
  (text) => {
    expect(decodePicture(picture(text, 6))).toBe(text);
  },
);

it("returns undefined for a picture without a code", () => {
  expect(
    decodePicture({ width: 64, height: 64, data: new Uint8ClampedArray(64 * 64 * 4).fill(200) }),
  ).toBeUndefined();
});
