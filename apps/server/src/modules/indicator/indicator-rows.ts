import type { IndicatorName } from "@shotkeeper/contract/indicator";
import { orderState } from "@shotkeeper/contract/production";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { creditedHours, judgedHours, trialHours, trialTook, wholeHours } from "../production/index.ts";
import { wholeDays } from "./period.ts";
import { archivedIn, boundDays, isKnownDay, reportedDays, unbound } from "./reported-days.ts";
import { at, majorTask, type PeriodRequest, type RowsRequest, times } from "./rows-request.ts";
import { isMove, isReturn, placed, visitsSql } from "./visit-rows.ts";

const { draft, submitted } = orderState.values;

/**
 * Maximum length of an interval between two readings whose shots prove that the mold worked on the days of the
 * interval. In a longer interval, the shots may have been made on any of its days.
 */
const longestProof = sql.raw("interval '48 hours'");

const hourMs = 3_600_000;

/**
 * Selects the periods in which a mold is out of production (major maintenance, repair, trial), extended to whole hours.
 * So a period that ended within the hour before the span may reach into it.
 */
const outs = ({ ctx, span, molds }: RowsRequest) => {
  const id = ctx.who.tenantId;
  const whole = wholeHours("x.f", "x.u");
  return sql`select x.mold_id, range_agg(${whole}) as out from (
      select c.mold_id, k.started_at as f, coalesce(k.accepted_at, k.done_at, k.removed_at, ${at(ctx.now)}) as u
        from maintenance_task k
        join ${molds} c on c.mold_no = k.mold_no
        where k.tenant_id = ${id} and k.kind = ${majorTask} and k.started_at is not null
      union all select c.mold_id, x.started_at, coalesce(x.ended_at, ${at(ctx.now)})
        from mold_trial x
        join ${molds} c on c.mold_no = x.mold_no
        where x.tenant_id = ${id} and x.started_at is not null
    ) x where x.u > x.f and x.f < ${at(span.to + hourMs)} and x.u > ${at(span.from - hourMs)} group by x.mold_id`;
};

/**
 * SQL conditions by indicator: the indicator has figures for the mold with alias `m` in the period. With them, a list
 * finds the molds of one page before it computes figures. Must agree with `indicatorRows`: a condition is true if the
 * statement there selects at least one row for the mold.
 */
export const hasRows: Readonly<Record<"cycle" | "utilization" | "idle", (a: PeriodRequest) => Sql>> = {
  cycle: ({ ctx, span }) => sql`exists (select from shot_hour h
      where h.tenant_id = ${ctx.who.tenantId} and h.mold_id = m.mold_id
        and h.hour >= ${at(span.from)} and h.hour < ${at(span.to)}
        and not exists (select from mold_trial x
          where x.tenant_id = ${ctx.who.tenantId} and x.mold_no = m.mold_no and ${trialTook}
            and ${trialHours} @> h.hour) offset 0)`,
  utilization: ({ ctx, span }) => {
    const until = Math.min(span.to, ctx.now);
    if (until <= span.from) return sql.raw("false");
    return sql`exists (select from binding b
      where b.tenant_id = ${ctx.who.tenantId} and b.mold_id = m.mold_id and b.bound_at < ${at(until)}
        and ${unbound} > ${at(span.from)})`;
  },
  // Looks at the latest day first, because most counters reported on it. The search then ends at once.
  idle: (a) => {
    const days = boundDays(a.ctx, wholeDays(a.ctx, a.span).reverse());
    return sql`exists (select from ${days} where ${isKnownDay(a, "m")} offset 0)`;
  },
};

/** Selects the returns to mold makers that began in the period. */
export const returnRows = (a: RowsRequest): Sql =>
  sql`select s.mold_id, s.visit_from as at, 1 as returns,
      extract(epoch from coalesce(s.visit_to, least(${at(a.ctx.now)}, ${at(a.span.to)})) - s.visit_from)::float8 * 1000
        as "visitDays",
      (s.visit_to is null)::int as "openVisits"
    from (${visitsSql(a, isReturn(a.ctx))}) s`;

/** Selects the changes of place in the period. */
export const moveRows = (a: RowsRequest): Sql =>
  sql`select s.mold_id, s.visit_from as at, 1 as moves from (${visitsSql(a, isMove)}) s`;

/**
 * Statements that select the rows of each indicator. A row has mold_id, the time `at`, and the sums from which the
 * figure is computed. In these rows, all durations are in ms, although the sums have "Seconds" or "Days" in their names
 * (`unitMs`). Columns whose names end in "Open" are 1 if the duration beside them ends now and still runs.
 */
export const indicatorRows: Readonly<Record<IndicatorName, (a: RowsRequest) => Sql>> = {
  setCount: (
    a,
  ) => sql`select x.mold_id, x.planned_end as at, 1 as orders, x.met::int as "metOrders", x.planned_shots as planned,
      least(x.made, x.planned_shots) as counted, x.made, greatest(x.made - x.planned_shots, 0) as over, x.estimated
        from (${ordersSql(a)}) x`,

  cycle: ({ ctx, span, molds }) => sql`select h.mold_id, h.hour as at, h.cycle_count as known,
      h.within_count as within, h.fast_count as fast, h.slow_count as slow, h.cycle_ms as "cycleSeconds",
      h.standard_ms as "standardSeconds", h.shots, h.estimated
    from (${judgedHours(ctx, molds, sql`h.hour >= ${at(span.from)} and h.hour < ${at(span.to)}`)}) h
    where not h.is_trial`,

  returns: (a) => sql`select x.*, 0::float8 as "placedDays", 0 as "placedOpen" from (${returnRows(a)}) x
    union all ${placed(a, sql`0, 0, 0,`)}`,

  moves: (a) => sql`select x.*, 0::float8 as "placedDays", 0 as "placedOpen" from (${moveRows(a)}) x
    union all ${placed(a, sql`0,`)}`,

  utilization: (a) => {
    const { ctx, span, starts, molds } = a;
    const id = ctx.who.tenantId;
    const ends = [...starts.slice(1), span.to].map((ms) => Math.min(ms, ctx.now));
    const length = (ranges: Sql) =>
      sql`coalesce((select sum(extract(epoch from upper(r) - lower(r)) * 1000) from unnest(${ranges}) r), 0)::float8`;
    const isRunning = (ranges: Sql) =>
      sql`(b.is_bound and coalesce(upper(${ranges}) = ${at(ctx.now)}, false))::int`;
    const window = sql`tstzmultirange(tstzrange(w.f, w.u))`;
    const available = sql`
      ((b.bound * coalesce(k.days, '{}'::tstzmultirange) - coalesce(o.out, '{}'::tstzmultirange)) * ${window})`;
    const out = sql`(b.bound * coalesce(o.out, '{}'::tstzmultirange) * ${window})`;
    return sql`with k as materialized (${reportedDays(a)}), o as materialized (${outs(a)})
      select h.mold_id, h.hour as at, h.run_ms::float8 as "runSeconds", 0::float8 as "availableSeconds",
        0::float8 as "outSeconds", h.shots, h.estimated, 0 as "availableOpen", 0 as "outOpen"
        from (select k.mold_id, o.out, k.days from k left join o on o.mold_id = k.mold_id offset 0) o
        cross join lateral (select h.* from shot_hour h where h.tenant_id = ${id} and h.mold_id = o.mold_id
          and h.hour >= ${at(span.from)} and h.hour < ${at(span.to)} offset 0) h
        where o.days @> h.hour and (o.out is null or not o.out @> h.hour)
      union all
        select b.mold_id, w.f, 0, ${length(available)}, ${length(out)}, 0, 0, ${isRunning(available)}, ${isRunning(out)}
        from (select b.mold_id, range_agg(tstzrange(b.bound_at, coalesce(b.unbound_at, ${at(ctx.now)}))) as bound,
              bool_or(b.unbound_at is null) as is_bound
            from binding b join ${molds} c on c.mold_id = b.mold_id
            where b.tenant_id = ${id}
              and b.bound_at < least(${at(span.to)}, ${at(ctx.now)})
              and coalesce(b.unbound_at, 'infinity') > ${at(span.from)}
            group by b.mold_id) b
        left join k on k.mold_id = b.mold_id
        left join o on o.mold_id = b.mold_id
        join unnest(${times(starts)}, ${times(ends)}) as w (f, u) on w.f < w.u`;
  },

  idle: (a) => {
    const { ctx, span, molds } = a;
    const id = ctx.who.tenantId;
    const days = wholeDays(ctx, span);
    const bounds = [...days.map((d) => d.from), days.at(-1)?.to ?? span.from];
    const shotDays = (condition: string) => sql`coalesce(
      (select array_agg(distinct width_bucket(h.hour, ${times(bounds)})) from shot_hour h
        where h.tenant_id = ${id} and h.mold_id = c.mold_id and h.hour >= ${at(span.from)} and h.hour < ${at(span.to)}
          and ${sql.raw(condition)}),
      '{}')`;
    const inDay = sql`r.tenant_id = ${id} and r.counter_id = b.counter_id and r.at >= greatest(d.f, b.bound_at)`;
    // A day on which all shots are estimates counts as worked only if a short interval between two readings with shots
    // overlaps the day (at most 48 hours, `longestProof`). In a longer interval, the shots may have been made on any of
    // its days.
    const counted = sql`exists (
      select from reading r
      cross join lateral (select x.at, x.count from (
          (select p.at, p.count from reading p
            where p.tenant_id = ${id} and p.counter_id = r.counter_id and p.at < r.at
            order by p.at desc limit 1)
          union all
          (select g.last_at, g.last_count from reading_day g
            where g.tenant_id = ${id} and g.counter_id = r.counter_id and g.first_at < r.at
            order by g.first_at desc limit 1)
        ) x order by x.at desc limit 1) p
      where ${inDay} and r.at < least(d.u + ${longestProof}, ${unbound})
        and p.at < d.u and r.at - p.at <= ${longestProof} and r.count <> p.count)
      or ${archivedIn(ctx, sql`least(d.u, ${unbound})`, sql`and g.moved`)}
      or exists (select from (select g.first_at, g.first_moved from reading_day g
          where g.tenant_id = ${id} and g.counter_id = b.counter_id and g.first_at >= d.u
          order by g.first_at limit 1) g
        where g.first_moved and g.first_at < least(d.u + ${longestProof}, ${unbound}))`;
    // Looks up the rows mold by mold in the primary key. This plan stays fast even if the planner's row estimates are
    // wrong.
    return sql`select x.mold_id, x.at, min(x.idle) as "idleDays", 1 as "reportedDays"
      from (
        select c.mold_id, d.f as at,
          case when d.n::int = any(c.days) or d.n::int = any(c.guessed) and (${counted}) then 0 else 1 end as idle
        from (select c.mold_id, c.mold_no, ${shotDays("h.shots > h.estimated")} as days,
            ${shotDays("h.estimated > 0")} as guessed
          from ${molds} c offset 0) c
        join (${boundDays(ctx, days)}) on ${isKnownDay(a, "c")}) x
      group by 1, 2`;
  },
};

/** SQL condition: the production order with alias `t` was audited and came due in the span. */
export const isDueIn = ({ ctx, span }: PeriodRequest): Sql =>
  sql`t.tenant_id = ${ctx.who.tenantId}
    and t.order_state not in (${draft}, ${submitted})
    and t.planned_end >= ${at(span.from)}
    and t.planned_end < ${at(Math.min(span.to, ctx.now))}`;

/**
 * Selects the audited production orders that came due in the span, with the shots made for each order. `orders` is the
 * sub-select or table of the orders to consider.
 */
export function ordersSql(
  { ctx, span, molds }: Pick<RowsRequest, "ctx" | "span" | "molds">,
  orders = sql`production_order`,
): Sql {
  return sql`select c.mold_id, t.*, m.made, m.estimated, m.made >= t.planned_shots
      and coalesce(t.ended_at, ${at(ctx.now)}) <= t.planned_end as met
    from ${orders} t join ${molds} c on c.mold_no = t.mold_no
    cross join lateral (
      select coalesce(sum(h.shots), 0)::bigint as made, coalesce(sum(h.estimated), 0)::bigint as estimated
      from (${creditedHours(ctx, "t", "c.mold_id")}) h
    ) m
    where ${isDueIn({ ctx, span })}`;
}
