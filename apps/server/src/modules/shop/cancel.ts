import { orderStat } from "@shotkeeper/contract/enumerations";
import { AppError } from "@shotkeeper/contract/kernel";
import { cancelUnpaid, refuseSale } from "@shotkeeper/contract/shop";
import { standardOf } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { type LockedOrder, lockOrders, updateSql } from "./order.commands.ts";
import { textList } from "./shop-access.ts";

const { created, cancelled, awaitingApproval } = orderStat.values;
// States as SQL literals. With bound values, statements could not use the partial indexes of orders with these states.
const unpaid = sql.constant(created);
const unapproved = sql.constant(awaitingApproval);

/** SQL expression: number of days after which an order expires if it is not paid or not approved. 0: never. */
export const payDays = (tenantId: number): Sql => sql`
  coalesce(
    (
      select case when p.prm_value ~ '^[0-9]{1,3}$' then p.prm_value::int end
      from parameter p
      where p.tenant_id = ${tenantId} and p.prm_id = 'SHOP_PAY_DAYS'
    ),
    ${standardOf("SHOP_PAY_DAYS") ?? 0}::int
  )
`;

/**
 * SQL expression: beginning of the period in which the customer has to approve or pay the order with alias `t`. After
 * an approval or a rejected payment, the whole period begins again. Null for orders that do not expire: orders with
 * received money, and approved orders on monthly terms.
 */
export const unpaidSince = (tenantId: number): Sql => sql`
  case when t.order_stat = ${unapproved} then
    t.order_date
  when t.order_stat = ${unpaid} and t.received_amount = 0 and coalesce(t.statement_days, 1) <= 1 then
    greatest(
      t.order_date,
      t.approved_at,
      (
        select max(p.judged_at)
        from payment_order x
        join payment p on p.tenant_id = ${tenantId} and p.payment_id = x.payment_id
        where x.tenant_id = ${tenantId} and x.order_no = t.order_no
      )
    )
  end
`;

/** Gives the reserved pieces of orders back to the stock. Products are locked in the order of their ids. */
const releaseSql = (ctx: Ctx, tx: Tx, orderNos: readonly string[]): Sql => sql`
  with wanted as (
    select l.goods_id, sum(l.order_qty) as qty
    from customer_order_line l
    where l.tenant_id = ${tx.tenantId} and l.order_no = any(${orderNos})
    group by l.goods_id
  ),
  locked as (
    select p.goods_id, w.qty
    from product p
    join wanted w on w.goods_id = p.goods_id
    where p.tenant_id = ${tx.tenantId}
    order by p.goods_id
    for update of p
  )
  update product p
  set
    reserved_qty = p.reserved_qty - l.qty, updated_by = ${ctx.who.userId},
    updated_date = ${new Date(ctx.now)}
  from locked l
  where p.tenant_id = ${tx.tenantId} and p.goods_id = l.goods_id
`;

/** Cancels locked orders that wait for approval or for their payment. Releases the stock reserved for them. */
export async function cancelLocked(
  ctx: Ctx,
  tx: Tx,
  orders: readonly LockedOrder[],
  reason: string | null,
): Promise<void> {
  await tx.query(
    releaseSql(
      ctx,
      tx,
      orders.map((o) => o.orderNo),
    ),
  );
  await tx.query(
    sql`
      update customer_order_line
      set cancelled_qty = order_qty, updated_by = ${ctx.who.userId}, updated_date = ${new Date(ctx.now)}
      where tenant_id = ${tx.tenantId} and order_no = any(${orders.map((o) => o.orderNo)})
    `,
  );
  await tx.query(
    updateSql(
      ctx,
      orders,
      orders.map(() => cancelled),
      sql`
        credited_amount = t.total_amount, cancelled_at = ${new Date(ctx.now)}, cancelled_by = ${ctx.who.userId},
        cancel_reason = ${reason}
      `,
    ),
  );
}

export const cancelCommands: readonly CommandImpl[] = [
  handle(cancelUnpaid, async (ctx, { orderNos, cancelReason }) => {
    const nos = textList(orderNos, "orderNos");
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const orders = await lockOrders(ctx, tx, nos);
      for (const o of orders) {
        const refusal = refuseSale("cancel", o);
        if (refusal) throw new AppError(refusal);
      }
      await cancelLocked(ctx, tx, orders, cancelReason);
    });
    return { orderNos: nos };
  }),
];

/** Maximum number of orders that one run of the job cancels. The next run cancels the rest. */
const chunk = 500;

/**
 * Job: cancels orders that were not approved or paid in time. Approved orders on monthly terms wait for staff and do
 * not expire.
 */
export async function expireOrders(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who;
  await ctx.db.tx(tenantId, async (tx) => {
    // Skips locked orders, which somebody is changing now. The next run cancels them.
    const expired = await tx.query(
      sql<{ orderNo: string }>`
        select t.order_no as "orderNo"
        from customer_order t
        cross join (select ${payDays(tenantId)} as days) d
        where t.tenant_id = ${tenantId}
          and (t.order_stat = ${unpaid} or t.order_stat = ${unapproved})
          and d.days > 0
          and ${unpaidSince(tenantId)} <= ${new Date(ctx.now)}::timestamptz - d.days * interval '1 day'
        order by t.order_no
        limit ${chunk}
        for update of t skip locked
      `,
    );
    if (expired.length === 0) return;
    const orders = await lockOrders(
      ctx,
      tx,
      expired.map((o) => o.orderNo),
    );
    await cancelLocked(ctx, tx, orders, null);
  });
}
