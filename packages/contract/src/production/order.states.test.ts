import { describe, expect, it } from "vitest";
import { orderState } from "./order.entity.ts";
import {
  type OrderFacts,
  type OrderStep,
  orderSteps,
  refuseOrderDelete,
  refuseOrderEdit,
  refuseStep,
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

describe("an order", () => {
  it.each([
    ["draft", ["submit", "split"]],
    ["submitted", ["withdraw", "audit", "close", "split"]],
    ["audited", ["withdraw", "start", "close", "split"]],
    ["running", ["close", "split"]],
    ["done", []],
    ["closed", []],
  ] as const)("that is %s may be: %s", (state, may) => {
    const o = { ...order, orderState: v[state] };
    expect(steps.filter((s) => refuseStep(s, o, "li") === undefined)).toEqual(may);
    for (const s of steps)
      if (!may.some((m) => m === s)) expect(refuseStep(s, o, "li")).toEqual({ code: "S0212" });
  });

  it("never comes back from its ends, and to done only by the count", () => {
    for (const s of Object.values(orderSteps)) {
      expect(s.from).not.toContain(v.done);
      expect(s.from).not.toContain(v.closed);
      expect(s.to).not.toBe(v.done);
    }
  });

  it("is audited by another person where the tenant wants that", () => {
    const o = { ...order, orderState: v.submitted, auditByOther: true };
    expect(refuseStep("audit", o, "li")).toEqual({ code: "S0251" });
    expect(refuseStep("audit", o, "zhao")).toBeUndefined();
  });

  it("is not started on a mold that runs another one, or is scrapped", () => {
    const o = { ...order, orderState: v.audited };
    expect(refuseStep("start", { ...o, busyWith: "PO1" }, "li")).toEqual({ code: "S0250", arg: "PO1" });
    expect(refuseStep("start", { ...o, serviceState: 4 }, "li")).toEqual({ code: "S0212" });
  });

  it("keeps a shot, and what was made, when it is split", () => {
    expect(splittable(order)).toBe(999);
    expect(splittable({ ...order, madeShots: 400 })).toBe(600);
    expect(splittable({ ...order, madeShots: 1400 })).toBe(0);
    expect(refuseStep("split", { ...order, plannedShots: 1 }, "li")).toEqual({ code: "S0252", arg: "0" });
  });

  it.each([
    ["draft", undefined, undefined],
    ["submitted", "S0212", "S0212"],
    ["audited", "S0212", "S0212"],
    ["running", "S0212", "S0212"],
    ["done", "S0212", "S0211"],
    ["closed", "S0212", "S0211"],
  ] as const)("that is %s: edited %s, deleted %s", (state, edit, remove) => {
    const o = { orderState: v[state] };
    expect(refuseOrderEdit(o)?.code).toBe(edit);
    expect(refuseOrderDelete(o)?.code).toBe(remove);
  });
});
