import { errors } from "@shotkeeper/contract/kernel";
import { type ShotBucket, shotSeries } from "@shotkeeper/contract/production";
import { sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { moldScope } from "../mold/index.ts";

const maxBuckets = 20_000;

/**
 * Returns a mold's shots per bucket (hour, day or month). An hour belongs to the bucket in which it begins. So the
 * buckets add up to the total even in half-hour time zones.
 */
export const shotSeriesImpl = handle(shotSeries, async (ctx, { moldNo, from, to, bucket }) => {
  const { tenantId, zone } = ctx.who;
  if (Date.parse(to) <= Date.parse(from)) throw errors.invalidField("to");
  const begin =
    bucket === "hour"
      ? sql`h.hour`
      : sql`date_trunc(${bucket}, h.hour at time zone ${zone}) at time zone ${zone}`;
  const [molds, rows] = await ctx.db.run(tenantId, [
    sql`select 1 from mold t where t.tenant_id = ${tenantId} and t.mold_no = ${moldNo} and ${moldScope(ctx)}`,
    sql<ShotBucket>`select x.begin as "time", sum(x.shots)::bigint as "shots",
        round(sum(x.run_ms) / 1000, 1) as "runSeconds",
        round(sum(x.cycle_ms) / 1000 / nullif(sum(x.cycle_count), 0), 2) as "averageCycle",
        round(min(x.cycle_min) / 1000.0, 2) as "minCycle",
        round(max(x.cycle_max) / 1000.0, 2) as "maxCycle",
        sum(x.within_count)::bigint as "within",
        sum(x.fast_count)::bigint as "fast",
        sum(x.slow_count)::bigint as "slow",
        sum(x.estimated)::bigint as "estimated"
      from (
        select ${begin} as begin, h.*
        from mold t
        join shot_hour h on h.tenant_id = ${tenantId} and h.mold_id = t.mold_id
        where t.tenant_id = ${tenantId}
          and t.mold_no = ${moldNo}
          and ${moldScope(ctx)}
          and h.hour >= ${from}::timestamptz
          and h.hour < ${to}::timestamptz
      ) x
      group by x.begin
      order by x.begin
      limit ${maxBuckets + 1}`,
  ]);
  if (molds.length === 0) throw errors.unknownReference("moldNo");
  if (rows.length > maxBuckets) throw errors.tooManyRows(maxBuckets);
  return rows;
});
