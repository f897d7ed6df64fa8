import { checkPage, roughMeasure } from "@shotkeeper/label-print";
import { expect, it } from "vitest";
import { paperOf, testPage } from "./test-page.ts";

it.each([
  ["sticker", "150", 60, 40],
  ["waybill", "150", 100, 150],
  ["waybill", "76130", 76, 130],
  ["a4", "150", 210, 297],
] as const)("a test page for %s %s fits its paper", async (kind, size, width, height) => {
  const paper = paperOf(kind, size);
  expect(paper).toEqual([width, height]);
  const page = testPage(paper, { title: "测试页", lines: ["打印机", "2026-11-23 20:00"] });
  const { signal } = new AbortController();
  const rules = {
    measure: roughMeasure,
    fallbacks: { overflow: "error" },
    pictureTimeout: 1,
    signal,
  } as const;
  const { notes } = await checkPage(page, rules);
  expect(notes).toEqual([]);
  const boxes = page.items.flatMap((i) => (i.kind === "line" || i.kind === "rectangle" ? [] : [i]));
  for (const b of boxes) {
    expect(b.left).toBeGreaterThanOrEqual(2);
    expect(b.left + b.width).toBeLessThanOrEqual(width - 2);
    expect(b.top + b.height).toBeLessThanOrEqual(height - 2);
  }
  // Expects that no box covers another box.
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1)) {
      const apart =
        a.left + a.width <= b.left ||
        b.left + b.width <= a.left ||
        a.top + a.height <= b.top + 0.01 ||
        b.top + b.height <= a.top + 0.01;
      expect(apart, `${JSON.stringify(a)} ${JSON.stringify(b)}`).toBe(true);
    }
});
