import type { OutputCell } from "@shotkeeper/contract/production";
import { describe, expect, it } from "vitest";
import { columnOf, pivotOf } from "./pivot.ts";

const [d1, d2] = [Date.parse("2026-05-19T16:00:00Z"), Date.parse("2026-05-20T16:00:00Z")];
const cell = (
  key: string,
  at: number,
  shots: number,
  estimatedShots = 0,
  weight: number | null = shots / 10,
): OutputCell => ({
  key,
  name: `name of ${key}`,
  time: new Date(at).toISOString(),
  shots,
  parts: shots * 2,
  weight,
  estimatedShots,
});
const cells = [cell("B", d2, 30, 3), cell("A", d1, 10, 10), cell("A", d2, 5), cell("C", d1, 100, 0, null)];

describe("pivotOf", () => {
  it("sorts rows by total and columns by time, and adds totals of rows and columns", () => {
    const p = pivotOf(cells, "shots");
    expect(p.times).toEqual([d1, d2]);
    expect(p.rows).toEqual([
      { key: "C", name: "name of C", [columnOf(d1)]: 100, [columnOf(d2)]: null, total: 100 },
      { key: "B", name: "name of B", [columnOf(d1)]: null, [columnOf(d2)]: 30, total: 30 },
      { key: "A", name: "name of A", [columnOf(d1)]: 10, [columnOf(d2)]: 5, total: 15 },
    ]);
    expect(p.sums).toEqual([110, 35]);
    expect(p.total).toBe(145);
  });

  it("sorts rows by the shown measure, but shares by shots", () => {
    const order = (m: "shots" | "weight" | "estimated") => pivotOf(cells, m).rows.map((r) => r.key);
    expect([order("shots"), order("weight"), order("estimated")].map((k) => k.join(""))).toEqual([
      "CBA",
      "BAC",
      "CBA",
    ]);
  });

  it("adds parts and weights, and computes shares from sums", () => {
    expect(pivotOf(cells, "parts").total).toBe(290);
    expect(pivotOf(cells, "weight").total).toBe(4.5);
    const share = pivotOf(cells, "estimated");
    expect(share.total).toBe(9);
    expect(share.sums).toEqual([9.1, 8.6]);
    expect(share.rows.map((r) => r.total)).toEqual([0, 10, 66.7]);
  });

  it("returns an empty pivot for no cells", () => {
    expect(pivotOf([], "shots")).toEqual({ times: [], rows: [], sums: [], total: null });
  });
});
