import { sumAmounts } from "./money.ts";

/** Money of a payment that is to be booked to orders, yuan. */
export interface BookablePayment {
  readonly paymentId: string;
  readonly amount: number;
  /** Numbers of the orders that the payment is for. */
  readonly orderNos: readonly string[];
}

export interface OpenOrder {
  readonly orderNo: string;
  /** Amount of the order that is not paid yet, yuan. */
  readonly openAmount: number;
}

/** Part of a payment that is booked to an order, yuan. */
export interface Booking {
  readonly paymentId: string;
  readonly orderNo: string;
  readonly amount: number;
}

/**
 * Distributes payments over their orders. The orders get money in the sequence of `orders`, each at most its open
 * amount. The rest of a payment is booked to no order: it is the customer's credit.
 */
export function bookingsOf(
  payments: readonly BookablePayment[],
  orders: readonly OpenOrder[],
): readonly Booking[] {
  const open = new Map(orders.map((o) => [o.orderNo, o.openAmount]));
  return payments.flatMap((p) => {
    let rest = p.amount;
    return orders
      .filter((o) => p.orderNos.includes(o.orderNo))
      .map(({ orderNo }) => {
        const due = open.get(orderNo) ?? 0;
        const amount = Math.min(due, rest);
        open.set(orderNo, sumAmounts([due, -amount]));
        rest = sumAmounts([rest, -amount]);
        return { paymentId: p.paymentId, orderNo, amount };
      });
  });
}

/**
 * Returns the text that a customer writes into the remark of a bank transfer: the order number. If the transfer pays
 * several orders, this is the first order number and the number of other orders, such as "SO01+2".
 */
export function transferReference(orderNos: readonly string[]): string {
  const [first = "", ...rest] = [...orderNos].sort();
  return rest.length === 0 ? first : `${first}+${rest.length}`;
}
