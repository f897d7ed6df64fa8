import { randomUUID } from "node:crypto";
import { orderStat, paymentStat } from "@shotkeeper/contract/enumerations";
import { AppError, errors } from "@shotkeeper/contract/kernel";
import {
  bookingsOf,
  onTerms,
  payment,
  refundKind,
  refundRule,
  refuseMoneyDay,
  refuseReturn,
  returnKind,
  returnStat,
  settleReturn,
  sumAmounts,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { nextDocumentNumber } from "../../kernel/documents.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { dayText } from "../../kernel/zone.ts";
import { type LockedOrder, updateSql } from "./order.commands.ts";
import { refundSql } from "./refund.ts";
import { changeReturnsSql, type LockedReturn, lockReturn, orderOfReturn } from "./return.lock.ts";

const { toSettle, settled } = returnStat.values;
const { paidOut, credited } = refundKind.values;

/** Amount to be refunded for a return, yuan: its unsettled value, but at most the overpaid amount of the order. */
const owedFor = (r: LockedReturn): number =>
  Math.max(0, Math.min(sumAmounts([r.returnAmount, -r.settledAmount]), r.order.refundDue));

/** Returns the numbers of open orders of the same customer to which a credit may be booked, oldest first. */
async function openOrders(tx: Tx, orderNo: string): Promise<readonly string[]> {
  const rows = await tx.query(
    sql<{ orderNo: string }>`
      select t.order_no as "orderNo"
      from customer_order t
      join customer_order o on o.tenant_id = ${tx.tenantId} and o.order_no = ${orderNo}
      where t.tenant_id = ${tx.tenantId}
        and t.cust_id = o.cust_id
        and t.order_no <> o.order_no
        and t.order_stat >= ${orderStat.values.financeConfirmed}
        and t.statement_days > 1
        and t.open_amount > 0
      order by t.order_date, t.order_no
    `,
  );
  return rows.map((r) => r.orderNo);
}

interface Credit {
  readonly paymentId: string;
  readonly amount: number;
  readonly on: string;
}

/** Stores a credit as a confirmed payment, and books it to open orders. */
async function bookCredit(
  ctx: Ctx,
  tx: Tx,
  r: LockedReturn,
  { paymentId, amount, on }: Credit,
  orders: readonly LockedOrder[],
): Promise<void> {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const orderNos = orders.map((o) => o.orderNo);
  const bookings = bookingsOf([{ paymentId, amount, orderNos }], orders).filter((b) => b.amount > 0);
  const booked = orders.filter((o) => bookings.some((b) => b.orderNo === o.orderNo));
  const stamp = sql`${userId}, ${at}, ${userId}, ${at}`;
  await tx.all([
    sql`
      with done as (
        insert into payment (
          tenant_id, payment_id, cust_id, paid_amount, paid_on, payment_stat, booked_amount,
          judge_reason, judged_at, judged_by, created_by, created_date, updated_by, updated_date
        )
        values (
          ${tenantId}, ${paymentId}, ${r.custId}, ${amount}, ${on}, ${paymentStat.values.confirmed},
          ${amount}, ${r.returnNo}, ${at}, ${userId}, ${stamp}
        )
        returning *
      ) ${logInto(ctx, "insert", payment.wire, "after")} done.payment_id, to_jsonb(done)
      from done
    `,
    sql`
      insert into payment_order (tenant_id, payment_id, order_no, booked_amount)
      select ${tenantId}::int, ${paymentId}::text, x.no, x.amount
      from unnest(
        ${bookings.map((b) => b.orderNo)}::text[], ${bookings.map((b) => b.amount)}::numeric[]
      ) x (no, amount)
    `,
    updateSql(
      ctx,
      booked,
      booked.map((o) => o.orderStat ?? 0),
      sql`
        received_amount = x.received,
        is_paid = t.is_paid or x.received >= t.total_amount - t.credited_amount + t.refunded_amount
      `,
      booked.map((o) =>
        sumAmounts([o.receivedAmount, bookings.find((b) => b.orderNo === o.orderNo)?.amount ?? 0]),
      ),
    ),
  ]);
}

/**
 * Returns the numbers of the order's returns that wait for a refund although no refund is due any more. This happens if
 * the customer had paid only a part of the order, and the refund of another return has used up the paid money.
 */
async function unowedReturns(tx: Tx, orderNo: string): Promise<string[]> {
  const rows = await tx.query(
    sql<{ returnNo: string }>`
      select r.return_no as "returnNo"
      from sale_return r
      join customer_order o on o.tenant_id = ${tx.tenantId} and o.order_no = r.order_no
      where r.tenant_id = ${tx.tenantId}
        and r.order_no = ${orderNo}
        and r.return_kind <> ${returnKind.values.exchange}
        and r.return_stat = ${toSettle}
        and o.refund_due <= 0
      order by r.return_no
      for update of r
    `,
  );
  return rows.map((r) => r.returnNo);
}

export const settlingCommands: readonly CommandImpl[] = [
  handle(settleReturn, async (ctx, input) => {
    const { returnNo, refundReference } = input;
    const { tenantId, userId } = ctx.who;
    const today = dayText(ctx.who.zone, ctx.now);
    const on = input.refundedOn ?? today;
    const isCredit = input.isCredit ?? false;
    const refundNo = await nextDocumentNumber(ctx, refundRule);
    await ctx.db.tx(tenantId, async (tx) => {
      const targets = isCredit ? await openOrders(tx, await orderOfReturn(ctx, tx, returnNo)) : [];
      const { found, others } = await lockReturn(ctx, tx, returnNo, targets);
      const refusal = refuseReturn("settle", found);
      if (refusal) throw new AppError(refusal);
      const badDay = refuseMoneyDay("refund", "refundedOn", on, { orderDays: [found.order.day], today });
      if (badDay) throw new AppError(badDay);
      if (isCredit && !onTerms(found.order)) throw errors.invalidField("isCredit");
      const owed = owedFor(found);
      const amount = input.refundAmount ?? owed;
      if (amount > owed || amount <= 0) throw errors.refundTooHigh(String(owed));
      const at = new Date(ctx.now);
      const paymentId = isCredit ? randomUUID() : null;
      // Sorts the orders, because the credit pays the oldest order first. `others` is sorted by order number, as the
      // orders were locked.
      const oldestFirst = targets.flatMap((no) => others.find((o) => o.orderNo === no) ?? []);
      // Refuses a credit above the open amounts: the rest would belong to no order, and no page would show it.
      const bookable = sumAmounts(oldestFirst.map((o) => o.openAmount));
      if (isCredit && amount > bookable) throw errors.refundTooHigh(String(bookable));
      if (paymentId !== null) await bookCredit(ctx, tx, found, { paymentId, amount, on }, oldestFirst);
      await tx.all([
        refundSql(ctx, {
          refundNo,
          of: { returnNo, orderNo: found.order.orderNo },
          custId: found.custId,
          kind: isCredit ? credited : paidOut,
          amount,
          on,
          reference: refundReference,
          paymentId,
        }),
        updateSql(
          ctx,
          [found.order],
          [found.order.orderStat ?? 0],
          sql`refunded_amount = t.refunded_amount + ${amount}::numeric`,
        ),
      ]);
      const done = await unowedReturns(tx, found.order.orderNo);
      if (amount === owed && !done.includes(returnNo)) done.push(returnNo);
      if (done.length > 0)
        await tx.query(
          changeReturnsSql(
            ctx,
            done,
            sql`return_stat = ${settled}, settled_at = ${at}, settled_by = ${userId}`,
          ),
        );
    });
    return { returnNo, refundNo };
  }),
];
