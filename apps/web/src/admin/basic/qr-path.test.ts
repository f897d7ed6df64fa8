import { expect, it } from "vitest";
import { qrPath } from "./qr-path.ts";

/** The code as a picture of characters. */
function drawn(text: string): string[] {
  const { size, path } = qrPath(text);
  const rows = Array.from({ length: size }, () => Array<string>(size).fill("."));
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let i = 0; i < Number(run); i++) rows[Number(y)]![Number(x) + i] = "#";
  return rows.map((r) => r.join(""));
}

it("draws the three corners and leaves the quiet zone light", () => {
  const rows = drawn("HC-E21-001");
  expect(rows).toHaveLength(29); // version 1: 21 modules, and 4 on each side
  for (const edge of [0, 1, 2, 3, 25, 26, 27, 28]) expect(rows[edge]).toBe(".".repeat(29));
  for (const [x, y] of [
    [4, 4],
    [18, 4],
    [4, 18],
  ] as const) {
    expect(rows[y]!.slice(x, x + 7)).toBe("#######");
    expect(rows[y + 1]!.slice(x, x + 7)).toBe("#.....#");
    expect(rows[y + 3]!.slice(x, x + 7)).toBe("#.###.#");
  }
});

it("takes any mold number, and gives different ones different codes", () => {
  expect(qrPath("模具-甲 №1").size).toBeGreaterThanOrEqual(29);
  expect(qrPath("A").path).not.toBe(qrPath("B").path);
  expect(qrPath("x".repeat(50)).size).toBeGreaterThan(29);
});
