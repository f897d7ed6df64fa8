import { AppError } from "@shotkeeper/contract/kernel";
import {
  auditOrder,
  closeOrder,
  type OrderFacts,
  type OrderStep,
  orderSteps,
  refuseStep,
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
import { ofMoldScope } from "../basic/index.ts";
import { orderColumns, orderJoins } from "./order-facts.ts";

const hourMs = 3_600_000;

interface Locked extends OrderFacts {
  readonly moldNo: string;
}

/** The order, locked until the end of the transaction; one that the asker may not see does not exist. */
async function lockOrder(ctx: Ctx, tx: Tx, orderId: string): Promise<Locked> {
  const { tenantId } = ctx.who;
  // Of its mold first: two orders of one mold are begun one after the other.
  const [found] = await tx.query(
    sql`select t.order_id from production_order t join mold lm on lm.tenant_id = ${tenantId} and lm.mold_no = t.mold_no
      where t.tenant_id = ${tenantId} and t.order_id = ${orderId} and ${ofMoldScope(ctx)} for update of t, lm`,
  );
  if (!found) throw new AppError("S0202", "ORDER_ID");
  const [row] = await tx.query(
    sql`select t.mold_no as "moldNo", t.order_state as "orderState", t.submitted_by as "submittedBy", t.planned_shots::float8 as "plannedShots",
        made.shots::float8 as "madeShots", m.service_state as "serviceState", ${orderColumns.busyWith(ctx)} as "busyWith", ${orderColumns.auditByOther(ctx)} as "auditByOther"
      from production_order t ${orderJoins(ctx)} where t.tenant_id = ${tenantId} and t.order_id = ${orderId}`,
  );
  return row as unknown as Locked;
}

/** Changes an order and writes its history, in one statement. */
function change(ctx: Ctx, orderId: string, sets: Sql): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql`with old as (select to_jsonb(t) as before from production_order t where t.tenant_id = ${tenantId} and t.order_id = ${orderId}),
    done as (update production_order t set ${sets}, updated_by = ${userId}, updated_date = ${at}
      where t.tenant_id = ${tenantId} and t.order_id = ${orderId} returning to_jsonb(t) as after)
    ${logInto(ctx, "update", "PRD_ORDER")} ${orderId}, old.before, done.after from old, done`;
}

type Sets = (o: Locked, tx: Tx) => Sql | Promise<Sql>;

/** Takes a step: locks, asks the state machine, writes. `sets` is what the step changes beside the state. */
async function take(ctx: Ctx, step: OrderStep, orderId: string, sets: Sets): Promise<{ ORDER_ID: string }> {
  const moldNo = await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    const order = await lockOrder(ctx, tx, orderId);
    const refusal = refuseStep(step, order, ctx.who.userId);
    if (refusal) throw new AppError(refusal.code, refusal.arg);
    const { to } = orderSteps[step];
    const own = await sets(order, tx);
    await tx.query(change(ctx, orderId, to === undefined ? own : sql`order_state = ${to}, ${own}`));
    return order.moldNo;
  });
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: [moldNo] });
  return { ORDER_ID: orderId };
}

/** From when shots count: as asked for, or this hour from its beginning; never before the mold's last order ended. */
async function startFrom(ctx: Ctx, tx: Tx, moldNo: string, asked: string | null): Promise<Date> {
  const [row] = await tx.query(
    sql`select max(ended_at) as last from production_order where tenant_id = ${tx.tenantId} and mold_no = ${moldNo} and started_at is not null`,
  );
  const last = row?.last ? new Date(row.last as string).getTime() : Number.NEGATIVE_INFINITY;
  const at = asked === null ? Math.max(Math.floor(ctx.now / hourMs) * hourMs, last) : Date.parse(asked);
  if (at > ctx.now || at < last) throw new AppError("S0200", "START_TIME");
  return new Date(at);
}

export const orderCommands: readonly CommandImpl[] = [
  handle(submitOrder, (ctx, { orderId }) =>
    take(
      ctx,
      "submit",
      orderId,
      () => sql`submitted_by = ${ctx.who.userId}, submitted_at = ${new Date(ctx.now)}`,
    ),
  ),
  handle(withdrawOrder, (ctx, { orderId }) =>
    take(
      ctx,
      "withdraw",
      orderId,
      () => sql`submitted_by = null, submitted_at = null, audited_by = null, audited_at = null`,
    ),
  ),
  handle(auditOrder, (ctx, { orderId }) =>
    take(ctx, "audit", orderId, () => sql`audited_by = ${ctx.who.userId}, audited_at = ${new Date(ctx.now)}`),
  ),
  handle(startOrder, (ctx, { orderId, startTime }) =>
    take(
      ctx,
      "start",
      orderId,
      async (o, tx) => sql`started_at = ${await startFrom(ctx, tx, o.moldNo, startTime)}`,
    ),
  ),
  handle(closeOrder, (ctx, { orderId, closeReason }) =>
    take(
      ctx,
      "close",
      orderId,
      () =>
        sql`close_reason = ${closeReason}, ended_at = case when started_at is not null then greatest(started_at, ${new Date(ctx.now)}::timestamptz) end`,
    ),
  ),
  handle(splitOrder, async (ctx, { orderId, splitShots, plannedEnd }) => {
    // A number is spent even where the split is refused: numbers come from a transaction of their own.
    const newId = await nextDocumentNumber(ctx, "PO");
    const { tenantId, userId } = ctx.who;
    const at = new Date(ctx.now);
    await take(ctx, "split", orderId, async (o, tx) => {
      const most = splittable(o);
      if (splitShots > most) throw new AppError("S0252", String(most));
      await tx.query(
        sql`with done as (insert into production_order as t (tenant_id, order_id, mold_no, planned_shots, cavities, product_no, product_parameter, planned_end, device_id, remark, split_from,
              created_by, created_date, updated_by, updated_date)
            select ${tenantId}, ${newId}, mold_no, ${splitShots}, cavities, product_no, product_parameter, coalesce(${plannedEnd}::timestamptz, planned_end), device_id, remark, order_id,
              ${userId}, ${at}, ${userId}, ${at} from production_order where tenant_id = ${tenantId} and order_id = ${orderId} returning to_jsonb(t) as after)
          ${logInto(ctx, "insert", "PRD_ORDER", "after")} ${newId}, after from done`,
      );
      return sql`planned_shots = planned_shots - ${splitShots}::bigint`;
    });
    return { ORDER_ID: newId };
  }),
];
