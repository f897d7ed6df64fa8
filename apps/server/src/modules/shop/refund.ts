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

/** SQL expression: overpaid money of the payment with alias `alias`, yuan. It is booked to no order. */
export const overpaidSql = (tenantId: number, alias = "t"): Sql => sql`
  (
    ${sql.raw(alias)}.booked_amount - coalesce(
      (
        select sum(b.booked_amount)
        from payment_order b
        where b.tenant_id = ${tenantId} and b.payment_id = ${sql.raw(alias)}.payment_id
      ),
      0
    )
  )
`;

/** SQL condition: the refund `r` has paid overpaid money of the payment with alias `alias` back. */
const isPaidBack = (tenantId: number, alias: string): Sql => sql`
  r.tenant_id = ${tenantId}
    and r.payment_id = ${sql.raw(alias)}.payment_id
    and r.refund_kind = ${sql.constant(refundKind.values.overpaid)}
`;

/** SQL expression: sum of the overpaid money of a payment that was paid back, yuan. */
export const paidBackSql = (tenantId: number, alias = "t"): Sql =>
  sql`coalesce((select sum(r.refund_amount) from refund r where ${isPaidBack(tenantId, alias)}), 0)`;

/** SQL expression: the refunds of the overpaid money of a payment as JSON. */
export const overpaidRefundsJson = (tenantId: number, alias: string): Sql => sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'refundNo', r.refund_no, 'refundAmount', r.refund_amount, 'refundedOn', r.refunded_on,
          'refundReference', r.refund_reference
        )
        order by r.created_date, r.refund_no
      ),
      '[]'
    )
    from refund r
    where ${isPaidBack(tenantId, alias)}
  )
`;

interface Paid {
  readonly custId: string;
  readonly overpaid: number;
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
        t.cust_id as "custId", ${overpaidSql(tenantId)}::float8 as overpaid,
        ${paidBackSql(tenantId)}::float8 as "paidBack", t.paid_on::text as "paidOn"
      from payment t
      where t.tenant_id = ${tenantId} and t.payment_id = ${paymentId}
    `);
    if (!paid) throw errors.unknownReference("paymentId");
    const rest = sumAmounts([paid.overpaid, -paid.paidBack]);
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
