import { type Side, withPage } from "./grid-browser.ts";

/** Size of the pasted range. */
const PASTED = { rows: 1000, columns: 10 };

/** Reasons why a library has no figure. The results show the reason instead. */
const lacks: Readonly<Partial<Record<Side, string>>> = {
  ag: "only in its paid edition",
  glide: "has none",
  rdg: "one cell only",
};
const reason = (side: Side): string => lacks[side] ?? "has none";

/** Measures the time from the call that groups all rows until the groups are visible, ms. */
export async function grouping(url: string, side: Side, rows: number) {
  return withPage(url, async (page) => {
    await page.evaluate(([s, n]) => globalThis.bench.prepare(s, n), [side, rows] as const);
    const first = await page.evaluate(() => globalThis.bench.groups());
    return { first: first === undefined ? reason(side) : Math.round(first) };
  });
}

/** Measures a paste of 10,000 cells by Ctrl+V, and its undo by Ctrl+Z, ms. Only our grid has an undo of its own. */
export async function pasting(url: string, side: Side, rows: number) {
  return withPage(url, async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(([s, n]) => globalThis.bench.prepare(s, n), [side, rows] as const);
    const at = await page.evaluate(({ rows, columns }) => globalThis.bench.editable(rows, columns), PASTED);
    if (!at) return { paste: reason(side) };
    await page.mouse.click(at.x, at.y);
    await page.waitForTimeout(300);
    const timed = async (event: "paste" | "keydown", cells: number, keys: string): Promise<number> => {
      await page.evaluate(([e, n]) => globalThis.bench.awaitPaste(e, n), [event, cells] as const);
      await page.keyboard.press(keys);
      return Math.round(await page.evaluate(() => globalThis.bench.pasted()));
    };
    const paste = await timed("paste", PASTED.rows * PASTED.columns, "Control+V");
    return side === "ours" ? { paste, undo: await timed("keydown", 0, "Control+Z") } : { paste };
  });
}
