import { errors } from "@shotkeeper/contract/kernel";
import { type LinePieces, type ReturnFacts, returnKind, returnStat } from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type LockedOrder, lockOrders } from "./order.commands.ts";
import { customerScope } from "./shop-access.ts";

const { requested, approved } = returnStat.values;

/** Line of an order, with the number of its pieces for which a return is requested or approved. */
export interface OrderLine extends LinePieces {
  readonly seq: number;
  readonly goodsId: string;
  /** Pieces in requests for cancellation that nobody has approved or rejected yet. */
  readonly askedCancelQty: number;
  /** Pieces of requested and approved returns and exchanges that have not come back yet. */
  readonly askedBackQty: number;
}

/** Line of a return: number of the order line (`seq`), product, and returned pieces. */
export interface ReturnedLine {
  readonly seq: number;
  readonly goodsId: string;
  readonly returnQty: number;
}

export interface LockedReturn extends ReturnFacts {
  readonly returnNo: string;
  readonly custId: string;
  readonly returnAmount: number;
  readonly reasonText: string | null;
  /** Sum of the refunds of this return, yuan. */
  readonly settledAmount: number;
  readonly order: LockedOrder;
  readonly lines: readonly ReturnedLine[];
}

/** Returns the lines of an order. The order must be locked. */
export const orderLines = (tx: Tx, orderNo: string): Promise<readonly OrderLine[]> =>
  tx.query(
    sql<OrderLine>`
      select
        l.seq, l.goods_id as "goodsId", l.order_qty::float8 as "orderQty",
        l.shipped_qty::float8 as "shippedQty", l.cancelled_qty::float8 as "cancelledQty",
        l.returned_qty::float8 as "returnedQty", l.exchanged_qty::float8 as "exchangedQty",
        coalesce(a.cancel_qty, 0)::float8 as "askedCancelQty",
        coalesce(a.back_qty, 0)::float8 as "askedBackQty"
      from customer_order_line l
      left join lateral (
        select
          sum(x.return_qty) filter (where r.return_kind = ${returnKind.values.cancel}) as cancel_qty,
          sum(x.return_qty) filter (where r.return_kind <> ${returnKind.values.cancel}) as back_qty
        from sale_return_line x
        join sale_return r on r.tenant_id = ${tx.tenantId} and r.return_no = x.return_no
        where x.tenant_id = ${tx.tenantId}
          and x.order_no = l.order_no
          and x.seq = l.seq
          and r.return_stat in (${requested}, ${approved})
      ) a on true
      where l.tenant_id = ${tx.tenantId} and l.order_no = ${orderNo}
      order by l.seq
    `,
  );

interface Found extends Omit<LockedReturn, "order" | "lines"> {
  readonly orderNo: string;
}

/** Returns the number of the order to which a return belongs. Throws for a return outside the caller's scope. */
export async function orderOfReturn(ctx: Ctx, tx: Tx, returnNo: string): Promise<string> {
  const [found] = await tx.query(
    sql<{ orderNo: string }>`
      select t.order_no as "orderNo"
      from sale_return t
      where t.tenant_id = ${tx.tenantId} and t.return_no = ${returnNo} and ${customerScope(ctx)}
    `,
  );
  if (!found) throw errors.unknownReference("returnNo");
  return found.orderNo;
}

/**
 * Locks a return after its order, until the end of the transaction. `others` are further orders to lock: all orders are
 * locked at once, in the order of their numbers, so that two writes do not deadlock.
 */
export async function lockReturn(
  ctx: Ctx,
  tx: Tx,
  returnNo: string,
  others: readonly string[] = [],
): Promise<{ readonly found: LockedReturn; readonly others: readonly LockedOrder[] }> {
  const orderNo = await orderOfReturn(ctx, tx, returnNo);
  const orders = await lockOrders(ctx, tx, [...new Set([orderNo, ...others])].sort());
  const [row] = await tx.query(
    sql<Found>`
      select
        t.return_no as "returnNo", t.cust_id as "custId", t.order_no as "orderNo",
        t.return_kind as "returnKind", t.return_stat as "returnStat",
        t.return_amount::float8 as "returnAmount", t.reason_text as "reasonText",
        (
          select coalesce(sum(f.refund_amount), 0)::float8
          from refund f
          where f.tenant_id = ${tx.tenantId} and f.return_no = t.return_no
        ) as "settledAmount"
      from sale_return t
      where t.tenant_id = ${tx.tenantId} and t.return_no = ${returnNo}
      for update of t
    `,
  );
  const order = orders.find((o) => o.orderNo === orderNo);
  if (!row || !order) throw errors.unknownReference("returnNo");
  const lines = await tx.query(
    sql<ReturnedLine>`
      select x.seq, l.goods_id as "goodsId", x.return_qty::float8 as "returnQty"
      from sale_return_line x
      join customer_order_line l on l.tenant_id = ${tx.tenantId}
        and l.order_no = x.order_no
        and l.seq = x.seq
      where x.tenant_id = ${tx.tenantId} and x.return_no = ${returnNo}
      order by x.seq
    `,
  );
  return { found: { ...row, order, lines }, others: orders.filter((o) => o.orderNo !== orderNo) };
}

/** Builds the statement that changes columns of returns, with entries in the system log. */
export function changeReturnsSql(ctx: Ctx, returnNos: readonly string[], sets: Sql): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql`
    with old as (
      select t.return_no, to_jsonb(t) as before
      from sale_return t
      where t.tenant_id = ${tenantId} and t.return_no = any(${returnNos})
    ),
    done as (
      update sale_return t
      set ${sets}, updated_by = ${userId}, updated_date = ${at}
      where t.tenant_id = ${tenantId} and t.return_no = any(${returnNos})
      returning t.return_no, app_row(t) as after
    ) ${logInto(ctx, "update", "CUST_RETURN")} done.return_no,
    old.before, done.after
    from done
    join old on old.return_no = done.return_no
  `;
}

/**
 * Reserves pieces of products. A negative number releases reserved pieces. Throws outOfStock if the stock is too small.
 */
export async function reserve(ctx: Ctx, tx: Tx, changes: ReadonlyMap<string, number>): Promise<void> {
  const ids = [...changes.keys()].sort();
  const rows = sql`
    unnest(${ids}::text[], ${ids.map((id) => changes.get(id) ?? 0)}::bigint[]) x (id, qty)
  `;
  const found = await tx.query(
    sql<{ goodsId: string; isShort: boolean }>`
      select
        p.goods_id as "goodsId", x.qty > 0 and p.stock_qty < p.reserved_qty + x.qty as "isShort"
      from product p
      join ${rows} on x.id = p.goods_id
      where p.tenant_id = ${tx.tenantId}
      order by p.goods_id
      for update of p
    `,
  );
  const short = found.find((p) => p.isShort);
  if (short) throw errors.outOfStock(short.goodsId);
  await tx.query(
    sql`
      update product p
      set
        reserved_qty = p.reserved_qty + x.qty, updated_by = ${ctx.who.userId},
        updated_date = ${new Date(ctx.now)}
      from ${rows}
      where p.tenant_id = ${tx.tenantId} and p.goods_id = x.id
    `,
  );
}

/** Returns the sum of pieces by product. */
export function piecesByGoods(
  lines: readonly { readonly goodsId: string; readonly qty: number }[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { goodsId, qty } of lines) if (qty !== 0) sums.set(goodsId, (sums.get(goodsId) ?? 0) + qty);
  return sums;
}
