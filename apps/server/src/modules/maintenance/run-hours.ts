import { taskKind, taskSource, taskState } from "@shotkeeper/contract/maintenance";
import { menus } from "@shotkeeper/contract/menus";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

const [done, removed] = [sql.constant(taskState.values.done), sql.constant(taskState.values.removed)];
const manual = sql.constant(taskSource.values.manual);
const breakdown = sql.constant(taskSource.values.breakdown);

/**
 * The sum of an hourly figure since an instant (an SQL expression). The hour of the instant counts by its remaining
 * share. Whole hours are added as integers: a share for each hour makes the sum three times slower. `greatest` ignores
 * null like `coalesce`, but row-level security keeps a condition with `coalesce` out of the index scan.
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
 * SQL expression: run hours of a mold since an instant, or all run hours if the instant is null. Both arguments are SQL
 * expressions. Hours are in device time, so a late reading from before the last maintenance does not count towards the
 * next one.
 */
export const runHoursSince = (ctx: Ctx, moldId: string, from: string): Sql =>
  sql`(${since(ctx, "run_ms", moldId, from)} / 3600000.0)`;

/** SQL expression: shots of a mold since an instant. The arguments are those of `runHoursSince`. */
export const shotsSince = (ctx: Ctx, moldId: string, from: string): Sql =>
  sql`round(${since(ctx, "shots", moldId, from)})`;

/**
 * SQL aggregate over tasks (alias `d`): the time at which the last maintenance was done or removed. The next interval
 * counts from then. Breakdown repairs do not count.
 */
export const countsFrom = sql`max(
    case when d.state = ${done} then d.done_at when d.task_source < ${manual} then d.removed_at end
  )
  filter (where d.state in (${done}, ${removed}) and d.task_source <> ${breakdown})`;

/**
 * SQL expression: the time from which the next interval of the mold with alias `m` counts. Null if this kind of
 * maintenance was never done.
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
