import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { postageOf, standardPostage } from "./postage.ts";

const counters = [{ goodsId: "JS001", qty: 1 }];
const batteries = (qty: number) => [{ goodsId: "DC001", qty }];
const mixed = [...batteries(9), ...counters];

/**
 * Cases of postage in spec shop §9, one per row. Inputs: name of the case, lines, goods total, province, city, chosen
 * way to pay the postage. Expected: postage, way to pay, and whether shipping is free.
 */
const cases = [
  ["elsewhere", counters, 1999.99, "浙江省", "宁波市", 1, 18, 1, false],
  ["the province", counters, 1999.99, "广东省", "东莞市", 1, 13, 1, false],
  ["the province by its short name", counters, 100, "广东", "深圳", 1, 13, 1, false],
  ["the city goes before the province", counters, 100, "广东省", "佛山市", 1, 11, 1, false],
  ["the city without a province", counters, 100, "", "佛山市", 1, 11, 1, false],
  ["no place at all", counters, 100, "", "", 1, 18, 1, false],
  ["on delivery: no amount", counters, 1999.99, "浙江省", "宁波市", 2, 0, 2, false],
  ["on delivery in the city", counters, 100, "广东省", "佛山市", 2, 0, 2, false],
  ["2000: free shipping", counters, 2000, "浙江省", "宁波市", 1, 0, 1, true],
  ["2000: by contract, although on delivery was chosen", counters, 2000, "浙江省", "宁波市", 2, 0, 1, true],
  ["4 batteries: not free", batteries(4), 131.2, "浙江省", "宁波市", 1, 18, 1, false],
  ["4 batteries in the city", batteries(4), 131.2, "广东省", "佛山市", 1, 11, 1, false],
  ["4 batteries on delivery", batteries(4), 131.2, "浙江省", "宁波市", 2, 0, 2, false],
  ["5 batteries: free shipping", batteries(5), 164, "浙江省", "宁波市", 1, 0, 1, true],
  [
    "5 batteries: by contract, although on delivery was chosen",
    batteries(5),
    164,
    "浙江省",
    "宁波市",
    2,
    0,
    1,
    true,
  ],
  [
    "5 batteries of both kinds",
    [...batteries(2), { goodsId: "DC002", qty: 3 }],
    100,
    "浙江省",
    "宁波市",
    1,
    0,
    1,
    true,
  ],
  [
    "4 batteries for more than 2000: the pieces decide",
    batteries(4),
    2400,
    "浙江省",
    "宁波市",
    2,
    18,
    1,
    false,
  ],
  ["batteries with other products: the amount decides", mixed, 800, "浙江省", "宁波市", 1, 18, 1, false],
  ["batteries with other products for 2000: free shipping", mixed, 2000, "浙江省", "宁波市", 1, 0, 1, true],
] as const;

describe("postage", () => {
  // spec: shop A4.27, A4.28, A5.11, A9.9-A9.14
  it.each(cases)("%s", (_what, lines, total, province, city, chosen, amount, stat, isFree) => {
    expect(postageOf({ lines, total, province, city, chosen }, standardPostage)).toEqual({
      amount,
      stat,
      isFree,
    });
  });

  const anyCase = fc.record({
    lines: fc.array(
      fc.record({
        goodsId: fc.constantFrom("DC001", "DC002", "JS001"),
        qty: fc.integer({ min: 1, max: 20 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    total: fc.integer({ min: 0, max: 500_000 }).map((n) => n / 100),
    province: fc.constantFrom("广东省", "浙江省", ""),
    city: fc.constantFrom("佛山市", "广州市", ""),
    chosen: fc.constantFrom(1 as const, 2 as const),
  });

  it("is one of the rates, 0 when free or on delivery, and independent of the order of lines", () => {
    fc.assert(
      fc.property(anyCase, (c) => {
        const p = postageOf(c, standardPostage);
        expect([0, 11, 13, 18]).toContain(p.amount);
        if (p.isFree || p.stat === 2) expect(p.amount).toBe(0);
        else expect(p.amount).toBeGreaterThan(0);
        if (c.total >= 2000) expect(p.stat).toBe(1);
        expect(postageOf({ ...c, lines: [...c.lines].reverse() }, standardPostage)).toEqual(p);
      }),
    );
  });

  it("never rises with a larger order", () => {
    fc.assert(
      fc.property(anyCase, fc.integer({ min: 0, max: 3000 }), (c, more) => {
        const bigger = { ...c, total: c.total + more, lines: c.lines.map((l) => ({ ...l, qty: l.qty + 1 })) };
        // Skips orders whose customer pays the postage on delivery (2), because their postage is 0. The larger order
        // may reach the amount from which this is not possible, and may then have a postage.
        if (c.chosen === 2) return;
        expect(postageOf(bigger, standardPostage).amount).toBeLessThanOrEqual(
          postageOf(c, standardPostage).amount,
        );
      }),
    );
  });
});
