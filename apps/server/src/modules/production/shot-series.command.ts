import { AppError } from "@shotkeeper/contract/kernel";
import { type ShotBucket, shotSeries } from "@shotkeeper/contract/production";
import { sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { moldScope } from "../basic/index.ts";

const maxBuckets = 20_000;

/**
 * Figures of a mold by hour, day or month of the tenant's zone. An hour belongs to the bucket in which it begins, so
 * buckets add up to the total in zones of half hours too. Buckets without a row are absent.
 */
export const shotSeriesImpl = handle(shotSeries, async (ctx, { moldNo, from, to, bucket }) => {
  const { tenantId, zone } = ctx.who;
  if (Date.parse(to) <= Date.parse(from)) throw new AppError("S0200", "TO");
  const begin =
    bucket === "hour"
      ? sql`h.hour`
      : sql`date_trunc(${bucket}, h.hour at time zone ${zone}) at time zone ${zone}`;
  const [molds, rows] = await ctx.db.run(tenantId, [
    sql`select 1 from mold t where t.tenant_id = ${tenantId} and t.mold_no = ${moldNo} and ${moldScope(ctx)}`,
    sql`select x.begin as "TIME", sum(x.shots)::bigint as "SHOTS", round(sum(x.run_ms) / 1000, 1) as "RUN_SECONDS",
        round(sum(x.cycle_ms) / 1000 / nullif(sum(x.cycle_count), 0), 2) as "AVG_CYCLE",
        round(min(x.cycle_min) / 1000.0, 2) as "MIN_CYCLE", round(max(x.cycle_max) / 1000.0, 2) as "MAX_CYCLE",
        sum(x.within_count)::bigint as "WITHIN", sum(x.fast_count)::bigint as "FAST", sum(x.slow_count)::bigint as "SLOW",
        sum(x.estimated)::bigint as "ESTIMATED"
      from (select ${begin} as begin, h.* from mold t join shot_hour h on h.tenant_id = ${tenantId} and h.mold_id = t.mold_id
          where t.tenant_id = ${tenantId} and t.mold_no = ${moldNo} and ${moldScope(ctx)}
            and h.hour >= ${from}::timestamptz and h.hour < ${to}::timestamptz) x
      group by x.begin order by x.begin limit ${maxBuckets + 1}`,
  ]);
  if (!molds?.length) throw new AppError("S0202", "MOLD_NO");
  if (rows && rows.length > maxBuckets) throw new AppError("S0220", String(maxBuckets));
  return rows as unknown as readonly ShotBucket[];
});
