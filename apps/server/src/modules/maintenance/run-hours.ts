import { taskKind, taskSource, taskState } from "@shotkeeper/contract/maintenance";
import { menus } from "@shotkeeper/contract/menus";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

const [done, removed] = [sql.constant(taskState.values.done), sql.constant(taskState.values.removed)];
const manual = sql.constant(taskSource.values.manual);
const breakdown = sql.constant(taskSource.values.breakdown);

/**
 * SQL expression: sum of an hourly figure of a mold since the instant `from`, which is an SQL expression. The hour that
 * contains `from` counts in proportion to its part after `from`. All later hours are added as integers: multiplying
 * each hour by its share would make the sum three times slower.
 *
 * If `from` is null, `greatest` makes it -infinity, so all hours count. With `coalesce` instead, row-level security
 * would prevent the index scan.
 */
function since(ctx: Ctx, figure: string, moldId: string, from: string): Sql {
  const s = sql.raw(from);
  const f = sql.raw(`h.${figure}`);
  const ofMold = sql`h.tenant_id = ${ctx.who.tenantId} and h.mold_id = ${sql.raw(moldId)}`;
  return sql`(
    (
      select coalesce(sum(${f}), 0)
      from shot_hour h
      where ${ofMold} and h.hour >= greatest(${s}, '-infinity'::timestamptz)
    ) + (
      select coalesce(sum(${f} * extract(epoch from h.hour + interval '1 hour' - ${s}) / 3600), 0)
      from shot_hour h
      where ${ofMold} and h.hour > ${s} - interval '1 hour' and h.hour < ${s}
    )
  )`;
}

/**
 * SQL expression: run hours of a mold since an instant, or all run hours if the instant is null. `moldId` and `from`
 * are SQL expressions. The hours have the times of the readings, not of their arrival. So a late reading from before
 * the last maintenance does not count towards the next maintenance.
 */
export const runHoursSince = (ctx: Ctx, moldId: string, from: string): Sql =>
  sql`(${since(ctx, "run_ms", moldId, from)} / 3600000.0)`;

/**
 * SQL expression: shots of a mold since an instant, or all shots if the instant is null. `moldId` and `from` are SQL
 * expressions.
 */
export const shotsSince = (ctx: Ctx, moldId: string, from: string): Sql =>
  sql`round(${since(ctx, "shots", moldId, from)})`;

/**
 * SQL aggregate over tasks (alias `d`): latest time at which a maintenance was done, or at which a user removed a task
 * that the job had raised. The next interval begins at that time. Breakdown repairs do not count.
 */
export const countsFrom = sql`max(
    case when d.state = ${done} then d.done_at when d.task_source < ${manual} then d.removed_at end
  )
  filter (where d.state in (${done}, ${removed}) and d.task_source <> ${breakdown})`;

/**
 * SQL expression: start of the current maintenance interval of a mold (alias `m`). Null if there was no maintenance
 * of this kind yet.
 */
export function lastDone(ctx: Ctx, kind: Sql): Sql {
  return sql`(
    select ${countsFrom}
    from maintenance_task d
    where d.tenant_id = ${ctx.who.tenantId} and d.mold_no = m.mold_no and d.kind = ${kind}
  )`;
}

/** Screen of each kind of maintenance. Rights on the screen apply to the tasks of that kind. */
export const menuOf = {
  [taskKind.values.daily]: menus.dailyMaintenance,
  [taskKind.values.major]: menus.majorMaintenance,
} as const;
