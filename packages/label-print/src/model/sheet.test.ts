import { expect, it } from "vitest";
import type { Page } from "./page.ts";
import { arrange } from "./sheet.ts";

const label = (text: string, width: number): Page => ({
  width,
  height: 150,
  items: [{ kind: "qr", left: 0, top: 0, width: 20, height: 20, text, color: "#000000", rotation: 0 }],
});
const placed = (p: Page | undefined) =>
  (p?.items ?? []).flatMap((i) => (i.kind === "qr" ? [[i.text, i.left, i.width]] : []));

// spec: shop B4.5, B9.3, B9.5
it("puts two labels side by side on a sheet of 297 × 210 mm at 95 %", () => {
  const [sheet, rest, ...none] = arrange([label("a", 100), label("b", 100), label("c", 100)], "A4", "fm_100");
  expect([sheet?.width, sheet?.height, none.length]).toEqual([297, 210, 0]);
  const [first, second] = placed(sheet);
  expect([first?.[0], second?.[0], first?.[2]]).toEqual(["a", "b", 19]);
  expect(Number(second?.[1]) - Number(first?.[1])).toBeCloseTo(150 * 0.95);
  expect(placed(rest).map(([text]) => text)).toEqual(["c"]);
});

// spec: shop B4.6
it("repeats a label on its sheet", () => {
  const sheets = arrange([label("a", 76), label("b", 76)], "A4_copy", "fm_76130");
  expect(sheets.map((s) => placed(s).map(([text]) => text))).toEqual([
    ["a", "a"],
    ["b", "b"],
  ]);
});

it("shifts a label by 38 mm if the code of its template contains 76, otherwise by 26 mm", () => {
  const left = (code: string) => Number(placed(arrange([label("a", 76)], "A4_copy", code)[0])[0]?.[1]);
  expect(left("fm_76130") - left("fm_100150")).toBeCloseTo((38 - 26) * 0.95);
});
