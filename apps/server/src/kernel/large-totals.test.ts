import { describe, expect, it } from "vitest";
import { LargeTotals } from "./large-totals.ts";
import { anyUser, noon, testCtx } from "./testing/test-ctx.ts";

const counted = (count: number) => ({ count, isCounted: true });
const where = [{ field: "a", operator: "EQ", value: 1 }] as const;

describe("large totals", () => {
  it("are reused for half a minute, unless the clock was set back", () => {
    const totals = new LargeTotals(10);
    totals.note("k", counted(11), noon);
    expect(totals.get("k", noon + 30_000)).toEqual(counted(11));
    expect(totals.get("k", noon + 30_001)).toBeUndefined();
    expect(totals.get("k", noon - 30_001)).toBeUndefined();
    expect(totals.get("other", noon)).toBeUndefined();
  });

  it("are only those above the threshold", () => {
    const totals = new LargeTotals(10);
    totals.note("k", counted(11), noon);
    totals.note("k", counted(10), noon);
    expect(totals.get("k", noon)).toBeUndefined();
  });

  it("forget the oldest ones", () => {
    const totals = new LargeTotals(0);
    for (let i = 0; i <= 2_000; i++) totals.note(`k${i}`, counted(1), noon);
    expect([totals.get("k0", noon), totals.get("k1", noon)]).toEqual([undefined, counted(1)]);
  });

  it("belong to a caller, a list and conditions", () => {
    const key = (more: object, name = "BS101/Q01", conditions: typeof where | readonly [] = where) =>
      LargeTotals.keyOf(testCtx({ who: { ...anyUser, ...more } }), name, { where: conditions });
    const keys = [
      key({}),
      key({ userId: "bob" }),
      key({ tenantId: 8 }),
      key({ scope: { kind: "plant", orgId: "P1" } }),
      key({}, "BS101/Q02"),
      key({}, "BS101/Q01", []),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(key({})).toBe(keys[0]);
  });
});
