import { orderStat, paymentStat } from "@shotkeeper/contract/enumerations";
import { AppError, errors } from "@shotkeeper/contract/kernel";
import { bookingsOf, onTerms, payment, refuseSale, sumAmounts } from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type LockedOrder, lockOrders, updateSql } from "./order.commands.ts";
import { checkReceipts } from "./receipt.ts";
import { textList } from "./shop-access.ts";

const { created, voucherUploaded, financeConfirmed, cancelled } = orderStat.values;
const { waiting, confirmed, rejected } = paymentStat.values;

interface WaitingPayment {
  readonly paymentId: string;
  readonly amount: number;
  readonly orderNos: readonly string[];
}

/**
 * Selects the waiting payments of the given orders or with the given ids. Each payment is returned with all its orders.
 */
export const waitingSql = (
  tenantId: number,
  by: { orderNos: readonly string[] } | { ids: readonly string[] },
) =>
  sql<WaitingPayment>`
    select
      p.payment_id as "paymentId", p.paid_amount::float8 as amount,
      (
        select json_agg(o.order_no order by o.order_no)
        from payment_order o
        where o.tenant_id = ${tenantId} and o.payment_id = p.payment_id
      ) as "orderNos"
    from payment p
    where p.tenant_id = ${tenantId}
      and p.payment_stat = ${waiting}
      and ${
        "ids" in by
          ? sql`p.payment_id = any(${by.ids})`
          : sql`
            p.payment_id in (
              select o.payment_id
              from payment_order o
              where o.tenant_id = ${tenantId} and o.order_no = any(${by.orderNos})
            )
          `
      }
    order by p.created_date, p.payment_id
    for update of p
  `;

/** Builds the statement that removes the pictures of payments from their orders. The payments keep the pictures. */
export const detachSql = (tenantId: number, ids: readonly string[]) => sql`
  delete
  from order_voucher v
  using payment_order o, payment_file f
  where v.tenant_id = ${tenantId}
    and o.tenant_id = ${tenantId}
    and f.tenant_id = ${tenantId}
    and o.payment_id = any(${ids})
    and f.payment_id = o.payment_id
    and v.order_no = o.order_no
    and v.file_id = f.file_id
`;

/** Builds the statement that sets the state of payments and writes the log entries. */
export const judgeSql = (
  ctx: Ctx,
  ids: readonly string[],
  stat: number,
  booked: readonly number[],
  reason: string | null,
) => {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql`
    with done as (
      update payment p
      set
        payment_stat = ${stat}, booked_amount = x.booked, judge_reason = ${reason}, judged_at = ${at},
        judged_by = ${userId}, updated_by = ${userId}, updated_date = ${at}
      from unnest(${ids}::text[], ${booked}::numeric[]) x (id, booked)
      where p.tenant_id = ${tenantId} and p.payment_id = x.id
      returning p.payment_id, app_row(p) as after
    )
    ${logInto(ctx, "update", payment.wire, "after")} done.payment_id, done.after from done returning 1
  `;
};

interface Waiting {
  readonly orderNo: string;
  readonly files: number;
}

/** Returns how many pictures the waiting payments of each order have. Orders without a waiting payment are absent. */
export async function waitingFiles(
  tx: Tx,
  orderNos: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query(
    sql<Waiting>`
      select o.order_no as "orderNo", count(*)::int as files
      from payment_order o
      join payment p on p.tenant_id = ${tx.tenantId} and p.payment_id = o.payment_id
      join payment_file f on f.tenant_id = ${tx.tenantId} and f.payment_id = o.payment_id
      where o.tenant_id = ${tx.tenantId}
        and o.order_no = any(${orderNos})
        and p.payment_stat = ${waiting}
      group by o.order_no
    `,
  );
  return new Map(rows.map((r) => [r.orderNo, r.files]));
}

interface Judged {
  /** Orders that the caller named. Empty if the caller named payments. */
  readonly named: readonly LockedOrder[];
  /** All orders of the payments, and the orders that the caller named. */
  readonly orders: readonly LockedOrder[];
  readonly payments: readonly WaitingPayment[];
}

/**
 * Locks the payments that staff confirm or reject, and their orders. These are the named payments, or all waiting
 * payments of the named orders.
 */
async function lockJudged(
  ctx: Ctx,
  tx: Tx,
  input: { readonly orderNos: unknown; readonly paymentIds: unknown },
): Promise<Judged> {
  const ids = input.paymentIds === null ? undefined : textList(input.paymentIds, "paymentIds");
  if (ids) {
    const found = await tx.query(sql<{ orderNo: string }>`
      select distinct o.order_no as "orderNo"
      from payment_order o
      where o.tenant_id = ${tx.tenantId} and o.payment_id = any(${ids})
    `);
    const orders = await lockOrders(ctx, tx, found.map((o) => o.orderNo).sort());
    const payments = await tx.query(waitingSql(tx.tenantId, { ids }));
    if (payments.length !== ids.length) throw errors.wrongState();
    return { named: [], orders, payments };
  }
  const orderNos = textList(input.orderNos, "orderNos");
  const found = await tx.query(sql<{ orderNo: string }>`
    select distinct b.order_no as "orderNo"
    from payment_order a
    join payment p on p.tenant_id = ${tx.tenantId} and p.payment_id = a.payment_id
    join payment_order b on b.tenant_id = ${tx.tenantId} and b.payment_id = a.payment_id
    where a.tenant_id = ${tx.tenantId} and a.order_no = any(${orderNos}) and p.payment_stat = ${waiting}
  `);
  const nos = [...new Set([...orderNos, ...found.map((o) => o.orderNo)])].sort();
  const orders = await lockOrders(ctx, tx, nos);
  const payments = await tx.query(waitingSql(tx.tenantId, { orderNos }));
  // Refuses if a payment is also for an order that is not locked. This happens if a customer reported the payment after
  // the orders were read and before they were locked.
  if (payments.some((p) => p.orderNos.some((no) => !nos.includes(no)))) throw errors.wrongState();
  return { named: orders.filter((o) => orderNos.includes(o.orderNo)), orders, payments };
}

/**
 * Returns the state of an order after its payments were confirmed or rejected. `open` is the amount that is still
 * unpaid after this decision.
 */
function statAfterJudging(o: LockedOrder, open: number, isApproved: boolean, isWaiting: boolean) {
  const stat = o.orderStat ?? created;
  if (stat >= financeConfirmed || stat === cancelled) return stat;
  if (isApproved && (open <= 0 || onTerms(o))) return financeConfirmed;
  return isWaiting ? voucherUploaded : created;
}

interface Verdict {
  readonly orderNos: unknown;
  readonly paymentIds: unknown;
  /** Reason of a rejection. Null if the payments are confirmed. */
  readonly reason: string | null;
  readonly bookedAmount: number | null;
}

/** Confirms or rejects payments. If one order or payment does not allow this, nothing is changed. */
export const judge = (ctx: Ctx, v: Verdict): Promise<{ readonly orderNos: readonly string[] }> =>
  ctx.db.tx(ctx.who.tenantId, (tx) => judgeIn(ctx, tx, v));

/** Confirms or rejects payments in a transaction. */
export async function judgeIn(
  ctx: Ctx,
  tx: Tx,
  v: Verdict,
): Promise<{ readonly orderNos: readonly string[] }> {
  const isConfirm = v.reason === null;
  const { named, orders, payments } = await lockJudged(ctx, tx, v);
  for (const o of named) {
    const refusal = refuseSale(isConfirm ? "confirm" : "reject", o);
    if (refusal) throw new AppError(refusal);
  }
  if (v.bookedAmount !== null && payments.length !== 1) throw errors.invalidField("bookedAmount");
  const booked = isConfirm ? payments.map((p) => ({ ...p, amount: v.bookedAmount ?? p.amount })) : [];
  const bookings = bookingsOf(booked, orders);
  const ids = payments.map((p) => p.paymentId);
  if (!isConfirm) await tx.query(detachSql(tx.tenantId, ids));
  const amounts = isConfirm ? booked.map((p) => p.amount) : ids.map(() => 0);
  await tx.query(judgeSql(ctx, ids, isConfirm ? confirmed : rejected, amounts, v.reason));
  await tx.query(sql`
    update payment_order o
    set booked_amount = x.amount
    from unnest(
      ${bookings.map((b) => b.paymentId)}::text[], ${bookings.map((b) => b.orderNo)}::text[],
      ${bookings.map((b) => b.amount)}::numeric[]
    ) x (id, no, amount)
    where o.tenant_id = ${tx.tenantId} and o.payment_id = x.id and o.order_no = x.no
  `);
  const nos = orders.map((o) => o.orderNo);
  const left = await waitingFiles(tx, nos);
  // Updates only unpaid orders. A further payment of a paid order is a credit of the customer, and the order keeps the
  // data of the payment that paid it.
  const unpaid = orders.filter((o) => !o.isPaid);
  const bookedTo = (o: LockedOrder) =>
    sumAmounts(bookings.filter((b) => b.orderNo === o.orderNo).map((b) => b.amount));
  const received = unpaid.map((o) => sumAmounts([o.receivedAmount, bookedTo(o)]));
  const stats = unpaid.map((o) =>
    statAfterJudging(o, sumAmounts([o.openAmount, -bookedTo(o)]), isConfirm, left.has(o.orderNo)),
  );
  const isWaiting = sql`t.order_no = any(${[...left.keys()]})`;
  const at = new Date(ctx.now);
  const isPrepared = sql`x.stat >= ${financeConfirmed}`;
  // SQL condition: the order belongs to one of the payments. False if staff approve an order on monthly terms without a
  // payment.
  const isPayment = sql`t.order_no = any(${payments.flatMap((p) => p.orderNos)})`;
  const isAllReceived = sql`x.received >= t.total_amount - t.credited_amount + t.refunded_amount`;
  await tx.query(
    updateSql(
      ctx,
      unpaid,
      stats,
      isConfirm
        ? sql`
        received_amount = x.received,
        is_paid = t.is_paid or (${isAllReceived} and ${isPayment}),
        voucher_at = case
          when ${isWaiting} or (${isAllReceived} and ${isPayment}) then t.voucher_at
        end,
        reject_reason = null,
        confirmed_at = case when ${isPrepared} then ${at}::timestamptz else t.confirmed_at end,
        confirmed_by = case when ${isPrepared} then ${ctx.who.userId}::text else t.confirmed_by end
      `
        : sql`
        voucher_at = case when ${isWaiting} then t.voucher_at end, reject_reason = ${v.reason}
      `,
      received,
    ),
  );
  await tx.query(checkReceipts);
  return { orderNos: nos };
}
