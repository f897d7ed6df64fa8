import { describe, expect, it } from "vitest";
import { codes, refusals } from "../kernel/index.ts";
import { orderState } from "./order.entity.ts";
import {
  isQuantityReached,
  type OrderFacts,
  type OrderStep,
  orderSteps,
  refuseOrderDelete,
  refuseOrderEdit,
  refuseOrderStep,
  splittable,
} from "./order.states.ts";

const v = orderState.values;
const order: OrderFacts = {
  orderState: v.draft,
  submittedBy: "li",
  auditByOther: false,
  serviceState: 0,
  busyWith: null,
  plannedShots: 1000,
  madeShots: 0,
};
const steps = Object.keys(orderSteps) as OrderStep[];

it("a running order says that its quantity is reached, other orders do not", () => {
  const running = { ...order, orderState: v.running };
  expect(isQuantityReached({ ...running, madeShots: 999 })).toBe(false);
  expect(isQuantityReached({ ...running, madeShots: 1000 })).toBe(true);
  expect(isQuantityReached({ ...running, madeShots: 5200 })).toBe(true);
  expect(isQuantityReached({ ...running, madeShots: null })).toBe(false);
  expect(isQuantityReached({ ...order, orderState: v.done, madeShots: 5200 })).toBe(false);
});

describe("an order", () => {
  it.each([
    ["draft", ["submit", "split"]],
    ["submitted", ["withdraw", "audit", "close", "split"]],
    ["audited", ["withdraw", "start", "close", "split"]],
    ["running", ["close", "split"]],
    ["done", []],
    ["closed", []],
  ] as const)("that is %s allows: %s", (state, may) => {
    const o = { ...order, orderState: v[state] };
    expect(steps.filter((s) => refuseOrderStep(s, o, "li") === undefined)).toEqual(may);
    for (const s of steps)
      if (!may.some((m) => m === s)) expect(refuseOrderStep(s, o, "li")).toEqual(refusals.wrongState());
  });

  it("never leaves its final states, and becomes done only by its number of shots", () => {
    for (const s of Object.values(orderSteps)) {
      expect(s.from).not.toContain(v.done);
      expect(s.from).not.toContain(v.closed);
      expect(s.to).not.toBe(v.done);
    }
  });

  it("is audited by another user if the tenant requires it", () => {
    const o = { ...order, orderState: v.submitted, auditByOther: true };
    expect(refuseOrderStep("audit", o, "li")).toEqual(refusals.ownOrder());
    expect(refuseOrderStep("audit", o, "zhao")).toBeUndefined();
  });

  it("does not start on a scrapped mold or beside a running order", () => {
    const o = { ...order, orderState: v.audited };
    expect(refuseOrderStep("start", { ...o, busyWith: "PO1" }, "li")).toEqual(
      refusals.otherOrderRunning("PO1"),
    );
    expect(refuseOrderStep("start", { ...o, serviceState: 4 }, "li")).toEqual(refusals.wrongState());
  });

  it("keeps its made shots and at least one shot when it is split", () => {
    expect(splittable(order)).toBe(999);
    expect(splittable({ ...order, madeShots: 400 })).toBe(600);
    expect(splittable({ ...order, madeShots: 1400 })).toBe(0);
    expect(refuseOrderStep("split", { ...order, plannedShots: 1 }, "li")).toEqual(refusals.splitTooLarge(0));
  });

  it.each([
    ["draft", undefined, undefined],
    ["submitted", codes.wrongState, codes.wrongState],
    ["audited", codes.wrongState, codes.wrongState],
    ["running", codes.wrongState, codes.wrongState],
    ["done", codes.wrongState, codes.alreadyCompleted],
    ["closed", codes.wrongState, codes.alreadyCompleted],
  ] as const)("that is %s: edited %s, deleted %s", (state, edit, remove) => {
    const o = { orderState: v[state] };
    expect(refuseOrderEdit(o)?.code).toBe(edit);
    expect(refuseOrderDelete(o)?.code).toBe(remove);
  });
});
