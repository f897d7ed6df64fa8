import { describe, expect, it } from "vitest";
import { bookingsOf, transferReference } from "./payment.rules.ts";

const order = (orderNo: string, openAmount: number) => ({ orderNo, openAmount });

describe("bookingsOf", () => {
  it("pays the orders one after the other and leaves the rest of the last one open", () => {
    const orders = [order("A", 100.1), order("B", 40.2)];
    expect(bookingsOf([{ paymentId: "p", amount: 120, orderNos: ["B", "A"] }], orders)).toEqual([
      { paymentId: "p", orderNo: "A", amount: 100.1 },
      { paymentId: "p", orderNo: "B", amount: 19.9 },
    ]);
  });

  it("books two payments of one order to the cent, and no more than is open", () => {
    const payments = [
      { paymentId: "p", amount: 0.1, orderNos: ["A"] },
      { paymentId: "q", amount: 0.3, orderNos: ["A"] },
    ];
    expect(bookingsOf(payments, [order("A", 0.3)]).map((b) => b.amount)).toEqual([0.1, 0.2]);
  });

  it("books nothing to an order that the payment is not for, or that is paid", () => {
    const orders = [order("A", 0), order("B", 10)];
    expect(bookingsOf([{ paymentId: "p", amount: 5, orderNos: ["A"] }], orders)).toEqual([
      { paymentId: "p", orderNo: "A", amount: 0 },
    ]);
  });
});

it("transferReference names the first order and the number of the others", () => {
  expect(transferReference(["S2"])).toBe("S2");
  expect(transferReference(["S3", "S1", "S2"])).toBe("S1+2");
});
