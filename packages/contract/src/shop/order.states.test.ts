import { describe, expect, it } from "vitest";
import { codes } from "../kernel/index.ts";
import {
  approvalTab,
  inOneMonth,
  isInvoiceable,
  refuseSale,
  type SaleFacts,
  type SaleStep,
  statsOfTab,
} from "./order.states.ts";

const order = (orderStat: 0 | 1 | 2 | 3 | 4 | -2 | -3, more: Partial<SaleFacts> = {}): SaleFacts => ({
  orderStat,
  isPaid: false,
  statementDays: 1,
  voucherAt: null,
  expressNo: null,
  ...more,
});
const steps: readonly SaleStep[] = [
  "approve",
  "voucher",
  "confirm",
  "reject",
  "ship",
  "receive",
  "remove",
  "cancel",
];
const allowed = (o: SaleFacts) => steps.filter((s) => refuseSale(s, o) === undefined);

describe("orders of the shop", () => {
  // spec: shop A4.9
  it.each([
    [order(0), ["voucher", "remove", "cancel"]],
    // An order that has received money is neither deleted nor cancelled.
    [order(0, { receivedAmount: 1 }), ["voucher"]],
    [order(-2), []],
    [order(1), ["voucher", "confirm", "reject"]],
    [order(2), ["ship"]],
    [order(3), ["receive"]],
    [order(4), []],
    // Orders on monthly terms are approved before they are paid. Their payment voucher may come at any later time.
    [order(0, { statementDays: 30 }), ["voucher", "confirm", "remove", "cancel"]],
    [order(2, { statementDays: 30 }), ["voucher", "ship"]],
    [order(3, { statementDays: 30, voucherAt: "x" }), ["voucher", "confirm", "reject", "receive"]],
    [order(4, { statementDays: 30, isPaid: true }), []],
  ])("%j allows %j", (o, may) => expect(allowed(o)).toEqual(may));

  // spec: shop A4.8
  it("are not deleted after submission", () =>
    expect(refuseSale("remove", order(1))?.code).toBe(codes.orderAlreadySubmitted));

  // spec: shop A2.34, A4.6, A9.17
  it("appear under the tabs of the personal center", () => {
    expect([-1, 0, 1, 3, 4].map(statsOfTab)).toEqual([[0, 1, 2, 3, 4, -2, -3], [0], [1, 2], [3], [4]]);
  });

  it("that wait for approval have a tab of their own, and are only approved, removed or cancelled", () => {
    expect(statsOfTab(approvalTab)).toEqual([-3]);
    expect(allowed(order(-3))).toEqual(["approve", "remove", "cancel"]);
  });

  // spec: shop A4.13, A4.14, A5.31
  it("can be invoiced once, from the state financeConfirmed on", () => {
    expect([0, 1, 2, 3, 4].map((s) => isInvoiceable({ orderStat: s as 0, invoicingStat: 0 }))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(isInvoiceable({ orderStat: 4, invoicingStat: 1 })).toBe(false);
  });

  // spec: shop A5.29
  it("share a voucher within one month only", () => {
    expect(inOneMonth(["2026-05", "2026-05"])).toBe(true);
    expect(inOneMonth(["2026-05", "2026-06"])).toBe(false);
  });
});
