import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";

/**
 * A transaction writes the time stamp of a change before it commits, so a job may run in between and miss the change.
 * Jobs therefore check changes again until the changes are this old (ms). A change that is committed later is found
 * only at the next regular check of its row.
 */
const lateCommitMs = 15 * 60_000;

/**
 * Returns the time up to which a job has seen all changes of the rows that it watches, by their `updated_date`.
 * Undefined: the job has not run yet.
 */
export async function seenUntil(ctx: Ctx, job: string): Promise<string | undefined> {
  const { tenantId } = ctx.who;
  const [[mark]] = await ctx.db.run(tenantId, [
    sql<{
      seen_until: string;
    }>`select seen_until from job_mark where tenant_id = ${tenantId} and job = ${job}`,
  ]);
  return mark?.seen_until;
}

/** Reports use figures that a job stores if the job has run within this time, ms. */
export const maxAgeMs = 600_000;
/** Time after which a process reads again when a job has run, ms. */
const knownMs = 10_000;
/** Time until which the figures that a job has stored may be used, and when it was read, epoch ms. */
const known = new Map<string, { readonly usableUntil: number; readonly readAt: number }>();

/**
 * Returns whether the job has stored all its figures in the last ten minutes (`markRun`). This time is much longer than
 * the rest of such a job, because a busy server would become busier if all reports computed the figures.
 */
export async function ranLately(ctx: Ctx, job: string): Promise<boolean> {
  const key = `${ctx.who.tenantId}/${job}`;
  let k = known.get(key);
  if (!k || Math.abs(ctx.now - k.readAt) > knownMs) {
    const seen = await seenUntil(ctx, job);
    k = { usableUntil: seen === undefined ? 0 : Date.parse(seen) + maxAgeMs, readAt: ctx.now };
    known.set(key, k);
  }
  return ctx.now <= k.usableUntil;
}

/** Makes this process read again when the jobs of a tenant have run, because their figures may have been deleted. */
export function forgetRuns(tenantId: number): void {
  for (const key of known.keys()) if (key.startsWith(`${tenantId}/`)) known.delete(key);
}

/**
 * Returns the statement that notes up to when a job has stored all its figures (`ranLately`), if the condition holds. A
 * later mark stays, because a server may finish an old run after another server has finished a newer one. But a mark in
 * the future is replaced, because the clock was set back.
 */
export const markRun = (ctx: Ctx, job: string, condition = sql`true`, until = ctx.now): Sql => sql`
  insert into job_mark as m (tenant_id, job, seen_until)
  select ${ctx.who.tenantId}::int, ${job}::text, ${new Date(until)}::timestamptz
  where ${condition}
  on conflict (tenant_id, job) do update
  set seen_until = case when m.seen_until > ${new Date(ctx.now)}::timestamptz then excluded.seen_until
    else greatest(m.seen_until, excluded.seen_until) end
`;

/** SQL condition: the row with this alias may have changed after `since`. */
export const isChanged = (alias: string, since: string | undefined): Sql =>
  since === undefined ? sql`true` : sql`${sql.raw(alias)}.updated_date > ${since}::timestamptz`;

/**
 * SQL condition: a job that has checked a row at the time `seenAt` must check the row again. A change with the time
 * stamp `changedAt` may have been committed only after that check, so the job may have missed it. The job therefore
 * checks again each time the age of the change has doubled, until the age is `lateCommitMs`. So each change costs few
 * checks. A `seenAt` in the future always demands a check, because the clock was set back.
 */
export const mayHaveMissed = (ctx: Ctx, seenAt: Sql, changedAt: Sql): Sql => sql`
  (
    ${seenAt} > ${new Date(ctx.now)}::timestamptz
    or ${seenAt} <= ${changedAt} + least(
      ${lateCommitMs}::int * interval '1 ms', (${new Date(ctx.now)}::timestamptz - ${changedAt}) / 2
    )
  )
`;

/**
 * Returns the statement that stores the time up to which a job has seen all changes. This time is twice `lateCommitMs`
 * before now, so that the next runs check the latest changes again. `lateCommitMs` alone is not enough: a transaction
 * may commit a change that late, and the job checks the change again only when the age of the change has doubled.
 */
export const seenSql = (ctx: Ctx, job: string): Sql => sql`
  insert into job_mark (tenant_id, job, seen_until)
  values (${ctx.who.tenantId}, ${job}, ${new Date(ctx.now - 2 * lateCommitMs)})
  on conflict (tenant_id, job) do update set seen_until = excluded.seen_until
`;
