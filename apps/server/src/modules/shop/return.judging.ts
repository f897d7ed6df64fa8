import { AppError, errors } from "@shotkeeper/contract/kernel";
import {
  approveReturn,
  openQtyOf,
  refuseReturn,
  refuseReturnRequest,
  returnKind,
  returnStat,
  serialState,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { leaveOrder } from "./return.credit.ts";
import {
  changeReturnsSql,
  type LockedReturn,
  lockReturn,
  orderLines,
  piecesByGoods,
  reserve,
} from "./return.lock.ts";
import { releaseReplacement } from "./return.request.ts";

const { cancel, exchange } = returnKind.values;
const { approved, toSettle, settled, refused } = returnStat.values;
const { inStock, packed } = serialState.values;

const judgedSql = (ctx: Ctx, reason: string | null): Sql => sql`
  judge_reason = ${reason}, judged_at = ${new Date(ctx.now)}, judged_by = ${ctx.who.userId}
`;

/** Takes packed counters out of those order lines that now need fewer counters than are packed for them. */
async function unpackSurplus(ctx: Ctx, tx: Tx, orderNo: string): Promise<void> {
  await tx.query(
    sql`
      update stock_serial s
      set
        serial_state = ${inStock}, order_no = null, seq = null, updated_by = ${ctx.who.userId},
        updated_date = ${new Date(ctx.now)}
      from (
        select
          x.chip_code,
          row_number() over (
            partition by x.seq
            order by x.chip_code
          ) > l.order_qty - l.cancelled_qty + l.exchanged_qty - l.shipped_qty as is_surplus
        from stock_serial x
        join customer_order_line l on l.tenant_id = ${tx.tenantId}
          and l.order_no = x.order_no
          and l.seq = x.seq
        where x.tenant_id = ${tx.tenantId} and x.order_no = ${orderNo} and x.serial_state = ${packed}
      ) p
      where s.tenant_id = ${tx.tenantId} and s.chip_code = p.chip_code and p.is_surplus
    `,
  );
}

/** Cancels unshipped pieces of an order and releases their reserved stock. */
async function cancelPieces(ctx: Ctx, tx: Tx, r: LockedReturn): Promise<number> {
  const { orderNo } = r.order;
  const lines = await orderLines(tx, orderNo);
  for (const { seq, returnQty } of r.lines) {
    const line = lines.find((l) => l.seq === seq);
    // Throws if the pieces were shipped after the request.
    if (!line || openQtyOf(line) < returnQty) throw errors.moreThanReturnable(`${orderNo}/${seq}`);
  }
  await reserve(ctx, tx, piecesByGoods(r.lines.map((l) => ({ goodsId: l.goodsId, qty: -l.returnQty }))));
  const value = await leaveOrder(
    ctx,
    tx,
    r,
    r.lines.map((l) => ({ seq: l.seq, cancelled: l.returnQty })),
  );
  await unpackSurplus(ctx, tx, orderNo);
  return value;
}

/**
 * Builds the statement that stores the value of a return whose pieces have left the order. The return is settled at
 * once if the pieces have no value, or if no refund is due because the order was not paid. In the second case the value
 * lowers the open amount.
 */
export const valuedSql = (ctx: Ctx, tx: Tx, r: LockedReturn, value: number, sets: Sql): Sql => {
  const isOwed = sql`
    ${value}::numeric > 0 and exists (
      select 1
      from customer_order o
      where o.tenant_id = ${tx.tenantId} and o.order_no = t.order_no and o.refund_due > 0
    )
  `;
  return changeReturnsSql(
    ctx,
    [r.returnNo],
    sql`
      ${sets}, return_amount = ${value},
      return_stat = case when ${isOwed} then ${toSettle}::int else ${settled}::int end,
      settled_at = case when not (${isOwed}) then ${new Date(ctx.now)}::timestamptz end,
      settled_by = case when not (${isOwed}) then ${ctx.who.userId}::text end
    `,
  );
};

export const judgingCommands: readonly CommandImpl[] = [
  handle(approveReturn, async (ctx, { returnNo, judgeReason }) => {
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const { found } = await lockReturn(ctx, tx, returnNo);
      const refusal = refuseReturn("approve", found);
      if (refusal) throw new AppError(refusal);
      if (found.returnKind === cancel) {
        const value = await cancelPieces(ctx, tx, found);
        await tx.query(valuedSql(ctx, tx, found, value, judgedSql(ctx, judgeReason)));
        return;
      }
      if (found.returnKind === exchange)
        await reserve(
          ctx,
          tx,
          piecesByGoods(found.lines.map((l) => ({ goodsId: l.goodsId, qty: l.returnQty }))),
        );
      await tx.query(
        changeReturnsSql(ctx, [returnNo], sql`return_stat = ${approved}, ${judgedSql(ctx, judgeReason)}`),
      );
    });
    return { returnNo };
  }),

  handle(refuseReturnRequest, async (ctx, { returnNo, judgeReason }) => {
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const { found } = await lockReturn(ctx, tx, returnNo);
      const refusal = refuseReturn("refuse", found);
      if (refusal) throw new AppError(refusal);
      await releaseReplacement(ctx, tx, found);
      await tx.query(
        changeReturnsSql(ctx, [returnNo], sql`return_stat = ${refused}, ${judgedSql(ctx, judgeReason)}`),
      );
    });
    return { returnNo };
  }),
];
