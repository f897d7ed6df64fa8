import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { startOfDay } from "../../kernel/zone.ts";
import { latestDays } from "./days.ts";

/** Days that a workplace shows, the most of all. */
const keptDays = 30;
/** Fewer molds are added up faster than looked up. */
const leastMolds = 500;

/**
 * The job: the sums of a large tenant are at hand before anybody asks. Five thousand molds have 100,000 hours a day;
 * the first look at a board after a restart, or at another server, must not wait until thirty such days are added up.
 */
export async function keepFigures(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who;
  const [molds] = await ctx.db.run(tenantId, [
    sql`select count(*) as n from (select from mold where tenant_id = ${tenantId} limit ${leastMolds}) m`,
    sql`delete from board_figure where tenant_id = ${tenantId} and split_part(stretch, '/', 1)::bigint < ${startOfDay(ctx.who.zone, ctx.now, -keptDays - 1)}`,
  ]);
  if (Number(molds?.[0]?.n) >= leastMolds) await latestDays(ctx, keptDays);
}
