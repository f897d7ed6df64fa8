import { AppError, errors } from "@shotkeeper/contract/kernel";
import {
  auditOrder,
  closeOrder,
  type OrderFacts,
  type OrderStep,
  orderSteps,
  refuseOrderStep,
  splitOrder,
  splittable,
  startOrder,
  submitOrder,
  withdrawOrder,
} from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { nextDocumentNumber } from "../../kernel/documents.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { ofMoldScope } from "../mold/index.ts";
import { orderColumns, orderJoins } from "./order-facts.ts";

const hourMs = 3_600_000;

interface LockedOrder extends OrderFacts {
  readonly moldNo: string;
}

/** Locks an order and its mold until the end of the transaction. Throws if the order is outside the caller's scope. */
async function lockOrder(ctx: Ctx, tx: Tx, orderId: string): Promise<LockedOrder> {
  const { tenantId } = ctx.who;
  // This lock of the mold makes two orders of one mold start one after the other.
  const [found] = await tx.query(
    sql`select t.order_id
      from production_order t
      join mold lm on lm.tenant_id = ${tenantId} and lm.mold_no = t.mold_no
      where t.tenant_id = ${tenantId} and t.order_id = ${orderId} and ${ofMoldScope(ctx)}
      for update of t, lm`,
  );
  if (!found) throw errors.unknownReference("orderId");
  const [row] = await tx.query(
    sql<LockedOrder>`select t.mold_no as "moldNo", t.order_state as "orderState", t.submitted_by as "submittedBy",
        t.planned_shots as "plannedShots", made.shots as "madeShots", m.service_state as "serviceState",
        ${orderColumns.busyWith(ctx)} as "busyWith", ${orderColumns.auditByOther(ctx)} as "auditByOther"
      from production_order t
      ${orderJoins(ctx)}
      where t.tenant_id = ${tenantId} and t.order_id = ${orderId}`,
  );
  if (!row) throw errors.unknownReference("orderId");
  return row;
}

/** Returns one statement that updates an order and writes the log entry. */
function updateOrder(ctx: Ctx, orderId: string, sets: Sql): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const isOrder = sql`t.tenant_id = ${tenantId} and t.order_id = ${orderId}`;
  return sql`with old as (select to_jsonb(t) as before from production_order t where ${isOrder}),
    done as (
      update production_order t set ${sets}, updated_by = ${userId}, updated_date = ${at}
      where ${isOrder}
      returning to_jsonb(t) as after
    )
    ${logInto(ctx, "update", "PRD_ORDER")} ${orderId}, old.before, done.after from old, done`;
}

/** Returns the SQL assignments that a step makes in addition to the new state. */
type Assignments = (order: LockedOrder, tx: Tx) => Sql | Promise<Sql>;

/**
 * Performs a step of an order: locks the order, checks whether its state allows the step, and writes the new state and
 * the other values that the step changes.
 */
async function performStep(
  ctx: Ctx,
  step: OrderStep,
  orderId: string,
  assignments: Assignments,
): Promise<{ readonly orderId: string }> {
  const moldNo = await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    const order = await lockOrder(ctx, tx, orderId);
    const refusal = refuseOrderStep(step, order, ctx.who.userId);
    if (refusal) throw new AppError(refusal);
    const { to } = orderSteps[step];
    const sets = await assignments(order, tx);
    await tx.query(updateOrder(ctx, orderId, to === undefined ? sets : sql`order_state = ${to}, ${sets}`));
    return order.moldNo;
  });
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: [moldNo] });
  return { orderId };
}

/**
 * Returns the time from which shots count for an order. The default is the beginning of the present hour, or the end of
 * the mold's previous order if that is later. Throws if a requested time is in the future or before that end.
 */
async function startTimeOf(ctx: Ctx, tx: Tx, moldNo: string, requested: string | null): Promise<Date> {
  const [row] = await tx.query(
    sql<{ last: string | null }>`select max(ended_at) as last
      from production_order
      where tenant_id = ${tx.tenantId} and mold_no = ${moldNo} and started_at is not null`,
  );
  const last = row?.last ? Date.parse(row.last) : Number.NEGATIVE_INFINITY;
  const at =
    requested === null ? Math.max(Math.floor(ctx.now / hourMs) * hourMs, last) : Date.parse(requested);
  if (at > ctx.now || at < last) throw errors.invalidField("startTime");
  return new Date(at);
}

export const orderCommands: readonly CommandImpl[] = [
  handle(submitOrder, (ctx, { orderId }) =>
    performStep(
      ctx,
      "submit",
      orderId,
      () => sql`submitted_by = ${ctx.who.userId}, submitted_at = ${new Date(ctx.now)}`,
    ),
  ),
  handle(withdrawOrder, (ctx, { orderId }) =>
    performStep(
      ctx,
      "withdraw",
      orderId,
      () => sql`submitted_by = null, submitted_at = null, audited_by = null, audited_at = null`,
    ),
  ),
  handle(auditOrder, (ctx, { orderId }) =>
    performStep(
      ctx,
      "audit",
      orderId,
      () => sql`audited_by = ${ctx.who.userId}, audited_at = ${new Date(ctx.now)}`,
    ),
  ),
  handle(startOrder, (ctx, { orderId, startTime }) =>
    performStep(
      ctx,
      "start",
      orderId,
      async (o, tx) => sql`started_at = ${await startTimeOf(ctx, tx, o.moldNo, startTime)}`,
    ),
  ),
  handle(closeOrder, (ctx, { orderId, closeReason }) =>
    performStep(
      ctx,
      "close",
      orderId,
      () =>
        sql`close_reason = ${closeReason},
          ended_at = case when started_at is not null then greatest(started_at, ${new Date(ctx.now)}::timestamptz) end`,
    ),
  ),
  handle(splitOrder, async (ctx, { orderId, splitShots, plannedEnd }) => {
    // The number is issued in a separate transaction, so it is used up even if the split is refused.
    const newId = await nextDocumentNumber(ctx, "PO");
    const { tenantId, userId } = ctx.who;
    const at = new Date(ctx.now);
    await performStep(ctx, "split", orderId, async (o, tx) => {
      const most = splittable(o);
      if (splitShots > most) throw errors.splitTooLarge(most);
      await tx.query(
        sql`with done as (
            insert into production_order as t (
              tenant_id, order_id, mold_no, planned_shots, cavities, product_no, product_parameter, planned_end,
              device_id, remark, split_from, created_by, created_date, updated_by, updated_date
            )
            select ${tenantId}, ${newId}, mold_no, ${splitShots}, cavities, product_no, product_parameter,
              coalesce(${plannedEnd}::timestamptz, planned_end),
              device_id, remark, order_id, ${userId}, ${at}, ${userId}, ${at}
            from production_order
            where tenant_id = ${tenantId} and order_id = ${orderId}
            returning to_jsonb(t) as after
          )
          ${logInto(ctx, "insert", "PRD_ORDER", "after")} ${newId}, after from done`,
      );
      return sql`planned_shots = planned_shots - ${splitShots}::bigint`;
    });
    return { orderId: newId };
  }),
];
