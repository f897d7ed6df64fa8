import { orderStat } from "@shotkeeper/contract/enumerations";
import { AppError, errors } from "@shotkeeper/contract/kernel";
import {
  customerOrder,
  type OpenOrder,
  receivedAfterDays,
  receiveOrder,
  refuseSale,
  type SaleFacts,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { dayOfOrder, monthOf } from "./order.queries.ts";
import { customerScope } from "./shop-access.ts";

/**
 * State "shipped" as an SQL literal and not as a bound value, because only then can a statement use the partial index
 * of shipped orders.
 */
const shipped = sql.constant(orderStat.values.shipping);

export interface LockedOrder extends SaleFacts, OpenOrder {
  readonly custId: string;
  readonly receivedAmount: number;
  /** Received money that must go back to the customer, yuan. */
  readonly refundDue: number;
  readonly month: string;
  /** Day of the order in the tenant's zone, such as "2026-05-01". */
  readonly day: string;
}

/**
 * Locks orders until the end of the transaction. Locking in order of their numbers avoids deadlocks. Throws unless
 * all orders are in the caller's scope.
 */
export async function lockOrders(
  ctx: Ctx,
  tx: Tx,
  orderNos: readonly string[],
): Promise<readonly LockedOrder[]> {
  const rows = await tx.query(
    sql<LockedOrder>`
      select
        t.order_no as "orderNo", t.cust_id as "custId", t.order_stat as "orderStat", t.is_paid as "isPaid",
        t.statement_days as "statementDays", t.voucher_at::text as "voucherAt",
        t.express_no as "expressNo", t.open_amount::float8 as "openAmount",
        t.received_amount::float8 as "receivedAmount", t.refund_due::float8 as "refundDue",
        ${monthOf(ctx)} as month, ${dayOfOrder(ctx)} as day
      from customer_order t
      where t.tenant_id = ${tx.tenantId} and t.order_no = any(${orderNos}) and ${customerScope(ctx)}
      order by t.order_no
      for update of t
    `,
  );
  if (rows.length !== orderNos.length) throw errors.unknownReference("orderNo");
  return rows;
}

/**
 * Builds the statement that writes the orders' new states, the columns of the SET clause `sets`, and the log entries.
 * In `sets`, `x.stat` is the new state of the order, and `x.received` is its amount in the list `received`.
 */
export function updateSql(
  ctx: Ctx,
  orders: readonly LockedOrder[],
  stats: readonly number[],
  sets: Sql,
  received = orders.map((o) => o.receivedAmount),
): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const nos = orders.map((o) => o.orderNo);
  return sql`
    with old as (
      select t.order_no, to_jsonb(t) as before
      from customer_order t
      where t.tenant_id = ${tenantId} and t.order_no = any(${nos})
    ),
    done as (
      update customer_order t
      set order_stat = x.stat, ${sets}, updated_by = ${userId}, updated_date = ${at}
      from unnest(${nos}::text[], ${stats}::int[], ${received}::numeric[]) x (no, stat, received)
      where t.tenant_id = ${tenantId} and t.order_no = x.no
      returning t.order_no, app_row(t) as after
    ) ${logInto(ctx, "update", customerOrder.wire)} done.order_no,
    old.before, done.after
    from done
    join old on old.order_no = done.order_no
    returning 1
  `;
}

/**
 * Confirms that the goods of orders were received. If the state of one order does not allow this, no order is changed.
 */
async function receive(
  ctx: Ctx,
  orderNos: readonly string[],
): Promise<{ readonly orderNos: readonly string[] }> {
  await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    const orders = await lockOrders(ctx, tx, orderNos);
    for (const o of orders) {
      const refusal = refuseSale("receive", o);
      if (refusal) throw new AppError(refusal);
    }
    const stats = orders.map(() => orderStat.values.finished);
    const sets = sql`received_at = ${new Date(ctx.now)}, received_by = ${ctx.who.userId}`;
    await tx.query(updateSql(ctx, orders, stats, sets));
  });
  return { orderNos };
}

export const orderCommands: readonly CommandImpl[] = [
  handle(receiveOrder, (ctx, { orderNo }) => receive(ctx, [orderNo])),
];

/** Maximum number of orders that one run of the job confirms. The next run confirms the rest. */
const chunk = 500;

/**
 * Job: confirms that the goods of orders were received, if they were delivered at least `receivedAfterDays` days ago.
 */
export async function receiveDelivered(ctx: Ctx): Promise<void> {
  const since = new Date(ctx.now - receivedAfterDays * 86_400_000);
  const [rows] = await ctx.db.run(ctx.who.tenantId, [
    sql<{ order_no: string }>`
      select order_no
      from customer_order
      where tenant_id = ${ctx.who.tenantId} and order_stat = ${shipped} and delivered_at <= ${since}
      order by delivered_at
      limit ${chunk}
    `,
  ]);
  const nos = rows.map((r) => r.order_no);
  if (nos.length > 0) await receive(ctx, nos);
}
