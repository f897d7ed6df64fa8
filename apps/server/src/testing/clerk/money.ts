import type { Step } from "./clerk.ts";
import { cents, MirrorChecker } from "./mirror-checker.ts";
import type { Row } from "./recorder.ts";

const number = (v: unknown) => Number(v ?? 0);

/**
 * Default rules of postage by spec shop §9 (yuan, pieces), under the names of the parameters that override them.
 * Postage is 11 in Foshan, 13 in the rest of Guangdong and 18 elsewhere.
 */
const standard = {
  SHOP_FREE_AMOUNT: 2000,
  SHOP_FREE_QTY: 5,
  SHOP_POSTAGE_CITY: 11,
  SHOP_POSTAGE_PROVINCE: 13,
  SHOP_POSTAGE_ELSEWHERE: 18,
};
const batteries = ["DC001", "DC002"];

/**
 * Checks the shop after each step of a simulated user: the postage of new orders, and the stock after a shipment or
 * return. Only shipments, returns and the stock-keeper may change the stock. The received and refunded amounts of an
 * order may change only by the payments booked and the refunds made in the same step.
 */
export class Money extends MirrorChecker {
  protected check(step: Step): void {
    this.checkPostage(step);
    this.checkStock(step);
    this.checkReceived(step);
  }

  private rule(id: keyof typeof standard): number {
    const value = Number(this.mirror.get("parameter", id)?.prm_value ?? Number.NaN);
    return Number.isFinite(value) && value >= 0 ? value : standard[id];
  }

  private checkPostage(step: Step): void {
    const orders = this.inserted(step, "customer_order");
    const lines = this.inserted(step, "customer_order_line");
    if (step.changes.some((c) => c.table === "parameter")) return;
    for (const key of new Set(orders.map((o) => `${String(o.cust_id)} ${String(o.checkout_key)}`))) {
      const group = orders.filter((o) => `${String(o.cust_id)} ${String(o.checkout_key)}` === key);
      const own = lines.filter((l) => group.some((o) => o.order_no === l.order_no));
      const charged = group.reduce((n, o) => n + cents(o.postage), 0);
      const expected = cents(this.postageOf(group, own));
      if (charged !== expected || group.filter((o) => number(o.postage) > 0).length > 1)
        this.fault(step, `postage ${charged / 100} instead of ${expected / 100}`);
    }
  }

  /** Returns the postage that the orders of one checkout must have by the rules. */
  private postageOf(orders: readonly Row[], lines: readonly Row[]): number {
    const [first] = orders;
    const total = lines.reduce((n, l) => n + cents(l.amount), 0) / 100;
    const qty = lines.reduce((n, l) => n + number(l.order_qty), 0);
    const isBatteries = lines.every((l) => batteries.includes(String(l.goods_id)));
    const isFree = isBatteries ? qty >= this.rule("SHOP_FREE_QTY") : total >= this.rule("SHOP_FREE_AMOUNT");
    // `postage_stat` 2: the customer pays the postage on delivery.
    if (isFree || first?.postage_stat === 2) return 0;
    if (String(first?.rec_city).includes("佛山")) return this.rule("SHOP_POSTAGE_CITY");
    if (String(first?.rec_province).includes("广东")) return this.rule("SHOP_POSTAGE_PROVINCE");
    return this.rule("SHOP_POSTAGE_ELSEWHERE");
  }

  private checkStock(step: Step): void {
    const shipped = new Map<string, number>();
    for (const c of step.changes) {
      if (c.table !== "shipment_line" || c.op !== "insert") continue;
      const line = this.mirror
        .all("customer_order_line")
        .find((l) => l.order_no === c.after?.order_no && l.seq === c.after?.seq);
      const goods = String(line?.goods_id);
      shipped.set(goods, (shipped.get(goods) ?? 0) + number(c.after?.ship_qty));
    }
    // The stock grows by returned pieces in good condition.
    for (const { table, before, after } of step.changes) {
      if (table !== "sale_return_line" || !after) continue;
      const line = this.mirror
        .all("customer_order_line")
        .find((l) => l.order_no === after.order_no && l.seq === after.seq);
      const goods = String(line?.goods_id);
      const back = number(after.good_qty) - number(before?.good_qty);
      if (back !== 0) shipped.set(goods, (shipped.get(goods) ?? 0) - back);
    }
    const isByHand = step.deeds.some(
      (d) => d.table === "product" || /rf_(AdjustStock|ReceiveStock|ImportProducts)/.test(d.name),
    );
    const moved = new Map<string, number>();
    for (const { table, before, after } of step.changes) {
      if (table !== "product" || !before || !after) continue;
      const goods = String(after.goods_id);
      moved.set(goods, (moved.get(goods) ?? 0) + number(after.stock_qty) - number(before.stock_qty));
    }
    if (isByHand) return;
    for (const goods of new Set([...shipped.keys(), ...moved.keys()]))
      this.compare(step, goods, moved.get(goods) ?? 0, shipped.get(goods) ?? 0);
  }

  /**
   * Checks that a step changes the received amount of an order by exactly the payments that the step books for the
   * order.
   */
  private checkReceived(step: Step): void {
    const moved = new Map<string, number>();
    const refunded = new Map<string, number>();
    const refund = (no: unknown, amount: number) =>
      refunded.set(String(no), (refunded.get(String(no)) ?? 0) + amount);
    const add = (no: unknown, amount: number) => moved.set(String(no), (moved.get(String(no)) ?? 0) + amount);
    for (const { table, before, after } of step.changes) {
      if (table === "customer_order" && after)
        add(after.order_no, cents(after.received_amount) - cents(before?.received_amount));
      if (table === "customer_order" && after)
        refund(after.order_no, cents(after.refunded_amount) - cents(before?.refunded_amount));
      if (table === "refund" && after?.order_no) refund(after.order_no, -cents(after.refund_amount));
      if (table === "payment_order" && after)
        add(after.order_no, cents(before?.booked_amount) - cents(after.booked_amount));
    }
    this.checkRefunded(step, refunded);
    for (const [no, difference] of moved)
      if (difference !== 0) this.fault(step, `order ${no} received ${difference / 100} more than was booked`);
  }

  /**
   * Checks that a step changes the refunded amount of an order by exactly the refunds that the step makes for the
   * order.
   */
  private checkRefunded(step: Step, refunded: ReadonlyMap<string, number>): void {
    for (const [no, difference] of refunded)
      if (difference !== 0)
        this.fault(step, `order ${no} refunded ${difference / 100} more than its refunds`);
  }

  private compare(step: Step, goods: string, moved: number, shipped: number): void {
    if (moved === -shipped) return;
    this.fault(step, `stock of ${goods} changed by ${moved}, shipped ${shipped}`);
  }
}
