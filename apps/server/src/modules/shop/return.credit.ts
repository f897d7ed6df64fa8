import { invoicingStat, orderStat } from "@shotkeeper/contract/enumerations";
import { customerOrderLine, invoice, openQtyOf, returnKind, returnStat } from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { updateSql } from "./order.commands.ts";
import { changeReturnsSql, type LockedReturn, orderLines } from "./return.lock.ts";

const { financeConfirmed, shipping, cancelled } = orderStat.values;
const { toSettle, settled } = returnStat.values;
const { invoicing, invoiced, notInvoiced } = invoicingStat.values;

/** Suffix of the ids of red-letter invoices: the number of the return, followed by "-R". */
export const redSuffix = "-R";

/** How many pieces an order line loses, by reason. */
export interface LeavingPieces {
  readonly seq: number;
  readonly cancelled?: number;
  readonly returned?: number;
  readonly exchanged?: number;
}

interface Credit {
  /** Value of all cancelled and returned pieces of the order, yuan. */
  readonly credited: number;
  /** Increase of `credited` (value of cancelled and returned pieces) by this return, yuan. */
  readonly added: number;
  readonly invoicingStat: number;
}

/**
 * Stores the pieces that an order loses, and the resulting changes: the value of the order, its state, and its invoice.
 * Returns the value of the pieces, yuan.
 */
export async function leaveOrder(
  ctx: Ctx,
  tx: Tx,
  r: LockedReturn,
  pieces: readonly LeavingPieces[],
): Promise<number> {
  const { userId } = ctx.who;
  const at = new Date(ctx.now);
  const { orderNo } = r.order;
  const of = (name: "cancelled" | "returned" | "exchanged") => pieces.map((p) => p[name] ?? 0);
  await tx.query(
    sql`
      with done as (
        update customer_order_line l
        set
          cancelled_qty = l.cancelled_qty + x.cancelled, returned_qty = l.returned_qty + x.returned,
          exchanged_qty = l.exchanged_qty + x.exchanged, updated_by = ${userId}, updated_date = ${at}
        from unnest(
          ${pieces.map((p) => p.seq)}::int[], ${of("cancelled")}::bigint[], ${of("returned")}::bigint[],
          ${of("exchanged")}::bigint[]
        ) x (seq, cancelled, returned, exchanged)
        where l.tenant_id = ${tx.tenantId} and l.order_no = ${orderNo} and l.seq = x.seq
        returning l.*
      ) ${logInto(ctx, "update", customerOrderLine.wire, "after")} done.order_no || '/' || done.seq, to_jsonb(done)
      from done
    `,
  );
  // Computes the credited value as the value of the whole line minus the value of the pieces that the customer keeps.
  // So repeated returns cause no rounding differences. The postage is credited only if nothing was ever shipped.
  const [credit] = await tx.query(
    sql<Credit>`
      select
        x.credited::float8 as credited, (x.credited - o.credited_amount)::float8 as added,
        o.invoicing_stat as "invoicingStat"
      from customer_order o
      cross join lateral (
        select
          sum(l.amount - round((l.order_qty - l.cancelled_qty - l.returned_qty) * l.unit_price, 2))
            + case when bool_and(l.cancelled_qty = l.order_qty and l.shipped_qty = 0) then o.postage else 0 end
            as credited
        from customer_order_line l
        where l.tenant_id = ${tx.tenantId} and l.order_no = o.order_no
      ) x
      where o.tenant_id = ${tx.tenantId} and o.order_no = ${orderNo}
    `,
  );
  const { credited, added, invoicingStat: stat } = credit ?? { credited: 0, added: 0, invoicingStat: 0 };
  await changeOrder(ctx, tx, r, credited);
  if (added > 0 && stat === invoiced) await tx.query(redLetterSql(ctx, r, added));
  if (added > 0 && stat === invoicing) await reduceRequest(ctx, tx, r, added);
  await settleExchanges(ctx, tx, [orderNo], null);
  return added;
}

/**
 * Writes the value of an order's cancelled and returned pieces, and the state of the order that follows from its
 * pieces.
 */
async function changeOrder(ctx: Ctx, tx: Tx, r: LockedReturn, credited: number): Promise<void> {
  const { order } = r;
  const lines = await orderLines(tx, order.orderNo);
  const isGone = lines.every((l) => l.cancelledQty === l.orderQty && l.shippedQty === 0);
  const isOpen = lines.some((l) => openQtyOf(l) > 0);
  const stat = order.orderStat ?? financeConfirmed;
  const next = isGone
    ? cancelled
    : stat > financeConfirmed && isOpen
      ? financeConfirmed
      : stat === financeConfirmed && !isOpen
        ? shipping
        : stat;
  const at = new Date(ctx.now);
  const reason = (r.reasonText ?? r.returnNo).slice(0, 200);
  // True if pieces of a shipped order must be shipped again, as the replacement of an exchange. Another delivery
  // follows, so the time of the delivery and the customer's confirmation of it (`received_at`) are cleared.
  const isAgain = stat > financeConfirmed && next === financeConfirmed;
  // Sets the delivery time here if the carrier delivered all parcels before the rest was cancelled, because no further
  // delivery will set it.
  const isShippedNow = stat === financeConfirmed && next === shipping;
  const lastDelivery = sql`
    select case when count(*) = count(s.delivered_at) then max(s.delivered_at) end
    from shipment_line l
    join shipment s on s.tenant_id = ${tx.tenantId} and s.shipment_no = l.shipment_no
    where l.tenant_id = ${tx.tenantId} and l.order_no = t.order_no
  `;
  await tx.query(
    updateSql(
      ctx,
      [order],
      [next],
      sql`
        credited_amount = ${credited},
        is_paid = t.is_paid or (
          t.confirmed_at is not null
            and t.total_amount - ${credited}::numeric - t.received_amount + t.refunded_amount <= 0
        ),
        delivered_at = case
          when ${isAgain}::boolean then null
          when ${isShippedNow}::boolean then (${lastDelivery})
          else t.delivered_at
        end,
        received_at = case when ${isAgain}::boolean then null else t.received_at end,
        received_by = case when ${isAgain}::boolean then null else t.received_by end,
        cancelled_at = case when ${isGone}::boolean then ${at}::timestamptz end,
        cancelled_by = case when ${isGone}::boolean then ${ctx.who.userId}::text end,
        cancel_reason = case when ${isGone}::boolean then ${reason}::text end
      `,
    ),
  );
}

/**
 * Creates a red-letter invoice: it takes back the value `amount` of returned pieces from the order's issued invoice.
 */
const redLetterSql = (ctx: Ctx, r: LockedReturn, amount: number) => {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const id = `${r.returnNo}${redSuffix}`;
  const stamp = sql`${userId}, ${at}::timestamptz, ${userId}, ${at}::timestamptz`;
  return sql`
    with done as (
      insert into invoice (
        tenant_id, invoice_id, cust_id, invoice_type, remark, all_money, invoice_title, taxpayer_id,
        red_of, created_by, created_date, updated_by, updated_date
      )
      select
        ${tenantId}::int, ${id}::text, i.cust_id, i.invoice_type, ${r.returnNo}::text,
        -${amount}::numeric, i.invoice_title, i.taxpayer_id, i.invoice_id, ${stamp}
      from invoice_line l
      join invoice i on i.tenant_id = ${tenantId} and i.invoice_id = l.invoice_id
      where l.tenant_id = ${tenantId}
        and l.order_no = ${r.order.orderNo}
        and i.is_invoiced
        and i.cancelled_at is null
        and i.red_of is null
      returning *
    ),
    line as (
      insert into invoice_line (
        tenant_id, invoice_id, seq, order_no, amount, created_by, created_date, updated_by, updated_date
      )
      select done.tenant_id, done.invoice_id, 1, ${r.order.orderNo}::text, done.all_money, ${stamp}
      from done
    ) ${logInto(ctx, "insert", invoice.wire, "after")} done.invoice_id, to_jsonb(done)
    from done
  `;
};

/**
 * Subtracts the value `amount` of returned pieces from an invoice request that is not issued yet. If no value is left,
 * the request is sent back with the number of the return as the reason.
 */
async function reduceRequest(ctx: Ctx, tx: Tx, r: LockedReturn, amount: number): Promise<void> {
  const { orderNo } = r.order;
  await tx.all([
    sql`
      with line as (
        update invoice_line l
        set amount = l.amount - ${amount}::numeric
        from invoice i
        where l.tenant_id = ${tx.tenantId}
          and l.order_no = ${orderNo}
          and i.tenant_id = ${tx.tenantId}
          and i.invoice_id = l.invoice_id
          and not i.is_invoiced
          and i.send_back_reason is null
        returning l.invoice_id
      ),
      done as (
        update invoice i
        set
          all_money = i.all_money - ${amount}::numeric,
          send_back_reason = case when i.all_money = ${amount}::numeric then ${r.returnNo}::text end,
          updated_by = ${ctx.who.userId}, updated_date = ${new Date(ctx.now)}
        from line
        where i.tenant_id = ${tx.tenantId} and i.invoice_id = line.invoice_id
        returning i.*
      ) ${logInto(ctx, "update", invoice.wire, "after")} done.invoice_id, to_jsonb(done)
      from done
    `,
    sql`
      update customer_order o
      set invoicing_stat = ${notInvoiced}
      from invoice_line l
      join invoice i on i.tenant_id = ${tx.tenantId} and i.invoice_id = l.invoice_id
      where o.tenant_id = ${tx.tenantId}
        and o.order_no = l.order_no
        and o.invoicing_stat = ${invoicing}
        and l.tenant_id = ${tx.tenantId}
        and i.send_back_reason = ${r.returnNo}
    `,
  ]);
}

/**
 * Settles those exchanges of the orders whose order lines have no pieces left to ship. `shipmentNo` is the number of
 * the shipment with the replacement.
 */
export async function settleExchanges(
  ctx: Ctx,
  tx: Tx,
  orderNos: readonly string[],
  shipmentNo: string | null,
): Promise<void> {
  const done = await tx.query(
    sql<{ returnNo: string }>`
      select r.return_no as "returnNo"
      from sale_return r
      where r.tenant_id = ${tx.tenantId}
        and r.order_no = any(${orderNos})
        and r.return_kind = ${returnKind.values.exchange}
        and r.return_stat = ${toSettle}
        and not exists (
          select 1
          from sale_return_line x
          join customer_order_line l on l.tenant_id = ${tx.tenantId}
            and l.order_no = x.order_no
            and l.seq = x.seq
          where x.tenant_id = ${tx.tenantId}
            and x.return_no = r.return_no
            and l.order_qty - l.cancelled_qty + l.exchanged_qty > l.shipped_qty
        )
      order by r.return_no
      for update of r
    `,
  );
  if (done.length === 0) return;
  await tx.query(
    changeReturnsSql(
      ctx,
      done.map((r) => r.returnNo),
      sql`
        return_stat = ${settled}, settled_at = ${new Date(ctx.now)}, settled_by = ${ctx.who.userId},
        shipment_no = ${shipmentNo}
      `,
    ),
  );
}
