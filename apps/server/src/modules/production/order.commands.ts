import { AppError, errors } from "@shotkeeper/contract/kernel";
import { serviceState } from "@shotkeeper/contract/mold";
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
  // Locks the mold too. So if two orders of one mold are started at once, the second sees the first.
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

/**
 * Returns one statement that updates a production order and writes the log entry. The job then counts the order's shots
 * in its next run (`finishOrders`).
 */
function updateOrder(ctx: Ctx, orderId: string, sets: Sql): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const isOrder = sql`t.tenant_id = ${tenantId} and t.order_id = ${orderId}`;
  return sql`with old as (select to_jsonb(t) as before from production_order t where ${isOrder}),
    done as (
      update production_order t set ${sets}, check_at = '-infinity', updated_by = ${userId}, updated_date = ${at}
      where ${isOrder}
      returning app_row(t) as after
    )
    ${logInto(ctx, "update", "PRD_ORDER")} ${orderId}, old.before, done.after from old, done returning 1`;
}

/**
 * Throws if the mold cannot produce, or if a submitted order would end in the past or has more cavities than the mold.
 * An order for a mold in storage may be submitted and audited, but not started.
 */
async function requireProducible(ctx: Ctx, tx: Tx, step: OrderStep, orderId: string): Promise<void> {
  if (step !== "submit" && step !== "audit" && step !== "start") return;
  const [row] = await tx.query(
    sql<{
      state: number;
      archived: boolean;
      planned_end: string;
      cavities: number | null;
      most: number | null;
    }>`select
        m.service_state as state, m.archived_date is not null as archived, t.planned_end, t.cavities, m.cavities as most
      from production_order t
      join mold m on m.tenant_id = ${tx.tenantId} and m.mold_no = t.mold_no
      where t.tenant_id = ${tx.tenantId} and t.order_id = ${orderId}`,
  );
  if (!row) return;
  const { scrapped, inStorage } = serviceState.values;
  if (row.archived || row.state === scrapped || (step === "start" && row.state === inStorage))
    throw errors.moldCannotProduce();
  if (step !== "submit") return;
  if (Date.parse(row.planned_end) <= ctx.now) throw errors.invalidField("peDate");
  if (row.most !== null && (row.cavities ?? 0) > row.most) throw errors.invalidField("caveTimes");
}

/** Returns the SQL assignments that a step of an order (such as its start) makes besides the new state. */
type Assignments = (order: LockedOrder, tx: Tx) => Sql | Promise<Sql>;

/**
 * Performs a step of an order: locks the order, checks whether its state allows the step, and writes the new state and
 * the columns that the step sets.
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
    await requireProducible(ctx, tx, step, orderId);
    const { to } = orderSteps[step];
    const sets = await assignments(order, tx);
    tx.enqueue(updateOrder(ctx, orderId, to === undefined ? sets : sql`order_state = ${to}, ${sets}`));
    return order.moldNo;
  });
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: [moldNo] });
  return { orderId };
}

/**
 * Returns the SQL assignments that the start of an order makes. Shots count from now, or from the time that the caller
 * names. Throws if that time is in the future, before the audit, or before the end of the mold's previous order.
 */
async function startOf(ctx: Ctx, tx: Tx, orderId: string, requested: string | null): Promise<Sql> {
  const at = requested === null ? ctx.now : Date.parse(requested);
  const hour = new Date(Math.floor(at / hourMs) * hourMs);
  const [row] = await tx.query(
    sql<{ audited: string | null; last: string | null; known: number }>`select t.audited_at as audited,
        (select max(p.ended_at) from production_order p
          where p.tenant_id = ${tx.tenantId} and p.mold_no = t.mold_no and p.started_at is not null) as last,
        (select coalesce(sum(h.shots), 0)::bigint from shot_hour h
          where h.tenant_id = ${tx.tenantId} and h.mold_id = m.mold_id and h.hour = ${hour}) as known
      from production_order t
      join mold m on m.tenant_id = ${tx.tenantId} and m.mold_no = t.mold_no
      where t.tenant_id = ${tx.tenantId} and t.order_id = ${orderId}`,
  );
  const last = row?.last ? Date.parse(row.last) : Number.NEGATIVE_INFINITY;
  const audited = row?.audited ? Date.parse(row.audited) : Number.NEGATIVE_INFINITY;
  if (at > ctx.now || at < audited) throw errors.invalidField("startTime");
  // Refuses a requested start before the end of the mold's previous order. An order ends with the hour of its last
  // shot, so its end may lie shortly after the present.
  if (requested !== null && at < last) throw errors.invalidField("startTime");
  // True if the previous order ended in the hour of the start. The shots of one hour never count for two orders, so the
  // new order gets no shots of this hour.
  const isShared = last > hour.getTime();
  const startedAt = new Date(Math.max(at, last));
  // Shots that the mold had made in the hour of the start before the start. They do not count for the order. For a
  // start in the past this number is unknown, and 0 is stored: the hour then counts in proportion to its part after
  // the start (`creditedHours`).
  const known = isShared ? null : requested === null ? (row?.known ?? 0) : 0;
  return sql`started_at = ${startedAt}, start_shots = ${known}`;
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
    performStep(ctx, "start", orderId, (_order, tx) => startOf(ctx, tx, orderId, startTime)),
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
    // Issues the number of the new order in a separate transaction, so it is used up even if the split is refused.
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
            returning app_row(t) as after
          )
          ${logInto(ctx, "insert", "PRD_ORDER", "after")} ${newId}, after from done returning 1`,
      );
      return sql`planned_shots = planned_shots - ${splitShots}::bigint`;
    });
    return { orderId: newId };
  }),
];
