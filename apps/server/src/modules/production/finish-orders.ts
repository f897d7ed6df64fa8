import { orderState } from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { shotsOfOrder } from "./order-facts.ts";
import { notifyOrders } from "./order-notices.ts";

/**
 * Job: sets orders whose planned shots were made to "done", and sends notices. An order ends with the hour in which its
 * last planned shot was made, even if the job runs later. Later shots do not count for the order.
 */
export async function finishOrders(ctx: Ctx): Promise<void> {
  await finishOrdersOf(ctx, null);
  await notifyOrders(ctx);
}

/**
 * Sets finished orders of one mold to "done" without notices; `moldNo` null means all molds. The demo uses this
 * function for times in its generated history.
 */
export async function finishOrdersOf(ctx: Ctx, moldNo: string | null): Promise<void> {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const running = sql.constant(orderState.values.running);
  const hourlyTotal = sql`h.hour, sum(sum(h.shots)) over (order by h.hour) as total`;
  const [finished] = await ctx.db.run(tenantId, [
    sql<{ mold_no: string }>`with reached as (
        select t.order_id, to_jsonb(t) as before, r.hour
        from production_order t
        join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
        cross join lateral (
          select min(x.hour) as hour
          from (${shotsOfOrder(ctx, hourlyTotal)} group by h.hour) x
          where x.total >= t.planned_shots
        ) r
        where t.tenant_id = ${tenantId}
          and t.order_state = ${running}
          and r.hour is not null
          and (${moldNo}::text is null or t.mold_no = ${moldNo})
        for update of t
      ),
      done as (
        update production_order t set
          order_state = ${orderState.values.done},
          ended_at = greatest(t.started_at, least(r.hour + interval '1 hour', ${at}::timestamptz)),
          updated_by = ${userId},
          updated_date = ${at}
        from reached r
        where t.tenant_id = ${tenantId} and t.order_id = r.order_id and t.order_state = ${running}
        returning t.order_id, t.mold_no, r.before, to_jsonb(t) as after
      ),
      log as (${logInto(ctx, "update", "PRD_ORDER")} order_id, before, after from done)
      select mold_no from done`,
  ]);
  if (finished.length > 0)
    ctx.events.emit(tenantId, { type: "board", molds: finished.map((r) => r.mold_no) });
}
