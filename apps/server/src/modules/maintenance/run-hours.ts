import { taskKind, taskSource, taskState } from "@shotkeeper/contract/maintenance";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

const { done, removed } = taskState.values;

/** Σ of an hourly figure since an instant; the hour in which the instant lies counts by its share. */
function since(ctx: Ctx, figure: string, moldId: string, from: string): Sql {
  const s = sql.raw(from);
  const f = sql.raw(`h.${figure}`);
  return sql`(select coalesce(sum(case when h.hour < ${s} then ${f} * extract(epoch from h.hour + interval '1 hour' - ${s}) / 3600 else ${f} end), 0)
    from shot_hour h where h.tenant_id = ${ctx.who.tenantId} and h.mold_id = ${sql.raw(moldId)}
      and h.hour > coalesce(${s} - interval '1 hour', '-infinity'::timestamptz))`;
}

/**
 * Run hours of a mold since an instant, from the hourly figures of the mold `id` (an expression); all of them where
 * `since` is null. By device time: a late reading from before the last maintenance does not count towards the next.
 */
export const runHoursSince = (ctx: Ctx, moldId: string, from: string): Sql =>
  sql`(${since(ctx, "run_ms", moldId, from)} / 3600000.0)`;

/** Shots in the same way. */
export const shotsSince = (ctx: Ctx, moldId: string, from: string): Sql =>
  sql`round(${since(ctx, "shots", moldId, from)})`;

/** From when the next interval counts: the maintenance was done, or its task deleted. A repair is none. `d` is the task. */
export const countsFrom = sql`max(case when d.state = ${done} then d.done_at when d.task_source < ${taskSource.values.manual} then d.removed_at end)
  filter (where d.state in (${done}, ${removed}) and d.task_source <> ${taskSource.values.breakdown})`;

/** When a mold's maintenance of a kind was last done; null: never. `m` is the mold. */
export function lastDone(ctx: Ctx, kind: Sql): Sql {
  return sql`(select ${countsFrom} from maintenance_task d where d.tenant_id = ${ctx.who.tenantId} and d.mold_no = m.mold_no and d.kind = ${kind})`;
}

/** The screen of a kind of maintenance: who has it sees and does that kind. */
export const menuOf = { [taskKind.values.daily]: "MT101", [taskKind.values.major]: "MT102" } as const;
