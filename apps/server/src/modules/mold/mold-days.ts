import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { ranLately } from "../../kernel/job-mark.ts";
import { startOfDay } from "../../kernel/zone.ts";

/** Name of the job that stores the days of molds, in the table job_mark. The days are those of the time zone. */
export const moldDaysJob = (zone: string) => `mold-days-1/${zone}`;

/** Number of latest days, today included, for which the stored days have more figures than those of the hours. */
const usedDays = 92;

/** Returns the beginning of the first day whose stored figures of use and place are complete, epoch ms. */
export const firstUsedDay = (ctx: Ctx): number => startOfDay(ctx.who.zone, ctx.now, 1 - usedDays);

/**
 * Returns whether reports use the stored days: the job has added up all changes up to a moment in the last ten minutes.
 */
export const usesStoredDays = (ctx: Ctx): Promise<boolean> => ranLately(ctx, moldDaysJob(ctx.who.zone));

/**
 * Returns a statement that notes molds whose hours have changed, or are counted in another way. The job then adds up
 * their days again. `molds`: SELECT of mold_id and of the time from which the hours have changed. The statement returns
 * the ids of the notes (`change_id`).
 */
export const noteChanges = (tenantId: number, molds: Sql): Sql => sql`
  insert into mold_changed (tenant_id, mold_id, changed_from)
  select ${tenantId}::int, x.mold_id, x.changed_from
  from (${molds}) x (mold_id, changed_from)
  returning change_id
`;

/** Number of the advisory lock under which the stored days of a tenant are changed. */
const daysLock = 738_114_219;

/**
 * Returns the statement that begins each change of the stored days of a tenant. A second change waits until the first
 * one has ended. Otherwise both could subtract the same days from the sums of the owners.
 */
export const lockMoldDays = ({ who: { tenantId } }: Ctx): Sql =>
  sql`select pg_advisory_xact_lock(${daysLock}, ${tenantId})`;

/**
 * Returns statements that delete the stored days of a tenant, after many of its molds were deleted. The job adds up the
 * days of all molds again. Until then, reports add up the hours.
 */
export const forgetMoldDays = (ctx: Ctx): Sql[] => [
  lockMoldDays(ctx),
  sql`delete from job_mark where tenant_id = ${ctx.who.tenantId} and job like 'mold-days-%'`,
  ...["mold_day", "mold_day_fact", "owner_day", "counter_seen", "mold_changed"].map(
    (table) => sql`delete from ${sql.id(table)} where tenant_id = ${ctx.who.tenantId}`,
  ),
];
