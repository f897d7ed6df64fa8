import { orderState } from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { madeSince } from "./order-facts.ts";
import { tellOrders } from "./order-notices.ts";

/**
 * The job: orders whose count is reached are done. Their end is that of the hour in which it was reached, whenever this
 * is noticed: what the mold makes afterwards is not theirs.
 */
export async function finishOrders(ctx: Ctx): Promise<void> {
  await finish(ctx, null);
  await tellOrders(ctx);
}

/** One mold's orders only: while its past is brought in, at moments of that past. */
export const finishOrdersOf = finish;

async function finish(ctx: Ctx, moldNo: string | null): Promise<void> {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const { running, done } = orderState.values;
  const [finished] = await ctx.db.run(tenantId, [
    sql`with reached as (
        select t.order_id, to_jsonb(t) as before, r.hour from production_order t
        join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
        cross join lateral (select min(x.hour) as hour from
          (${madeSince(ctx, sql`h.hour, sum(sum(h.shots)) over (order by h.hour) as total`)} group by h.hour) x where x.total >= t.planned_shots) r
        where t.tenant_id = ${tenantId} and t.order_state = ${running} and r.hour is not null and (${moldNo}::text is null or t.mold_no = ${moldNo}) for update of t),
      done as (update production_order t set order_state = ${done}, ended_at = greatest(t.started_at, least(r.hour + interval '1 hour', ${at}::timestamptz)),
          updated_by = ${userId}, updated_date = ${at}
        from reached r where t.tenant_id = ${tenantId} and t.order_id = r.order_id and t.order_state = ${running} returning t.order_id, t.mold_no, r.before, to_jsonb(t) as after),
      log as (${logInto(ctx, "update", "PRD_ORDER")} order_id, before, after from done)
      select mold_no from done`,
  ]);
  if (finished?.length)
    ctx.events.emit(tenantId, { type: "board", molds: finished.map((r) => String(r.mold_no)) });
}
