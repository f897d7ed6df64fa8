import type { Ctx } from "../kernel/ctx.ts";
import { type Sql, sql } from "../kernel/db/sql.ts";
import type { ReplayState } from "../telemetry/core/index.ts";

/**
 * A counter with an open warning of silence that was wrong: the counter had no signal, stored its readings and sent
 * them later. By these readings there was no silence, so no reading ends it, and the job must correct the warning.
 */
export interface DisprovedSilence {
  readonly counterId: number;
  /**
   * The counter's latest silence according to its readings, from the state of the warning state machine. Undefined:
   * there was no silence, or it was so long ago that the state no longer contains it.
   */
  readonly before: ReplayState["warnings"]["silent"];
}

/**
 * Returns the statement that corrects the open warnings of the counters in `rows`. A job had opened or reopened each of
 * these warnings because of a silence, and readings that arrived late have disproved this silence.
 * - If the job had opened the warning, the statement withdraws the warning.
 * - If the job had reopened the warning of an earlier silence, the warning gets back its earlier values: end, level and
 *   number of times that it was reopened.
 * - If the earlier silence is too long ago, its end is not known. Then the warning ends at the time of the reopening.
 */
export function disprovedSql(ctx: Ctx, rows: readonly DisprovedSilence[]): Sql[] {
  const { tenantId } = ctx.who;
  if (rows.length === 0) return [];
  const time = (of: "openedAt" | "closedAt" | "lastAt") =>
    rows.map(({ before }) => {
      const ms = before?.[of] ?? null;
      return ms === null ? null : new Date(ms).toISOString();
    });
  return [
    sql`
      with wrong as (
        select o.warning_id, coalesce(b.opened_at = o.opened_at, false) as is_same, b.closed_at, b.last_at, b.level,
          b.times
        from unnest(
          ${rows.map((r) => r.counterId)}::bigint[], ${time("openedAt")}::timestamptz[],
          ${time("closedAt")}::timestamptz[], ${time("lastAt")}::timestamptz[],
          ${rows.map((r) => r.before?.level ?? null)}::int[], ${rows.map((r) => r.before?.times ?? null)}::int[]
        ) as b (counter_id, opened_at, closed_at, last_at, level, times)
        join warning o on o.tenant_id = ${tenantId}
          and o.counter_id = b.counter_id
          and o.kind = 'silent'
          and o.ended_at is null
          and o.withdrawn_at is null
      )
      update warning w
      set
        withdrawn_at = case when not x.is_same and w.recurrences = 0 then ${new Date(ctx.now)}::timestamptz end,
        ended_at = case when x.is_same then x.closed_at when w.recurrences > 0 then w.last_at end,
        cleared_at = case when x.is_same then x.closed_at when w.recurrences > 0 then w.last_at end,
        last_at = case when x.is_same then x.last_at else w.last_at end,
        level = case when x.is_same then x.level else w.level end,
        recurrences = case when x.is_same then x.times - 1 else greatest(w.recurrences - 1, 0) end
      from wrong x
      where w.tenant_id = ${tenantId} and w.warning_id = x.warning_id
    `,
  ];
}
