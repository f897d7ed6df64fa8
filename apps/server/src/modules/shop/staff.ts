import { counterState } from "@shotkeeper/contract/counter";
import { orderStat } from "@shotkeeper/contract/enumerations";
import {
  customerOrder,
  deleteFiles,
  loginOut,
  refreshQueries,
  serialState,
  statementList,
  stockList,
  yjData,
} from "@shotkeeper/contract/shop";
import { logEnd } from "../../kernel/auth/open-view.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle, implement } from "../../kernel/registry.ts";
import { soldQty } from "./goods.queries.ts";
import { dueDateOf, monthOf } from "./order.queries.ts";
import { customerScope, isStaff, textList } from "./shop-access.ts";
import { createShopUserImpl } from "./shop-user.ts";

const soldMs = 30 * 86_400_000;
/** A counter's data plan is shown as expiring from this number of days before its end. */
const expiryDays = 30;

const staffOnly = (ctx: Ctx) => sql.raw(String(isStaff(ctx)));

export const staffQueries = [
  implement(statementList, {
    from: (ctx) => {
      const { tenantId } = ctx.who;
      return sql`
        (
          select
            t.tenant_id, t.cust_id, max(c.cust_name) as cust_name, ${monthOf(ctx)} as order_month,
            t.oem_name, max(t.statement_days) as statement_days, count(*) as order_count,
            sum(t.total_amount) as ordered_amount,
            coalesce(
              sum(t.total_amount) filter (where t.order_stat >= ${orderStat.values.shipping}), 0
            ) as shipped_amount,
            sum(t.credited_amount) as credited_amount,
            sum(t.received_amount - t.refunded_amount) as paid_amount,
            sum(t.open_amount) as open_amount,
            max(${dueDateOf(ctx)}) as due_date,
            count(*) filter (where t.voucher_at is not null and not t.is_paid) as waiting_count,
            coalesce(
              string_agg(t.order_no, ',' order by t.order_no) filter (
                where t.voucher_at is not null and not t.is_paid
              ),
              ''
            ) as waiting_orders
          from customer_order t
          join customer c on c.tenant_id = ${tenantId} and c.cust_id = t.cust_id
          where t.tenant_id = ${tenantId} and t.statement_days > 1
            and t.order_stat >= ${orderStat.values.created}
            and ${customerScope(ctx)}
          group by t.tenant_id, t.cust_id, 4, t.oem_name
        ) t
      `;
    },
    columns: {
      orderCount: "t.order_count",
      orderedAmount: "t.ordered_amount",
      shippedAmount: "t.shipped_amount",
      creditedAmount: "t.credited_amount",
      paidAmount: "t.paid_amount",
      openAmount: "t.open_amount",
      payDate: "t.due_date",
      isOverdue: (ctx) =>
        sql`
          t.open_amount > 0
            and t.due_date < (${new Date(ctx.now)}::timestamptz at time zone ${ctx.who.zone})::date
        `,
      waitingCount: "t.waiting_count",
      waitingOrders: "t.waiting_orders",
    },
    order: [
      { field: "orderMonth", direction: "desc" },
      { field: "custId", direction: "asc" },
    ],
  }),
  implement(stockList, {
    from: "product",
    where: staffOnly,
    columns: {
      reservedQty: "t.reserved_qty",
      availableQty: "greatest(t.stock_qty - t.reserved_qty, 0)",
      isLowStock: "coalesce(t.stock_qty - t.reserved_qty <= t.low_stock_qty, false)",
      serialCount: ({ who: { tenantId } }) =>
        sql`
          select count(*)
          from stock_serial s
          where s.tenant_id = ${tenantId}
            and s.goods_id = t.goods_id
            and s.serial_state in (${serialState.values.inStock}, ${serialState.values.packed})
        `,
      soldQty: (ctx) =>
        sql`
          select coalesce(sum(${soldQty}), 0)
          from customer_order_line l
          join customer_order o on o.tenant_id = ${ctx.who.tenantId} and o.order_no = l.order_no
          where l.tenant_id = ${ctx.who.tenantId}
            and l.goods_id = t.goods_id
            and l.created_date > ${new Date(ctx.now - soldMs)}
            and o.order_stat >= ${orderStat.values.created}
        `,
    },
  }),
];

export const staffCommands: readonly CommandImpl[] = [
  createShopUserImpl,

  handle(deleteFiles, async (ctx, { ids }) => {
    const { tenantId, userId } = ctx.who;
    const [rows] = await ctx.db.run(tenantId, [
      sql`
        delete
        from file_info f
        where f.tenant_id = ${tenantId}
          and f.file_id = any(${textList(ids, "ids")})
          and f.created_by = ${userId}
          and (f.owner_table is null or f.owner_table = ${customerOrder.wire})
          and not exists (
            select 1
            from order_voucher v
            where v.tenant_id = ${tenantId} and v.file_id = f.file_id
          )
          and not exists (
            select 1
            from payment_file p
            where p.tenant_id = ${tenantId} and p.file_id = f.file_id
          )
        returning 1
      `,
    ]);
    return { count: rows.length };
  }),

  handle(yjData, async (ctx) => {
    const { tenantId } = ctx.who;
    const [lowStock, expiringPlans] = await ctx.db.run(tenantId, [
      sql<{ goodsId: string; goodsName: string; availableQty: number }>`
        select
          goods_id as "goodsId", goods_name as "goodsName",
          stock_qty - reserved_qty as "availableQty"
        from product
        where tenant_id = ${tenantId}
          and not off_shelf
          and stock_qty - reserved_qty <= low_stock_qty
        order by goods_id
      `,
      sql<{ expiresOn: string; counterCount: number }>`
        select expires_on as "expiresOn", count(*) as "counterCount"
        from counter
        where tenant_id = ${tenantId}
          and is_valid
          and state <> ${counterState.values.retired}
          and expires_on <= (
            ${new Date(ctx.now)}::timestamptz at time zone ${ctx.who.zone}
          )::date + ${expiryDays}::int
        group by expires_on
        order by expires_on
      `,
    ]);
    return { data: { lowStock, expiringPlans } };
  }),

  handle(loginOut, async (ctx) => {
    const { tenantId, userId } = ctx.who;
    await ctx.sessions.close(ctx.db, ctx.who, logEnd(ctx));
    ctx.events.emit(tenantId, { type: "session", users: [userId] });
    return null;
  }),

  handle(refreshQueries, async (ctx) => {
    ctx.sessions.forget(ctx.who.tenantId);
    const [[row]] = await ctx.db.run(ctx.who.tenantId, [
      sql<{ count: number }>`
        select count(*) as count from script where tenant_id = ${ctx.who.tenantId}
      `,
    ]);
    return { count: row?.count ?? 0 };
  }),
];
