import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type JobResult, timeBudget, unfinished } from "../../kernel/time-budget.ts";
import { startOfDay } from "../../kernel/zone.ts";
import { dayOfAge, daysByHour } from "./days.ts";

/**
 * Number of latest days, today included, whose figures the job computes before a page requests them. The workplace
 * shows 30 days. All boards show fewer.
 */
const daysShown = 30;
/**
 * Minimum number of molds of a tenant for which the job computes the daily figures in advance. With fewer molds, they
 * are computed fast enough when a board requests them.
 */
const minMolds = 500;

/**
 * Job: computes the daily figures of a large tenant in advance. Five thousand molds have 120,000 rows of hourly figures
 * a day. Without the job, the first board after a restart would have to add up thirty such days.
 * A day whose figures are in the cache costs nothing, so the next run goes on where this one has stopped.
 */
export async function precomputeFigures(ctx: Ctx): Promise<JobResult> {
  const { tenantId } = ctx.who;
  const isUsedUp = timeBudget();
  const oldest = startOfDay(ctx.who.zone, ctx.now, -daysShown - 1);
  const oldestByHour = startOfDay(ctx.who.zone, ctx.now, -daysByHour - 1);
  const [molds] = await ctx.db.run(tenantId, [
    sql<{ n: number }>`select count(*) as n
      from (select from mold where tenant_id = ${tenantId} limit ${minMolds}) m`,
    sql`delete from board_figure
      where tenant_id = ${tenantId}
        and split_part(period, '/', 1)::bigint
          < case when split_part(period, '/', 3) = 'true' then ${oldestByHour}::bigint else ${oldest}::bigint end`,
  ]);
  if ((molds[0]?.n ?? 0) < minMolds) return undefined;
  for (let age = 0; age < daysShown; age++) {
    if (isUsedUp()) return unfinished;
    await dayOfAge(ctx, age, { isJob: true });
  }
  return undefined;
}
