import { expect, it } from "vitest";
import { countSheet, sheetRows } from "./count-sheet.ts";

const line = (n: number) => ({ moldNo: `M${n}`, moldName: `Mold ${n}`, plantName: "P" });
const sheet = (count: number) =>
  countSheet({
    title: "Count",
    facts: ["IV1"],
    heads: ["", "Mold", "Plant", "Seen", "Note"],
    lines: Array.from({ length: count }, (_, i) => line(i)),
    foot: "%n / %t",
  });

it.each([
  [0, 1],
  [1, 1],
  [sheetRows, 1],
  [sheetRows + 1, 2],
])("%i molds make %i pages, each mold once with a code to scan and a box to tick", (count, pages) => {
  const made = sheet(count);
  expect(made).toHaveLength(pages);
  const items = made.flatMap((p) => p.items);
  expect(items.flatMap((i) => (i.kind === "qr" ? [i.text] : []))).toEqual(
    Array.from({ length: count }, (_, i) => `M${i}`),
  );
  expect(items.filter((i) => i.kind === "rectangle")).toHaveLength(count);
  const foot = made.at(-1)?.items.at(-1);
  expect(foot?.kind === "text" && foot.text).toBe(`${pages} / ${pages}`);
});

it("keeps all items of a full page within the margins of the paper", () => {
  for (const page of sheet(sheetRows))
    for (const i of page.items)
      if ("left" in i) {
        expect(i.left + i.width).toBeLessThanOrEqual(page.width - 10);
        expect(i.top + i.height).toBeLessThanOrEqual(page.height - 5);
      }
});
