import { describe, expect, it } from "vitest";
import { lineAmount, sumAmounts } from "./money.ts";
import { heldQtyOf, keptQtyOf, openQtyOf, returnValue } from "./return.rules.ts";
import { needsPicture, nextStepOf, type ReturnStep, refuseRequest, refuseReturn } from "./return.states.ts";

describe("returnValue", () => {
  it("adds up to the amount of the line, in whichever portions the pieces leave it", () => {
    let state = 7;
    const next = (max: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % max;
    };
    for (let n = 0; n < 500; n++) {
      const price = next(10_000_000) / 10_000;
      const qty = 1 + next(40);
      const values: number[] = [];
      for (let kept = qty; kept > 0; ) {
        const portion = 1 + next(kept);
        values.push(returnValue(price, kept, portion));
        kept -= portion;
      }
      expect(sumAmounts(values), `${qty} × ${price}`).toBe(lineAmount(price, qty));
    }
  });
});

it("pieces of a line are open, held or kept", () => {
  const line = { orderQty: 10, cancelledQty: 2, shippedQty: 7, returnedQty: 1, exchangedQty: 3 };
  expect([openQtyOf(line), heldQtyOf(line), keptQtyOf(line)]).toEqual([4, 3, 7]);
});

describe("a return", () => {
  const steps: readonly ReturnStep[] = ["approve", "refuse", "withdraw", "receive", "settle"];
  it.each([
    [0, 1, ["approve", "refuse", "withdraw"], "judge"],
    [1, 1, ["refuse", "withdraw", "receive"], "sendBack"],
    [2, 1, ["settle"], "refund"],
    // In the state `toSettle` (2), an exchange (kind 2) allows no step, because the shipment of the replacement settles
    // it.
    [2, 2, [], "replace"],
    [3, 1, [], undefined],
    [4, 1, [], undefined],
    [5, 1, [], undefined],
  ] as const)("in state %i of kind %i allows %j", (returnStat, returnKind, allowed, next) => {
    const facts = { returnStat, returnKind };
    expect(steps.filter((s) => refuseReturn(s, facts) === undefined)).toEqual(allowed);
    expect(nextStepOf(facts)).toBe(next);
  });

  it("takes back shipped goods of confirmed orders, and a cancel those that are not shipped", () => {
    const allowed = (kind: 0 | 1 | 2, stat: 0 | 1 | 2 | 3 | 4 | -2, receivedAmount = 0) =>
      refuseRequest(kind, { orderStat: stat, receivedAmount }) === undefined;
    expect(([0, 1, 2, 3, 4, -2] as const).map((s) => allowed(0, s))).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
    ]);
    expect(allowed(0, 0, 10)).toBe(true);
    expect(([0, 1, 2, 3, 4, -2] as const).map((s) => allowed(1, s))).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it("of wrong, damaged or defective goods needs a picture", () => {
    expect(([1, 2, 3, 4, 5, 6, 9] as const).map(needsPicture)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
