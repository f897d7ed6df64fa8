import { sumAmounts } from "./money.ts";
import { bookingsOf, type OpenOrder } from "./payment.rules.ts";

/** A payment that a transfer of a bank statement may prove. */
export interface KnownPayment {
  readonly paymentId: string;
  /** For a waiting payment: the reported amount. For a confirmed payment: the booked amount. Both in yuan. */
  readonly paidAmount: number;
  readonly orderNos: readonly string[];
  /**
   * True if staff confirmed the payment from the customer's picture of the transfer. A line of the bank statement is
   * then only attached to the payment and adds no money.
   */
  readonly isConfirmed: boolean;
}

/** A transfer and the orders for which it will be booked. */
export interface PlannedLine {
  readonly amount: number;
  readonly orderNos: readonly string[];
  /**
   * True if staff say that the transfer is additional money and does not belong to a confirmed payment of the same
   * amount.
   */
  readonly isNew?: boolean;
}

/** Effect of booking a transfer. */
export interface BankPlan<P extends KnownPayment = KnownPayment> {
  /** Sum of the open amounts of the orders before the transfer is booked, yuan. */
  readonly openAmount: number;
  /** Payment that the transfer proves. Undefined: the transfer becomes a new payment. */
  readonly payment: P | undefined;
  /**
   * Payment that shares an order with the transfer, but that the transfer does not prove. The transfer can then not be
   * booked, because its money might count twice.
   */
  readonly conflict: P | undefined;
}

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((x) => b.includes(x));

/**
 * Keeps the open amounts of orders, and the payments that no transfer has proven yet, while the transfers of a bank
 * statement are booked one after the other.
 */
export class BankLedger<P extends KnownPayment = KnownPayment> {
  readonly #open: Map<string, number>;
  readonly #payments: Map<string, Set<P>>;

  constructor(orders: readonly OpenOrder[], payments: readonly P[]) {
    this.#open = new Map(orders.map((o) => [o.orderNo, o.openAmount]));
    this.#payments = new Map();
    for (const p of payments)
      for (const no of p.orderNos) this.#payments.set(no, (this.#payments.get(no) ?? new Set()).add(p));
  }

  /** Returns the open amount of an order. */
  openOf(orderNo: string): number {
    return this.#open.get(orderNo) ?? 0;
  }

  /** Returns the payments that have at least one of these orders. */
  paymentsOf(orderNos: readonly string[]): readonly P[] {
    return [...new Set(orderNos.flatMap((no) => [...(this.#payments.get(no) ?? [])]))];
  }

  /**
   * Returns the effect of booking a transfer. Considers the payments that share an order with the transfer. Of the
   * confirmed payments, considers only those with the transfer's amount, and none if the transfer is additional money
   * (`isNew`). The transfer proves a payment with the same orders and the same amount. If it is the only payment to
   * consider, the same orders are enough: otherwise the money would count twice when staff confirm this payment.
   */
  planOf({ amount, orderNos, isNew = false }: PlannedLine): BankPlan<P> {
    const openAmount = sumAmounts(orderNos.map((no) => this.openOf(no)));
    const overlapping = this.paymentsOf(orderNos).filter((p) =>
      p.isConfirmed ? !isNew && p.paidAmount === amount : true,
    );
    const same = overlapping.filter((p) => isSameSet(p.orderNos, orderNos));
    const equal = same.filter((p) => p.paidAmount === amount);
    const [only] = overlapping;
    const proven =
      equal.find((p) => p.isConfirmed) ??
      equal[0] ??
      (overlapping.length === 1 && only && same.includes(only) ? only : undefined);
    return { openAmount, payment: proven, conflict: proven ? undefined : overlapping[0] };
  }

  /**
   * Applies the plan of a transfer to the open amounts and payments, so that the plans of the next transfers include
   * its effect.
   */
  book(line: PlannedLine, plan: BankPlan<P> = this.planOf(line)): void {
    if (plan.payment) this.remove(plan.payment);
    if (plan.payment?.isConfirmed) return;
    const orders = [...line.orderNos]
      .sort()
      .map((orderNo) => ({ orderNo, openAmount: this.openOf(orderNo) }));
    for (const b of bookingsOf([{ paymentId: "", amount: line.amount, orderNos: line.orderNos }], orders))
      this.#open.set(b.orderNo, sumAmounts([this.openOf(b.orderNo), -b.amount]));
  }

  /** Removes a payment that a transfer has proven, so that no further transfer can prove it. */
  remove(payment: P): void {
    for (const no of payment.orderNos) this.#payments.get(no)?.delete(payment);
  }
}
