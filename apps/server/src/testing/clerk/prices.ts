import type { Step } from "./clerk.ts";
import { cents, inUnits, MirrorChecker } from "./mirror-checker.ts";

/**
 * Checks the amounts of new shop documents after each step of a simulated user. An order line must have the price of
 * its host factory's price list. An invoice line must have the value of its order. A refund must be at most the amount
 * due.
 */
export class Prices extends MirrorChecker {
  protected check(step: Step): void {
    this.checkPrices(step);
    this.checkInvoices(step);
    this.checkRefunds(step);
  }

  /**
   * Checks that a new order line has the price for its host factory or, without such a price, the price of the product.
   */
  private checkPrices(step: Step): void {
    // Skips a step of a simulated user that also changes prices, because both the old and the new price may be right.
    if (step.changes.some((c) => c.table === "product_price" || (c.table === "product" && isNewPrice(c))))
      return;
    const orders = new Map(this.inserted(step, "customer_order").map((o) => [o.order_no, o]));
    for (const line of this.inserted(step, "customer_order_line")) {
      const { oem_name: oem } = orders.get(line.order_no) ?? {};
      const special = this.mirror.get("product_price", `${String(line.goods_id)}/${String(oem)}`);
      const price = (special ?? this.mirror.get("product", line.goods_id))?.unit_price;
      if (inUnits(price, 10_000) !== inUnits(line.unit_price, 10_000))
        this.fault(
          step,
          `a line of ${String(line.goods_id)} costs ${String(line.unit_price)}, not ${String(price)}`,
        );
    }
  }

  /** Checks that the line of a requested invoice has the order's value, and that a red-letter line is below zero. */
  private checkInvoices(step: Step): void {
    const made = new Map(this.inserted(step, "invoice").map((i) => [i.invoice_id, i]));
    for (const { invoice_id: id, seq } of this.inserted(step, "invoice_line")) {
      // Uses the line's last change in this step, because the amount is set after the insertion.
      const line = step.changes.findLast(
        (c) => c.table === "invoice_line" && c.after?.invoice_id === id && c.after?.seq === seq,
      )?.after;
      if (!line) continue;
      const invoice = made.get(line.invoice_id) ?? this.mirror.get("invoice", line.invoice_id);
      const changed = step.changes.findLast(
        (c) => c.table === "customer_order" && c.after?.order_no === line.order_no,
      );
      const order = changed?.after ?? this.mirror.get("customer_order", line.order_no);
      if (invoice?.red_of) {
        if (cents(line.amount) >= 0)
          this.fault(step, `red-letter invoice ${String(line.invoice_id)} has ${String(line.amount)}`);
      } else if (cents(line.amount) !== cents(order?.total_amount) - cents(order?.credited_amount))
        this.fault(
          step,
          `invoice ${String(line.invoice_id)} has ${String(line.amount)} of ${String(line.order_no)}`,
        );
    }
  }

  /**
   * Checks that the refunds of an order in a step are at most the refund due: the refund due before the step, plus what
   * returns and payments in this step add to it.
   */
  private checkRefunds(step: Step): void {
    const paid = new Map<string, number>();
    for (const r of this.inserted(step, "refund").filter((x) => x.order_no !== null))
      paid.set(String(r.order_no), (paid.get(String(r.order_no)) ?? 0) + cents(r.refund_amount));
    for (const [no, amount] of paid) {
      const before = this.mirror.get("customer_order", no);
      const after = step.changes.findLast(
        (c) => c.table === "customer_order" && c.after?.order_no === no,
      )?.after;
      const added = (column: string) => cents(after?.[column]) - cents(before?.[column]);
      const received = cents(after?.received_amount) - cents(before?.refunded_amount);
      const due = cents(before?.refund_due) + added("credited_amount") + added("received_amount");
      if (amount > Math.min(received, due))
        this.fault(
          step,
          `order ${no} refunds ${amount / 100} although ${String(before?.refund_due)} was due`,
        );
    }
  }
}

const isNewPrice = ({ before, after }: Step["changes"][number]): boolean =>
  before?.unit_price !== after?.unit_price;
