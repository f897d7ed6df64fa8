import type { Condition } from "@shotkeeper/contract/kernel";
import { cycleHours } from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { isInSample } from "../../kernel/page-total.ts";
import { percentDown } from "../../kernel/progress.ts";
import { implement } from "../../kernel/registry.ts";
import { conditionSql } from "../../kernel/select.ts";
import { moldScope } from "../mold/index.ts";

/** Returns a FROM clause. Aliases: `t` one hour of a mold with the sums of its counters, `m` the mold. */
function cycleFrom(ctx: Ctx, conditions: readonly Condition[], molds = sql`mold`): Sql {
  const id = ctx.who.tenantId;
  const ofHour = conditions.filter((c) => c.field === "hour");
  // Filters the period inside the lateral join, so that the database finds the hours by the primary key and does not
  // add up old hours.
  const period = ofHour.map((c) => sql` and ${conditionSql(c, cycleHours.columns.hour, sql.raw("h.hour"))}`);
  return sql`${molds} m
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id
    cross join lateral (
      select h.tenant_id, h.hour,
        sum(h.shots)::bigint as shots,
        sum(h.run_ms)::bigint as run_ms,
        sum(h.cycle_ms)::bigint as cycle_ms,
        sum(h.cycle_count)::bigint as cycle_count,
        min(h.cycle_min) as cycle_min,
        max(h.cycle_max) as cycle_max,
        sum(h.within_count)::bigint as within_count,
        sum(h.estimated)::bigint as estimated
      from shot_hour h
      where h.tenant_id = ${id} and h.mold_id = m.mold_id${sql.join(period, "")}
      group by h.tenant_id, h.hour
    ) t`;
}

/** SQL expression: standard cycle in seconds that was valid for the mold `m` at the end of the hour `t.hour`. */
const standard = (ctx: Ctx) =>
  sql`coalesce((
      select x.cycle_ms / 1000.0
      from mold_standard x
      where x.tenant_id = ${ctx.who.tenantId} and x.mold_id = m.mold_id and x.valid_from < t.hour + interval '1 hour'
      order by x.valid_from desc
      limit 1
    ), m.standard_cycle)`;
const average = "t.cycle_ms / 1000.0 / nullif(t.cycle_count, 0)";

export const cycleHoursImpl = implement(cycleHours, {
  from: (ctx, conditions) => cycleFrom(ctx, conditions),
  sample: (ctx, conditions) => ({
    size: sql`select from mold m where m.tenant_id = ${ctx.who.tenantId} and ${moldScope(ctx, "m")}`,
    rows: cycleFrom(ctx, conditions, sql`(select * from mold where ${isInSample("mold_id")})`),
  }),
  where: (ctx) => sql`m.tenant_id = ${ctx.who.tenantId} and ${moldScope(ctx, "m")}`,
  columns: {
    moldNo: "m.mold_no",
    moldName: "m.mold_name",
    plantName: "plant.org_name",
    standardCycle: (ctx) => sql`round(${standard(ctx)}, 2)`,
    runSeconds: "round(t.run_ms / 1000.0, 1)",
    averageCycle: `round(${average}, 2)`,
    minCycle: "round(t.cycle_min / 1000.0, 2)",
    maxCycle: "round(t.cycle_max / 1000.0, 2)",
    deviation: (ctx) => sql`round((${sql.raw(average)} / nullif(${standard(ctx)}, 0) - 1) * 100, 1)`,
    compliance: percentDown("t.within_count", "t.cycle_count"),
    estimatedShots: "t.estimated",
  },
});
