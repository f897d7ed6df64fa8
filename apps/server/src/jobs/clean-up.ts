import { deviceLifeMs } from "../kernel/auth/devices.ts";
import type { Ctx } from "../kernel/ctx.ts";
import type { Db } from "../kernel/db/db.ts";
import { sql } from "../kernel/db/sql.ts";

const dayMs = 86_400_000;

/**
 * Deletes sessions that expired more than a week ago, to free space. Keeps sessions that expired in the last week: if
 * the clock jumped forward and is set back, these sessions are valid again. Also deletes expired known browsers and
 * expired links to reset a password.
 */
export async function endSessions(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who;
  await ctx.db.run(tenantId, [
    sql`delete from session where tenant_id = ${tenantId} and expires_at < ${new Date(ctx.now - 7 * dayMs)}`,
    sql`delete from password_reset where tenant_id = ${tenantId} and expires_at < ${new Date(ctx.now)}`,
    sql`
      delete
      from login_device
      where tenant_id = ${tenantId} and used_at < ${new Date(ctx.now - deviceLifeMs)}
    `,
  ]);
}

/** Deletes expired captchas, and records of log-in attempts that are older than a day. */
export async function endCaptchas(db: Db, now: number): Promise<void> {
  await db.platform(
    sql`delete from captcha where expires_at < ${new Date(now)}`,
    sql`
      delete
      from login_attempt
      where last_at < ${new Date(now - dayMs)}
    `,
  );
}

/**
 * Updates the statistics that the query planner of the embedded database uses. The embedded database has no autovacuum.
 * Without statistics, queries get slow plans.
 */
export async function gatherStatistics(db: Db): Promise<void> {
  if (db.engine === "embedded") await db.platform(sql`select app_analyze()`);
}

/**
 * Removes the free space in the index of the shots by hour. A generated history leaves a third of the index empty in
 * the embedded database.
 */
export async function compactHours(db: Db): Promise<void> {
  if (db.engine === "embedded") await db.platform(sql`select app_compact_hours()`);
}

/**
 * Writes a checkpoint of the embedded database, which has no checkpointer. Without checkpoints, its write-ahead log
 * grows without end.
 */
export async function writeCheckpoint(db: Db): Promise<void> {
  if (db.engine === "embedded") await db.platform(sql`select app_checkpoint()`);
}
