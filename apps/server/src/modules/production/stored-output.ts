import { outputDays } from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { maxAgeMs } from "../../kernel/job-mark.ts";
import type { Joins } from "../../kernel/joins.ts";
import type { PageQuery } from "../../kernel/page-request.ts";
import { joinsByScope, type Source } from "../../kernel/registry.ts";
import { conditionSql } from "../../kernel/select.ts";
import { dayText, startOfDay } from "../../kernel/zone.ts";
import { largestStoredPage, moldScope, usesStoredDays } from "../mold/index.ts";

const joins = ({ who: { tenantId: id } }: Ctx): Joins => ({
  m: sql`left join mold m on m.tenant_id = ${id} and m.mold_id = t.mold_id`,
  oem: sql`left join organization oem on oem.tenant_id = ${id} and oem.org_id = m.oem_id`,
  plant: sql`left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id`,
});

interface Output {
  /** The period, epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Part of the time by which the output is summed, such as hour or month. */
  readonly bucket: string;
  /** True: the rows must have the hour in which the shots were made. */
  readonly byHour: boolean;
}

/**
 * Selects the output of a period: mold_id, hour, begin (of the bucket), shots and estimated. Past whole days come from
 * the stored days of molds, if the job that stores them has run lately. Their rows have no hour. The other hours, such
 * as those of today, come from shot_hour.
 */
export async function outputRows(ctx: Ctx, { from, to, bucket, byHour }: Output): Promise<Sql> {
  const { tenantId, zone } = ctx.who;
  const local = (time: Sql) => sql`date_trunc(${bucket}, ${time}) at time zone ${zone}`;
  const begin = bucket === "hour" ? sql`h.hour` : local(sql`h.hour at time zone ${zone}`);
  const hours = (begins: number, ends: number) => sql`
    select h.mold_id, h.hour, ${begin} as begin, h.shots, h.estimated
    from shot_hour h
    where h.tenant_id = ${tenantId} and h.hour >= ${new Date(begins)}::timestamptz
      and h.hour < ${new Date(ends)}::timestamptz
  `;
  const first = startOfDay(zone, from) === from ? from : startOfDay(zone, from, 1);
  // The stored days may be this old, so they may lack the last minutes of a day that has just ended.
  const last = startOfDay(zone, Math.min(to, ctx.now - maxAgeMs));
  if (byHour || bucket === "hour" || first >= last || !(await usesStoredDays(ctx))) return hours(from, to);
  return sql`
    ${hours(from, first)}
    union all
    select d.mold_id, null::timestamptz, ${local(sql`d.day::timestamp`)}, d.shots, d.estimated
    from mold_day d
    where d.tenant_id = ${tenantId} and d.shots > 0
      and d.day >= ${dayText(zone, first)}::date and d.day < ${dayText(zone, last)}::date
    union all
    ${hours(last, to)}
  `;
}

/**
 * Returns the source of a page of the output by day that reads the stored days of molds, or undefined if the page must
 * be computed from the hours: the page is large, or the job that stores the days has not run lately. The total and the
 * sums of a list that has only conditions on the day come from the stored sums of the owners of molds.
 */
export async function withStoredDays(
  ctx: Ctx,
  live: Source,
  { paging }: PageQuery,
): Promise<Source | undefined> {
  if (paging.limit > largestStoredPage || !(await usesStoredDays(ctx))) return undefined;
  return {
    ...joinsByScope(sql`mold_day t`, joins),
    where: (c) => sql`t.tenant_id = ${c.who.tenantId} and t.shots > 0 and ${moldScope(c, "m")}`,
    columns: {
      ...live.columns,
      moldNo: sql.raw("t.mold_no"),
      outputDay: sql.raw("t.day"),
    },
    ...(live.order && { order: live.order }),
    neverNull: ["outputDay", "moldNo", "shots", "estimatedShots"],
    total: (c, conditions) =>
      conditions.every(({ field }) => field === "outputDay")
        ? {
            from: sql`owner_day o where ${sql.join(
              [
                sql`o.tenant_id = ${c.who.tenantId}`,
                moldScope(c, "o"),
                ...conditions.map((x) => conditionSql(x, outputDays.columns.outputDay, sql.raw("o.day"))),
              ],
              " and ",
            )}`,
            count: sql.raw("sum(o.molds)"),
            sums: {
              shots: sql.raw("sum(o.shots)"),
              parts: sql.raw("sum(o.parts)"),
              outputWeight: sql.raw("sum(o.weight)"),
              estimatedShots: sql.raw("sum(o.estimated)"),
            },
          }
        : undefined,
  };
}
