import { expect, it } from "vitest";
import { qrPath } from "../basic/qr-path.ts";
import { decodePicture, type Picture } from "./decode.ts";

/** The path of a label's code as a camera would see it: dark on light, some points a module. */
function picture(text: string, scale: number): Picture {
  const { size, path } = qrPath(text);
  const side = size * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(235);
  for (const [, x, y, w] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
    for (let dy = 0; dy < scale; dy++)
      for (let dx = 0; dx < Number(w) * scale; dx++)
        data.fill(
          30,
          ((Number(y) * scale + dy) * side + Number(x) * scale + dx) * 4,
          ((Number(y) * scale + dy) * side + Number(x) * scale + dx) * 4 + 3,
        );
  return { width: side, height: side, data };
}

it.each(["CA8-001", "W0001", "模具-甲 №1", "x".repeat(50)])(
  "reads %s from the label that we print",
  (text) => {
    expect(decodePicture(picture(text, 6))).toBe(text);
  },
);

it("reads nothing where there is nothing", () => {
  expect(
    decodePicture({ width: 64, height: 64, data: new Uint8ClampedArray(64 * 64 * 4).fill(200) }),
  ).toBeUndefined();
});
