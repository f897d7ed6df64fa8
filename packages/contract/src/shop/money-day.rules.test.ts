import { expect, it } from "vitest";
import { isMoneyDay, moneyDayRange, moneyDays, refuseMoneyDay } from "./money-day.rules.ts";

const facts = { orderDays: ["2026-05-20", "2026-05-03"], today: "2026-05-31" };

it.each([
  { document: "payment", first: "2026-04-02", before: "2026-04-01" },
  { document: "refund", first: "2026-05-03", before: "2026-05-02" },
] as const)("a $document has a day from $first until today", ({ document, first, before }) => {
  expect(moneyDayRange(document, facts)).toEqual({ first, last: "2026-05-31" });
  for (const day of ["0001-01-01", before, "2026-06-01", "9999-12-31"])
    expect(isMoneyDay(document, day, facts), day).toBe(false);
  for (const day of [first, "2026-05-31"]) expect(isMoneyDay(document, day, facts), day).toBe(true);
});

it("a transfer may lie a month before its order and one day ahead", () => {
  expect(moneyDayRange("transfer", facts)).toEqual({ first: "2026-04-02", last: "2026-06-01" });
});

it("a document without an order is limited by today alone", () => {
  for (const document of Object.keys(moneyDays) as (keyof typeof moneyDays)[])
    expect(moneyDayRange(document, { ...facts, orderDays: [] }).first, document).toBeUndefined();
});

it("the refusal names the field", () => {
  expect(refuseMoneyDay("refund", "refundedOn", "0001-01-01", facts)).toEqual({
    code: "S0200",
    arg: "REFUNDED_ON",
  });
  expect(refuseMoneyDay("refund", "refundedOn", "2026-05-31", facts)).toBeUndefined();
});
