import { orderState } from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { dueRows } from "../../kernel/due-time.ts";
import { logInto } from "../../kernel/log.ts";
import { type JobResult, timeBudget, unfinished } from "../../kernel/time-budget.ts";
import { shotsOfOrder } from "./order-facts.ts";
import { notifyOrders } from "./order-notices.ts";

/**
 * Shortest possible time between two shots of a mold, ms. The job multiplies it by the planned shots that are not made
 * yet. The result is the shortest time until an order can be finished.
 */
const minShotMs = 500;
/** Maximum time until the shots of an order are counted again, ms. Late readings may have added shots meanwhile. */
const recheckMs = 600_000;
/**
 * Number of different waiting times between two counts of an order's shots. Orders of different molds wait differently
 * long, so that one run of the job does not count all orders.
 */
const shareSteps = 30;
/**
 * Number of orders that one statement counts. The embedded database runs one statement at a time, so a long statement
 * would block other requests.
 */
const chunkSize = 100;
const running = sql.constant(orderState.values.running);

interface CountedOrder {
  readonly order_id: string;
  readonly mold_no: string;
  readonly mold_id: number;
  readonly planned_shots: number;
  readonly made: number;
  /** Hour in which the last planned shot was made. Null: this shot has not been made yet. */
  readonly hour: string | null;
}

/**
 * Job: finds orders that have reached their planned shots, sets their state to "done", and sends notices. An order ends
 * with the hour in which its last planned shot was made, even if the job runs later. Later shots do not count for the
 * order. The job counts only orders that may be finished by now (`production_order.check_at`).
 */
export async function finishOrders(ctx: Ctx): Promise<JobResult> {
  const isUsedUp = timeBudget();
  const which = dueRows(ctx, {
    table: "production_order",
    time: "check_at",
    longestMs: recheckMs,
    limit: chunkSize,
    where: sql`t.order_state = ${running}`,
  });
  let counted: number;
  do counted = await finishSome(ctx, which);
  while (counted === chunkSize && !isUsedUp());
  await notifyOrders(ctx);
  return counted === chunkSize ? unfinished : undefined;
}

/**
 * Sets finished orders of one mold to "done" without notices. The demo calls this function for the past times of its
 * generated history.
 */
export async function finishOrdersOf(ctx: Ctx, moldNo: string): Promise<void> {
  await finishSome(
    ctx,
    sql`select t.*
      from production_order t
      where t.tenant_id = ${ctx.who.tenantId} and t.order_state = ${running} and t.mold_no = ${moldNo}`,
  );
}

/** Finishes the orders that `which` selects. Returns the number of counted orders. */
async function finishSome(ctx: Ctx, which: Sql): Promise<number> {
  const { tenantId } = ctx.who;
  const hourlyTotal = sql`h.hour, h.shots, sum(h.shots) over (order by h.hour) as total`;
  const [orders] = await ctx.db.run(tenantId, [
    sql<CountedOrder>`select t.order_id, t.mold_no, m.mold_id, t.planned_shots, r.made, r.hour
      from (${which}) t
      join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      cross join lateral (
        select coalesce(sum(x.shots), 0)::bigint as made, min(x.hour) filter (where x.total >= t.planned_shots) as hour
        from (${shotsOfOrder(ctx, hourlyTotal)}) x
      ) r`,
  ]);
  if (orders.length === 0) return 0;
  const done = orders.filter((o) => o.hour !== null);
  const [finished] = await ctx.db.run(tenantId, [finishSql(ctx, done), recheckSql(ctx, orders)]);
  if (finished.length > 0)
    ctx.events.emit(tenantId, { type: "board", molds: finished.map((r) => r.mold_no) });
  return orders.length;
}

/** Returns the statement that sets orders to "done", unless they were changed after they were counted. */
function finishSql(ctx: Ctx, orders: readonly CountedOrder[]): Sql<{ mold_no: string }> {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql<{ mold_no: string }>`with reached as (
      select t.order_id, t.updated_date as seen_date, to_jsonb(t) as before, x.hour + interval '1 hour' as until
      from production_order t
      join unnest(
        ${orders.map((o) => o.order_id)}::text[], ${orders.map((o) => o.planned_shots)}::bigint[],
        ${orders.map((o) => o.hour)}::timestamptz[]
      ) as x (order_id, planned_shots, hour) on x.order_id = t.order_id and x.planned_shots = t.planned_shots
      where t.tenant_id = ${tenantId} and t.order_state = ${running}
    ),
    done as (
      update production_order t set
        order_state = ${orderState.values.done},
        ended_at = greatest(t.started_at, least(r.until, ${at}::timestamptz)),
        updated_by = ${userId},
        updated_date = ${at}
      from reached r
      where t.tenant_id = ${tenantId} and t.order_id = r.order_id and t.order_state = ${running}
        and t.updated_date is not distinct from r.seen_date
      returning t.order_id, t.mold_no, r.before, app_row(t) as after
    ),
    log as (${logInto(ctx, "update", "PRD_ORDER")} order_id, before, after from done returning 1)
    select mold_no from done`;
}

/**
 * Returns the statement that stores when each running order is counted again. An order whose planned shots changed
 * since it was counted keeps its stored time, so the next run counts the order.
 */
function recheckSql(ctx: Ctx, orders: readonly CountedOrder[]): Sql {
  const waitOf = (o: CountedOrder) => {
    const share = 0.5 + (o.mold_id % shareSteps) / shareSteps / 2;
    return Math.min(recheckMs * share, Math.max(0, o.planned_shots - o.made) * minShotMs);
  };
  return sql`update production_order t
    set check_at = x.check_at
    from unnest(
      ${orders.map((o) => o.order_id)}::text[], ${orders.map((o) => o.planned_shots)}::bigint[],
      ${orders.map((o) => new Date(ctx.now + 1 + waitOf(o)).toISOString())}::timestamptz[]
    ) as x (order_id, planned_shots, check_at)
    where t.tenant_id = ${ctx.who.tenantId}
      and t.order_id = x.order_id
      and t.planned_shots = x.planned_shots
      and t.order_state = ${running}`;
}
