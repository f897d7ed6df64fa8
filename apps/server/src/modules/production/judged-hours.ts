import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

/**
 * Returns an SQL range that extends [f, u) to whole hours: from the beginning of the hour of `f` to the end of the hour
 * of `u`.
 */
export const wholeHours = (f: string, u: string) =>
  sql.raw(
    `tstzrange(date_trunc('hour', ${f}), date_trunc('hour', ${u} - interval '1 microsecond') + interval '1 hour')`,
  );

/** SQL condition: the trial with alias `x` has begun, and did not end at the moment at which it began. */
export const trialTook = sql.raw(
  "x.started_at is not null and coalesce(x.ended_at, 'infinity') > x.started_at",
);

/** SQL range of the whole hours of the trial with alias `x`. */
export const trialHours = wholeHours("x.started_at", "coalesce(x.ended_at, 'infinity')");

/**
 * Selects the hourly figures of molds with two facts that decide how the cycle indicator counts them:
 * - `standard_ms`: sum of the standard cycles that the shots with a known cycle should have had
 * - `is_trial`: the mold was in a trial in this hour
 *
 * @param molds sub-select of the molds, with the columns tenant_id, mold_id and mold_no
 * @param period condition on the hour `h.hour`. It may use columns of `molds` (alias `c`).
 */
export function judgedHours(ctx: Ctx, molds: Sql, period: Sql): Sql {
  const id = ctx.who.tenantId;
  // `offset 0` keeps the planner from merging a subquery into the query around it. So each mold's standards and trials
  // are looked up once, not once per hour, and its hours are read along the primary key. All are look-ups by index, so
  // the plan stays good even if the planner expects far fewer molds.
  return sql`select h.*, c.mold_no, coalesce(c.trials @> h.hour, false) as is_trial,
      h.cycle_count * c.cycles[width_bucket(h.hour + interval '3599999 milliseconds', c.froms)]::bigint as standard_ms
    from (select c.*, st.froms, st.cycles, tr.trials from ${molds} c
        left join lateral (select array_agg(v.valid_from order by v.valid_from) as froms,
            array_agg(v.cycle_ms order by v.valid_from) as cycles
          from mold_standard v
          where v.tenant_id = ${id} and v.tenant_id = c.tenant_id and v.mold_id = c.mold_id) st on true
        left join lateral (select range_agg(${trialHours}) as trials
          from mold_trial x
          where x.tenant_id = ${id} and x.tenant_id = c.tenant_id and x.mold_no = c.mold_no and ${trialTook}
        ) tr on true offset 0) c
    cross join lateral (select h.* from shot_hour h where h.tenant_id = ${id} and h.tenant_id = c.tenant_id
      and h.mold_id = c.mold_id
      and ${period} offset 0) h`;
}
