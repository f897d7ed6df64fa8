import { orderStat } from "@shotkeeper/contract/enumerations";
import { AppError, errors } from "@shotkeeper/contract/kernel";
import {
  confirmPayment,
  customerOrder,
  inOneMonth,
  isPaidAfterConfirm,
  maxVouchers,
  receivedAfterDays,
  receiveOrder,
  refuseSale,
  rejectVoucher,
  type SaleFacts,
  type SaleStep,
  statAfter,
  uploadVoucher,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { monthOf } from "./order.queries.ts";
import { customerScope, textList } from "./shop-access.ts";

/**
 * State "shipped" as an SQL literal and not as a bound value, because only then can a statement use the partial index
 * of shipped orders.
 */
const shipped = sql.constant(orderStat.values.shipping);

interface LockedOrder extends SaleFacts {
  readonly orderNo: string;
  readonly month: string;
  readonly vouchers: number;
}

/**
 * Locks orders until the end of the transaction. Locking in order of their numbers avoids deadlocks. Throws unless
 * all orders are in the caller's scope.
 */
async function lockOrders(ctx: Ctx, tx: Tx, orderNos: readonly string[]): Promise<readonly LockedOrder[]> {
  const rows = await tx.query(
    sql<LockedOrder>`
      select
        t.order_no as "orderNo", t.order_stat as "orderStat", t.is_paid as "isPaid",
        t.statement_days as "statementDays", t.voucher_at::text as "voucherAt",
        t.express_no as "expressNo", ${monthOf(ctx)} as month,
        (
          select count(*)::int
          from order_voucher v
          where v.tenant_id = ${tx.tenantId} and v.order_no = t.order_no
        ) as vouchers
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
 */
function updateSql(ctx: Ctx, orders: readonly LockedOrder[], stats: readonly number[], sets: Sql): Sql {
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
      from unnest(
        ${nos}::text[], ${stats}::int[], ${orders.map(isPaidAfterConfirm)}::boolean[]
      ) x (no, stat, paid)
      where t.tenant_id = ${tenantId} and t.order_no = x.no
      returning t.order_no, to_jsonb(t) as after
    ) ${logInto(ctx, "update", customerOrder.wire)} done.order_no,
    old.before, done.after
    from done
    join old on old.order_no = done.order_no
  `;
}

interface Step {
  readonly step: SaleStep;
  /** SET clause for the order: the columns that the step changes besides the state. */
  readonly sets: Sql;
  /** Makes further checks and writes in the same transaction, before the order's update. */
  readonly before?: (tx: Tx, orders: readonly LockedOrder[]) => Promise<void>;
}

/** Performs a step of several orders. If the state of one order does not allow the step, no order is changed. */
async function performStep(
  ctx: Ctx,
  orderNos: readonly string[],
  s: Step,
): Promise<{ readonly orderNos: readonly string[] }> {
  await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    const orders = await lockOrders(ctx, tx, orderNos);
    for (const o of orders) {
      const refusal = refuseSale(s.step, o);
      if (refusal) throw new AppError(refusal);
    }
    await s.before?.(tx, orders);
    const stats = orders.map((o) => statAfter(s.step, o) ?? orderStat.values.created);
    await tx.query(updateSql(ctx, orders, stats, s.sets));
  });
  return { orderNos };
}

/**
 * Attaches payment vouchers to the orders. Each voucher must be an image that the caller uploaded and that no record
 * uses yet.
 */
async function attachVouchers(
  ctx: Ctx,
  tx: Tx,
  orders: readonly LockedOrder[],
  fileIds: readonly string[],
): Promise<void> {
  if (!inOneMonth(orders.map((o) => o.month))) throw errors.voucherMonthsDiffer();
  if (fileIds.length > maxVouchers || orders.some((o) => o.vouchers + fileIds.length > maxVouchers))
    throw errors.tooManyVouchers(maxVouchers);
  const { userId } = ctx.who;
  const at = new Date(ctx.now);
  const first = orders[0]?.orderNo ?? "";
  const attached = await tx.query(
    sql`
      update file_info f
      set
        owner_table = ${customerOrder.wire}, owner_id = ${first}, owner_part = 'paymentFile', is_draft = false,
        updated_by = ${userId}, updated_date = ${at}
      where f.tenant_id = ${tx.tenantId}
        and f.file_id = any(${fileIds})
        and f.created_by = ${userId}
        and f.media_type like 'image/%'
        and (
          f.owner_table is null
            or (
              f.owner_table = ${customerOrder.wire}
                and f.owner_id = any(${orders.map((o) => o.orderNo)})
            )
        )
      returning 1
    `,
  );
  if (attached.length !== fileIds.length) throw errors.unknownReference("fileIds");
  await tx.query(
    sql`
      insert into order_voucher (
        tenant_id, order_no, file_id, created_by, created_date, updated_by, updated_date
      )
      select ${tx.tenantId}::int, o, f, ${userId}, ${at}, ${userId}, ${at}
      from unnest(${orders.map((o) => o.orderNo)}::text[]) o
      cross join unnest(${fileIds}::text[]) f
      on conflict do nothing
    `,
  );
}

export const orderCommands: readonly CommandImpl[] = [
  handle(uploadVoucher, (ctx, input) => {
    const files = input.fileIds;
    if (!Array.isArray(files) || files.length === 0) throw errors.noVoucherPicture();
    const fileIds = textList(files, "fileIds");
    return performStep(ctx, textList(input.orderNos, "orderNos"), {
      step: "voucher",
      sets: sql`voucher_at = ${new Date(ctx.now)}, reject_reason = null`,
      before: (tx, orders) => attachVouchers(ctx, tx, orders, fileIds),
    });
  }),

  handle(confirmPayment, (ctx, { orderNos }) => {
    return performStep(ctx, textList(orderNos, "orderNos"), {
      step: "confirm",
      sets: sql`
        is_paid = t.is_paid or x.paid,
        voucher_at = case when x.paid then t.voucher_at end,
        reject_reason = null,
        confirmed_at = ${new Date(ctx.now)},
        confirmed_by = ${ctx.who.userId}
      `,
    });
  }),

  handle(rejectVoucher, (ctx, { orderNos, rejectReason }) => {
    const nos = textList(orderNos, "orderNos");
    return performStep(ctx, nos, {
      step: "reject",
      sets: sql`voucher_at = null, reject_reason = ${rejectReason}`,
      // Detaches the rejected vouchers from the order, so that they no longer count. Their files are kept.
      before: async (tx) => {
        await tx.query(
          sql`delete from order_voucher where tenant_id = ${tx.tenantId} and order_no = any(${nos})`,
        );
      },
    });
  }),

  handle(receiveOrder, (ctx, { orderNo }) =>
    performStep(ctx, [orderNo], {
      step: "receive",
      sets: sql`received_at = ${new Date(ctx.now)}, received_by = ${ctx.who.userId}`,
    }),
  ),
];

/** Maximum number of orders that one run of the job confirms. The next run confirms the rest. */
const chunk = 500;

/** Job: confirms receipt of orders that were delivered at least `receivedAfterDays` days ago. */
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
  if (nos.length === 0) return;
  await performStep(ctx, nos, {
    step: "receive",
    sets: sql`received_at = ${new Date(ctx.now)}, received_by = ${ctx.who.userId}`,
  });
}
