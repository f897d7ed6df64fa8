import { AppError, errors } from "@shotkeeper/contract/kernel";
import {
  refund,
  refundKind,
  refundOverpaid,
  refundRule,
  refuseMoneyDay,
  sumAmounts,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { nextDocumentNumber } from "../../kernel/documents.ts";
import { logInto } from "../../kernel/log.ts";
import { handle } from "../../kernel/registry.ts";
import { dayText } from "../../kernel/zone.ts";
import { customerScope } from "./shop-access.ts";

interface NewRefund {
  readonly refundNo: string;
  /** Null for overpaid money, which belongs to no return and to no order. */
  readonly of: { readonly returnNo: string; readonly orderNo: string } | null;
  readonly custId: string;
  readonly kind: number;
  readonly amount: number;
  readonly on: string;
  readonly reference: string;
  readonly paymentId: string | null;
}

/** Builds the statement that stores a refund and writes the log entry. */
export function refundSql(ctx: Ctx, r: NewRefund): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql`
    with done as (
      insert into refund (
        tenant_id, refund_no, return_no, order_no, cust_id, refund_kind, refund_amount,
        refunded_on, refund_reference, payment_id, created_by, created_date, updated_by,
        updated_date
      )
      values (
        ${tenantId}, ${r.refundNo}, ${r.of?.returnNo ?? null}, ${r.of?.orderNo ?? null}, ${r.custId},
        ${r.kind}, ${r.amount}, ${r.on}, ${r.reference}, ${r.paymentId}, ${userId}, ${at}, ${userId}, ${at}
      )
      returning *
    ) ${logInto(ctx, "insert", refund.wire, "after")} done.refund_no, to_jsonb(done)
    from done
  `;
}

/** SQL expression: sum of the overpaid money of the payment `t` that was paid back, yuan. */
export const paidBackSql = (tenantId: number): Sql => sql`
  coalesce(
    (
      select sum(r.refund_amount)
      from refund r
      where r.tenant_id = ${tenantId}
        and r.payment_id = t.payment_id
        and r.refund_kind = ${sql.constant(refundKind.values.overpaid)}
    ),
    0
  )
`;

interface Paid {
  readonly custId: string;
  readonly booked: number;
  readonly toOrders: number;
  readonly paidBack: number;
  readonly paidOn: string;
}

export const refundOverpaidImpl = handle(refundOverpaid, async (ctx, input) => {
  const { paymentId } = input;
  const { tenantId } = ctx.who;
  const today = dayText(ctx.who.zone, ctx.now);
  const on = input.refundedOn ?? today;
  const refundNo = await nextDocumentNumber(ctx, refundRule);
  await ctx.db.tx(tenantId, async (tx) => {
    // Locks the payment first: the sums below must include the refund of a concurrent call.
    const locked = await tx.query(sql`
      select 1
      from payment t
      where t.tenant_id = ${tenantId} and t.payment_id = ${paymentId} and ${customerScope(ctx)}
      for update of t
    `);
    if (locked.length === 0) throw errors.unknownReference("paymentId");
    const [paid] = await tx.query(sql<Paid>`
      select
        t.cust_id as "custId", t.booked_amount::float8 as booked, ${paidBackSql(tenantId)}::float8 as "paidBack",
        t.paid_on::text as "paidOn",
        coalesce(
          (
            select sum(o.booked_amount)
            from payment_order o
            where o.tenant_id = ${tenantId} and o.payment_id = t.payment_id
          ),
          0
        )::float8 as "toOrders"
      from payment t
      where t.tenant_id = ${tenantId} and t.payment_id = ${paymentId}
    `);
    if (!paid) throw errors.unknownReference("paymentId");
    const rest = sumAmounts([paid.booked, -paid.toOrders, -paid.paidBack]);
    const amount = input.refundAmount ?? rest;
    if (amount > rest || amount <= 0) throw errors.refundTooHigh(String(rest));
    const badDay = refuseMoneyDay("refund", "refundedOn", on, { orderDays: [paid.paidOn], today });
    if (badDay) throw new AppError(badDay);
    await tx.query(
      refundSql(ctx, {
        refundNo,
        of: null,
        custId: paid.custId,
        kind: refundKind.values.overpaid,
        amount,
        on,
        reference: input.refundReference,
        paymentId,
      }),
    );
  });
  return { paymentId, refundNo };
});
