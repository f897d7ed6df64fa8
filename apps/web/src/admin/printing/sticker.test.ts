import { type Page, roughMeasure } from "@shotkeeper/label-print";
import { expect, it } from "vitest";
import { sheetPlaces } from "./label-pages.ts";
import { type Sticker, stickerPage, stickerPages } from "./sticker.ts";

const long = "纯电轿车前保险杠本体总成右侧下饰板模具（含滑块与液压抽芯）";
const sticker = (n: number): Sticker => ({
  code: `HC-E21-${n}`,
  lines: [long, "E21 纯电轿车", null, "昆山锦拓模塑有限公司"],
});

const codeOf = (page: Page) =>
  page.items.flatMap((i) =>
    i.kind === "qr" ? [{ text: i.text, left: i.left, top: i.top, side: i.width }] : [],
  );

it.each(["sheet", "single"] as const)(
  "keeps texts within the label and a quiet zone around the code (%s)",
  (layout) => {
    const page = stickerPage(sticker(1), layout, roughMeasure);
    const [code] = codeOf(page);
    if (!code) throw new Error("no code");
    // The light margin must be four modules (smallest squares of the code) wide. Modules are largest in the smallest QR
    // code, which has 21 modules per side.
    const quiet = (code.side / 21) * 4;
    expect(code.left).toBeGreaterThanOrEqual(quiet);
    for (const item of page.items) {
      if (item.kind !== "text") continue;
      expect(item.left).toBeGreaterThanOrEqual(code.left + code.side + quiet);
      expect(item.left + item.width).toBeLessThanOrEqual(page.width);
      expect(item.top).toBeGreaterThanOrEqual(0);
      expect(item.top + item.height).toBeLessThanOrEqual(page.height);
    }
    expect(page.items.map((i) => (i.kind === "text" ? i.text : i.kind))).toEqual([
      "qr",
      "HC-E21-1",
      long,
      "E21 纯电轿车",
      "昆山锦拓模塑有限公司",
    ]);
  },
);

it("begins after the used labels of the first sheet", () => {
  const stickers = Array.from({ length: sheetPlaces }, (_, i) => sticker(i));
  const [first, second, ...more] = stickerPages(stickers, "sheet", 4, roughMeasure) as [Page, Page];
  expect(more).toEqual([]);
  expect([first.width, first.height]).toEqual([210, 297]);
  const codes = codeOf(first);
  expect(codes).toHaveLength(sheetPlaces - 4);
  // The first four labels of the sheet are already used, so the first sticker is in the second column of the second
  // row.
  expect(codes[0]).toEqual({ text: "HC-E21-0", left: 7.2 + 66 + 3.9, top: 12.9 + 33.9 + 6.95, side: 20 });
  expect(codeOf(second).map((c) => c.text)).toEqual([20, 21, 22, 23].map((n) => `HC-E21-${n}`));
});
