import { type Condition, errors } from "@shotkeeper/contract/kernel";
import {
  type OutputCell,
  type outputBy,
  outputDays,
  outputStatistics,
} from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { handle, implement, type QueryImpl } from "../../kernel/registry.ts";
import { moldScope } from "../mold/index.ts";
import { outputRows, withStoredDays } from "./stored-output.ts";

const maxCells = 20_000;

/** SQL factor that converts shots to parts: the number of the mold's cavities. */
const parts = "coalesce(m.cavities, 1)";
/** SQL factor that converts shots to kilograms. The weight of a part is in grams. */
const kilograms = `${parts} * m.product_weight / 1000`;

/** Returns a FROM clause. Aliases: `t` a mold's shots on one day, `m` the mold. */
function daysFrom(ctx: Ctx, conditions: readonly Condition[]): Sql {
  const { tenantId, zone } = ctx.who;
  const day = sql`(h.hour at time zone ${zone})::date`;
  const ofDay = conditions.filter((c) => c.field === "outputDay");
  // Widens the range by one day on both sides, which is enough for every time zone. The days belong to the tenant's
  // zone, but the index contains hours in UTC.
  const edge = (c: Condition, days: number) =>
    new Date(Date.parse(`${String(c.value).slice(0, 10)}T00:00:00Z`) + days * 86_400_000);
  const bounds = ofDay.flatMap((c): Sql[] => {
    const from = sql` and h.hour >= ${edge(c, -1)}::timestamptz`;
    const to = sql` and h.hour < ${edge(c, 2)}::timestamptz`;
    if (c.operator === "EQ") return [from, to];
    if (c.operator === "GT" || c.operator === "EGT") return [from];
    if (c.operator === "LT" || c.operator === "ELT") return [to];
    return [];
  });
  return sql`(
      select h.tenant_id, h.mold_id, ${day} as output_day,
        sum(h.shots)::bigint as shots, sum(h.estimated)::bigint as estimated
      from shot_hour h
      where h.tenant_id = ${tenantId} and h.mold_id <> 0${sql.join(bounds, "")}
      group by 1, 2, 3
      having sum(h.shots) > 0
    ) t
    join mold m on m.tenant_id = ${tenantId} and m.mold_id = t.mold_id
    left join organization oem on oem.tenant_id = ${tenantId} and oem.org_id = m.oem_id
    left join organization plant on plant.tenant_id = ${tenantId} and plant.org_id = m.plant_id`;
}

const liveDays = implement(outputDays, {
  from: daysFrom,
  where: (ctx) => moldScope(ctx, "m"),
  columns: {
    moldNo: "m.mold_no",
    moldName: "m.mold_name",
    productNo: "m.product_no",
    projectName: "m.project_name",
    oemName: "oem.org_name",
    plantName: "plant.org_name",
    cavities: "m.cavities",
    parts: `t.shots * ${parts}`,
    outputWeight: `round(t.shots * ${kilograms}, 1)`,
    estimatedShots: "t.estimated",
    estimatedShare: "round(t.estimated * 100.0 / nullif(t.shots, 0), 1)",
  },
  order: [{ field: "outputDay", direction: "desc" }],
  isOnePass: true,
});

export const outputDaysImpl: QueryImpl = {
  ...liveDays,
  instead: (ctx, asked) => withStoredDays(ctx, liveDays, asked),
};

type Dimension = keyof typeof outputBy.values;

/**
 * Returns SQL expressions of key and name of the things by which the output is grouped, for example mold number and
 * mold name.
 */
function dimensionOf(by: Dimension): readonly [string, string] {
  switch (by) {
    case "mold":
      return ["m.mold_no", "m.mold_name"];
    case "product":
      return ["coalesce(m.product_no, '')", "null::text"];
    case "plant":
      return ["coalesce(m.plant_id, '')", "plant.org_name"];
    case "oem":
      return ["m.oem_id", "oem.org_name"];
    case "project":
      return ["coalesce(m.project_no, '')", "m.project_name"];
    case "machine":
      return ["coalesce(d.device_id, '')", "d.device_name"];
  }
}

/**
 * Joins the machine on which the mold was when the hour began. A mold is on one machine at a time, so each shot counts
 * for one machine at most.
 */
function machineJoin(ctx: Ctx, by: Dimension): Sql {
  if (by !== "machine") return sql.empty;
  const id = ctx.who.tenantId;
  return sql`left join device_mold x on x.tenant_id = ${id}
      and x.mold_no = m.mold_no
      and h.hour >= x.mounted_at
      and h.hour < coalesce(x.unmounted_at, 'infinity')
    left join device d on d.tenant_id = ${id} and d.device_id = x.device_id`;
}

export const outputStatisticsImpl = handle(
  outputStatistics,
  async (ctx, { outputBy: by, outputBucket: bucket, from, to }) => {
    const { tenantId } = ctx.who;
    const period = { from: Date.parse(from), to: Date.parse(to) };
    if (period.to <= period.from) throw errors.invalidField("to");
    // An hour belongs to the bucket of the chart in which the hour begins.
    const output = await outputRows(ctx, { ...period, bucket, byHour: by === "machine" });
    const [key, name] = dimensionOf(by);
    const [rows] = await ctx.db.run(tenantId, [
      sql<OutputCell>`select x.key, max(x.name) as name, x.begin as time,
          sum(x.shots)::bigint as shots,
          sum(x.parts)::bigint as parts,
          round(sum(x.kg), 1) as weight,
          sum(x.estimated)::bigint as "estimatedShots"
        from (
          select ${sql.raw(key)} as key, ${sql.raw(name)} as name, h.begin,
            h.shots, h.shots * ${sql.raw(parts)} as parts, h.shots * ${sql.raw(kilograms)} as kg, h.estimated
          from (${output}) h
          join mold m on m.tenant_id = ${tenantId} and m.mold_id = h.mold_id
          left join organization oem on oem.tenant_id = ${tenantId} and oem.org_id = m.oem_id
          left join organization plant on plant.tenant_id = ${tenantId} and plant.org_id = m.plant_id
          ${machineJoin(ctx, by)}
          where ${moldScope(ctx, "m")}
        ) x
        group by x.key, x.begin
        having sum(x.shots) > 0
        order by x.begin, x.key
        limit ${maxCells + 1}`,
    ]);
    if (rows.length > maxCells) throw errors.tooManyRows(maxCells);
    return rows;
  },
);
