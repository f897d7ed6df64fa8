import { describe, expect, it } from "vitest";
import { BankLedger, type KnownPayment } from "./bank.rules.ts";

const pay = (
  paymentId: string,
  paidAmount: number,
  orderNos: readonly string[],
  isConfirmed = false,
): KnownPayment => ({
  paymentId,
  paidAmount,
  orderNos,
  isConfirmed,
});
const ledgerOf = (...payments: readonly KnownPayment[]) =>
  new BankLedger(
    [
      { orderNo: "A", openAmount: 448.56 },
      { orderNo: "B", openAmount: 100 },
    ],
    payments,
  );
const planned = (ledger: BankLedger, amount: number, orderNos: readonly string[], isNew = false) => {
  const { payment, conflict } = ledger.planOf({ amount, orderNos, isNew });
  return [payment?.paymentId, conflict?.paymentId];
};

describe("the ledger of a bank statement", () => {
  it("subtracts the transfers before", () => {
    const ledger = ledgerOf();
    const line = { amount: 400, orderNos: ["A"] };
    expect(ledger.planOf(line).openAmount).toBe(448.56);
    ledger.book(line);
    expect(ledger.planOf(line).openAmount).toBe(48.56);
    ledger.book({ amount: 100, orderNos: ["B", "A"] });
    expect([ledger.openOf("A"), ledger.openOf("B")]).toEqual([0, 48.56]);
  });

  it("takes the payment of exactly the orders and the amount, a confirmed one first", () => {
    const ledger = ledgerOf(pay("w", 100, ["B"]), pay("c", 100, ["B"], true), pay("x", 50, ["B"]));
    expect(planned(ledger, 100, ["B"])).toEqual(["c", undefined]);
    ledger.book({ amount: 100, orderNos: ["B"] });
    expect(ledger.openOf("B")).toBe(100);
    expect(planned(ledger, 100, ["B"])).toEqual(["w", undefined]);
    ledger.book({ amount: 100, orderNos: ["B"] });
    expect(ledger.openOf("B")).toBe(0);
  });

  it("takes the only waiting payment of the orders if the amount differs", () => {
    expect(planned(ledgerOf(pay("w", 90, ["B"])), 100, ["B"])).toEqual(["w", undefined]);
    expect(planned(ledgerOf(pay("w", 90, ["B"]), pay("v", 80, ["B"])), 100, ["B"])).toEqual([undefined, "w"]);
  });

  it("finds the payment that overlaps", () => {
    const ledger = ledgerOf(pay("w", 548.56, ["A", "B"]));
    expect(planned(ledger, 548.56, ["A"])).toEqual([undefined, "w"]);
    expect(planned(ledger, 548.56, ["B", "A"])).toEqual(["w", undefined]);
    const confirmed = ledgerOf(pay("c", 100, ["A", "B"], true));
    expect(planned(confirmed, 100, ["B"])).toEqual([undefined, "c"]);
    expect(planned(confirmed, 99, ["B"])).toEqual([undefined, undefined]);
    expect(planned(confirmed, 100, ["B"], true)).toEqual([undefined, undefined]);
  });
});
