import { describe, expect, it } from "vitest";
import { type BankLines, firstChoice, plansOf } from "./bank-row.ts";

const line = (n: number, more: Partial<BankLines["lines"][number]> = {}): BankLines["lines"][number] => ({
  lineKey: `k${n}`,
  lineRow: n,
  bankDate: "2026-05-19",
  bankAmount: 400,
  payerName: "",
  payerAccount: "",
  bankReference: "",
  bankRemark: "",
  bankState: 0,
  bankReason: "orderNumber",
  orderNos: ["A"],
  ...more,
});
const found = (lines: BankLines["lines"], payments: BankLines["payments"] = []): BankLines => ({
  lines,
  payments,
  orders: [{ orderNo: "A", custName: "C", openAmount: 448.56 }],
  outgoingCount: 0,
  pendingCount: 0,
  hasCurrency: true,
  faults: [],
});
const opens = (f: BankLines, choice = firstChoice(f)) =>
  [...plansOf(f, choice).values()].map((p) => p.openAmount);

describe("the page of a bank statement", () => {
  it("shows what is open after the checked lines above, but not after unchecked ones", () => {
    const f = found([line(1), line(2), line(3, { bankState: 1 })]);
    expect(opens(f)).toEqual([448.56, 48.56, 0]);
    expect(opens(f, { ...firstChoice(f), keys: ["k2"] })).toEqual([448.56, 448.56, 48.56]);
  });

  it("checks at most as many lines as one call books, and no doubts, booked lines and reversals", () => {
    const lines = Array.from({ length: 501 }, (_x, n) => line(n));
    expect(firstChoice(found(lines)).keys).toHaveLength(500);
    const others = ([1, 2, 3, 4] as const).map((bankState) => line(bankState, { bankState }));
    expect(firstChoice(found(others)).keys).toEqual([]);
    expect([...plansOf(found(others), firstChoice(found(others))).keys()]).toEqual(["k1", "k2"]);
  });

  it("does not book a line that overlaps with a payment, unless staff call it another transfer", () => {
    const payment = { paymentId: "p", paidAmount: 400, orderNos: ["A", "B"], isConfirmed: true };
    const f = found([line(1)], [payment]);
    const choice = firstChoice(f);
    expect(plansOf(f, choice).get("k1")).toMatchObject({
      isChosen: false,
      conflict: payment,
      confirmed: payment,
    });
    const plan = plansOf(f, { ...choice, newKeys: ["k1"] }).get("k1");
    expect(plan).toMatchObject({
      isChosen: true,
      conflict: undefined,
      payment: undefined,
      confirmed: payment,
    });
  });
});
