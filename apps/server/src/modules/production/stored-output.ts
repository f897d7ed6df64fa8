import { outputDays } from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import type { Joins } from "../../kernel/joins.ts";
import type { PageQuery } from "../../kernel/page-request.ts";
import { joinsByScope, type Source } from "../../kernel/registry.ts";
import { conditionSql } from "../../kernel/select.ts";
import { largestStoredPage, moldScope, usesStoredDays } from "../mold/index.ts";

const joins = ({ who: { tenantId: id } }: Ctx): Joins => ({
  m: sql`left join mold m on m.tenant_id = ${id} and m.mold_id = t.mold_id`,
  oem: sql`left join organization oem on oem.tenant_id = ${id} and oem.org_id = m.oem_id`,
  plant: sql`left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id`,
});

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
