import type { IndicatorName } from "@shotkeeper/contract/indicator";
import { taskKind } from "@shotkeeper/contract/maintenance";
import { orderState } from "@shotkeeper/contract/production";
import { orgType } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { creditedHours } from "../production/index.ts";
import { begunDays, type Span, wholeDays } from "./period.ts";

/** Parameters of the statements that select the rows of an indicator. */
export interface RowsRequest {
  readonly ctx: Ctx;
  readonly span: Span;
  /** Beginnings of the buckets (bars) of the chart, epoch ms. The first bucket begins at the start of `span`. */
  readonly starts: readonly number[];
  /** Sub-select of the molds, with the columns mold_id and mold_no. */
  readonly molds: Sql;
  /** Hours a day during which a mold can be used. The utilization rate divides the run time by them. */
  readonly availableHours: number;
}

const at = (ms: number) => sql`${new Date(ms)}::timestamptz`;
export const times = (list: readonly number[]) => sql`${list.map((ms) => new Date(ms))}::timestamptz[]`;
const { draft, submitted } = orderState.values;
export const majorTask = sql.constant(taskKind.values.major);

/**
 * Returns an SQL range that extends [f, u) to whole hours: from the beginning of the hour of `f` to the end of the hour
 * of `u`.
 */
const wholeHours = (f: string, u: string) =>
  sql.raw(
    `tstzrange(date_trunc('hour', ${f}), date_trunc('hour', ${u} - interval '1 microsecond') + interval '1 hour')`,
  );

/**
 * Maximum length of an interval between two readings whose shots prove that the mold worked on the days of the
 * interval. In a longer interval, the shots may have been made on any of its days.
 */
const silence = sql.raw("interval '48 hours'");

/**
 * Selects the periods in which a mold is out of production (major maintenance, repair, trial), extended to whole hours.
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
    ) x where x.u > x.f and x.f < ${at(span.to)} and x.u > ${at(span.from)} group by x.mold_id`;
};

/**
 * Selects the days on which each mold's counter reported, as ranges. On the other days it is unknown whether the mold
 * worked.
 */
const reportedDays = ({ ctx, span, molds }: RowsRequest) => {
  const id = ctx.who.tenantId;
  const days = begunDays(ctx, span);
  const unbound = sql.raw("coalesce(b.unbound_at, 'infinity')");
  // Looks up each day in the primary key, which `offset 0` enforces. Otherwise the planner joins all days of a counter
  // with all its readings.
  return sql`select b.mold_id, range_agg(tstzrange(d.f, d.u)) as days
    from binding b
    join ${molds} c on c.mold_id = b.mold_id
    join unnest(${times(days.map((d) => d.from))}, ${times(days.map((d) => d.to))}) as d (f, u)
      on b.bound_at < d.u and ${unbound} > d.f
    where b.tenant_id = ${id}
      and (exists (select from reading r
          where r.tenant_id = ${id} and r.counter_id = b.counter_id
            and r.at >= greatest(d.f, b.bound_at) and r.at < least(d.u, ${unbound}) offset 0)
        or ${archivedIn(ctx, sql`least(d.u, ${unbound})`)})
    group by b.mold_id`;
};

/**
 * SQL condition: the counter of the binding `b` has archived readings on the day `d` before `until`. No part of a day
 * in the archive (reading_day) extends over the end of a day or of a binding.
 */
const archivedIn = (ctx: Ctx, until: Sql, more: Sql = sql.empty) => sql`exists (select from reading_day g
  where g.tenant_id = ${ctx.who.tenantId} and g.counter_id = b.counter_id
    and g.first_at >= greatest(d.f, b.bound_at) and g.first_at < ${until} ${more} offset 0)`;

/**
 * Selects the visits of molds at registered places, with the type and name of the place and with the previous visit.
 */
export const visitsSql = (ctx: Ctx, molds: Sql) => sql`select s.*, o.type, o.org_name,
    lag(s.org_id) over w as before_id, lag(s.longitude) over w as before_lng, lag(s.latitude) over w as before_lat
  from mold_visit s join ${molds} c on c.mold_id = s.mold_id
  join organization o on o.tenant_id = ${ctx.who.tenantId} and o.org_id = s.org_id
  where s.tenant_id = ${ctx.who.tenantId} window w as (partition by s.mold_id order by s.visit_from)`;

/**
 * SQL condition: the visit with alias `s` is a return, that is, the mold came to a maker from another place. The first
 * visit of a mold is no return.
 */
export const isReturn = sql`s.type = ${orgType.values.maker} and s.before_id is distinct
  from s.org_id and s.before_id is not null`;
export const isMove = sql`s.before_id is not null and s.before_id <> s.org_id`;

/**
 * Selects how many days the place of each mold was known, per bucket of the chart. `ahead` is SQL text for columns that
 * the statement selects before these days.
 */
const placed = ({ ctx, span, starts, molds }: RowsRequest, ahead: Sql) => {
  const id = ctx.who.tenantId;
  const ends = [...starts.slice(1), span.to];
  return sql`select s.mold_id, w.f as at,
      ${ahead} extract(epoch from least(s.last_at, w.u) - greatest(s.visit_from, w.f))::float8 / 86400 as "placedDays"
    from mold_visit s join ${molds} c on c.mold_id = s.mold_id
    join unnest(${times(starts)}, ${times(ends)}) as w (f, u) on s.visit_from < w.u and s.last_at > w.f
      where s.tenant_id = ${id}`;
};

/**
 * Statements that select the rows of each indicator. A row has mold_id, the time `at`, and the sums from which the
 * figure is computed. Columns whose names end in "Seconds" are in ms here.
 */
export const indicatorRows: Readonly<Record<IndicatorName, (a: RowsRequest) => Sql>> = {
  setCount: (
    a,
  ) => sql`select x.mold_id, x.planned_end as at, 1 as orders, x.met::int as "metOrders", x.planned_shots as planned,
      least(x.made, x.planned_shots) as counted, x.made, greatest(x.made - x.planned_shots, 0) as over, x.estimated
        from (${ordersSql(a)}) x`,

  // `offset 0` keeps the planner from merging a subquery into the query around it. So each mold's standards and trials
  // are looked up once, not once per hour, and its hours are read along the primary key.
  cycle: ({ ctx, span, molds }) => {
    const id = ctx.who.tenantId;
    return sql`select c.mold_id, h.hour as at, h.cycle_count as known, h.within_count as within,
        h.fast_count as fast, h.slow_count as slow,
        h.cycle_ms as "cycleSeconds",
          h.cycle_count * c.cycles[width_bucket(h.hour + interval '3599999 milliseconds',
              c.froms)]::bigint as "standardSeconds",
          h.shots, h.estimated
      from (select c.mold_id, st.froms, st.cycles, tr.trials from ${molds} c
          left join (select v.mold_id, array_agg(v.valid_from order by v.valid_from) as froms,
              array_agg(v.cycle_ms order by v.valid_from) as cycles
            from mold_standard v where v.tenant_id = ${id} group by v.mold_id) st on st.mold_id = c.mold_id
          left join (select x.mold_no,
                  range_agg(${wholeHours("x.started_at", `coalesce(x.ended_at, 'infinity')`)}) as trials
            from mold_trial x
            where x.tenant_id = ${id} and x.started_at is not null and coalesce(x.ended_at, 'infinity') > x.started_at
            group by x.mold_no) tr on tr.mold_no = c.mold_no offset 0) c
      cross join lateral (select h.* from shot_hour h where h.tenant_id = ${id} and h.mold_id = c.mold_id
        and h.hour >= ${at(span.from)} and h.hour < ${at(span.to)} offset 0) h
      where c.trials is null or not c.trials @> h.hour`;
  },

  returns: (a) => sql`select s.mold_id, s.visit_from as at, 1 as returns,
        extract(epoch
          from coalesce(s.visit_to,
              least(${at(a.ctx.now)}, ${at(a.span.to)})) - s.visit_from)::float8 / 86400 as "visitDays",
          (s.visit_to is null)::int as "openVisits", 0::float8 as "placedDays"
      from (${visitsSql(a.ctx, a.molds)}) s
      where ${isReturn} and s.visit_from >= ${at(a.span.from)} and s.visit_from < ${at(a.span.to)}
    union all ${placed(a, sql`0, 0, 0,`)}`,

  moves: (a) => sql`select s.mold_id, s.visit_from as at, 1 as moves, 0::float8 as "placedDays"
      from (${visitsSql(a.ctx, a.molds)}) s
      where ${isMove} and s.visit_from >= ${at(a.span.from)} and s.visit_from < ${at(a.span.to)}
    union all ${placed(a, sql`0,`)}`,

  utilization: (a) => {
    const { ctx, span, starts, molds } = a;
    const id = ctx.who.tenantId;
    const ends = [...starts.slice(1), span.to].map((ms) => Math.min(ms, ctx.now));
    const usable = sql.raw(String(a.availableHours / 24));
    const length = (ranges: Sql) =>
      sql`coalesce((select sum(extract(epoch from upper(r) - lower(r)) * 1000) from unnest(${ranges}) r),
            0)::float8 * ${usable}`;
    return sql`select h.mold_id, h.hour as at, h.run_ms::float8 as "runSeconds", 0::float8 as "availableSeconds",
        0::float8 as "outSeconds", h.shots, h.estimated
        from (select c.mold_id, o.out, k.days from ${molds} c join (${reportedDays(a)}) k on k.mold_id = c.mold_id
          left join (${outs(a)}) o on o.mold_id = c.mold_id offset 0) o
        cross join lateral (select h.* from shot_hour h where h.tenant_id = ${id} and h.mold_id = o.mold_id
          and h.hour >= ${at(span.from)} and h.hour < ${at(span.to)} offset 0) h
        where o.days @> h.hour and (o.out is null or not o.out @> h.hour)
      union all
        select b.mold_id, w.f, 0,
            ${length(sql`(b.bound * coalesce(k.days, '{}'::tstzmultirange) - coalesce(o.out, '{}'::tstzmultirange))
              * tstzmultirange(tstzrange(w.f, w.u))`)},
          ${length(sql`b.bound * coalesce(o.out, '{}'::tstzmultirange) * tstzmultirange(tstzrange(w.f, w.u))`)}, 0, 0
        from (select b.mold_id, range_agg(tstzrange(b.bound_at, coalesce(b.unbound_at, ${at(ctx.now)}))) as bound
            from binding b join ${molds} c on c.mold_id = b.mold_id
            where b.tenant_id = ${id}
              and b.bound_at < least(${at(span.to)}, ${at(ctx.now)})
              and coalesce(b.unbound_at, 'infinity') > ${at(span.from)}
            group by b.mold_id) b
        left join (${reportedDays(a)}) k on k.mold_id = b.mold_id
        left join (${outs(a)}) o on o.mold_id = b.mold_id
        join unnest(${times(starts)}, ${times(ends)}) as w (f, u) on w.f < w.u`;
  },

  idle: (a) => {
    const { ctx, span, molds } = a;
    const id = ctx.who.tenantId;
    const days = wholeDays(ctx, span);
    const first = days.map((d) => d.from);
    const bounds = [...first, days.at(-1)?.to ?? span.from];
    const shotDays = (condition: string) => sql`coalesce(
      (select array_agg(distinct width_bucket(h.hour, ${times(bounds)})) from shot_hour h
        where h.tenant_id = ${id} and h.mold_id = c.mold_id and h.hour >= ${at(span.from)} and h.hour < ${at(span.to)}
          and ${sql.raw(condition)}),
      '{}')`;
    const inDay = sql`r.tenant_id = ${id} and r.counter_id = b.counter_id and r.at >= greatest(d.f, b.bound_at)`;
    const unbound = sql.raw("coalesce(b.unbound_at, 'infinity')");
    // If all shots of a day are estimates, the mold counts as working on that day only if an interval of at most 48
    // hours (`silence`) has shots. In a longer interval, the shots may have been made on any of its days.
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
      where ${inDay} and r.at < least(d.u + ${silence}, ${unbound})
        and p.at < d.u and r.at - p.at <= ${silence} and r.count <> p.count)
      or ${archivedIn(ctx, sql`least(d.u, ${unbound})`, sql`and g.moved`)}
      or exists (select from (select g.first_at, g.first_moved from reading_day g
          where g.tenant_id = ${id} and g.counter_id = b.counter_id and g.first_at >= d.u
          order by g.first_at limit 1) g
        where g.first_moved and g.first_at < least(d.u + ${silence}, ${unbound}))`;
    // Reads the primary key mold by mold, a plan that stays fast even if the planner's row estimates are wrong.
    return sql`select x.mold_id, x.at, min(x.idle) as "idleDays", 1 as "reportedDays"
      from (
        select c.mold_id, d.f as at,
          case when d.n::int = any(c.days) or d.n::int = any(c.guessed) and (${counted}) then 0 else 1 end as idle
        from (select c.mold_id, c.mold_no, ${shotDays("h.shots > h.estimated")} as days,
            ${shotDays("h.estimated > 0")} as guessed
          from ${molds} c offset 0) c
        join binding b on b.tenant_id = ${id} and b.mold_id = c.mold_id
        join unnest(${times(first)}, ${times(days.map((d) => d.to))}) with ordinality as d (f, u, n)
          on b.bound_at < d.u and ${unbound} > d.f
        where (exists (select from reading r where ${inDay} and r.at < least(d.u, ${unbound}) offset 0)
            or ${archivedIn(ctx, sql`least(d.u, ${unbound})`)})
          and not exists (select from maintenance_task k
            where k.tenant_id = ${id} and k.mold_no = c.mold_no and k.kind = ${majorTask}
            and k.started_at <= d.f and coalesce(k.accepted_at, k.done_at, k.removed_at, 'infinity') >= d.u)) x
      group by 1, 2`;
  },
};

/** Selects the audited production orders that came due in the span, with the shots made for each order. */
export function ordersSql({ ctx, span, molds }: Pick<RowsRequest, "ctx" | "span" | "molds">): Sql {
  const id = ctx.who.tenantId;
  const until = Math.min(span.to, ctx.now);
  return sql`select c.mold_id, t.*, m.made, m.estimated, m.made >= t.planned_shots
      and coalesce(t.ended_at, ${at(ctx.now)}) <= t.planned_end as met
    from production_order t join ${molds} c on c.mold_no = t.mold_no
    cross join lateral (
      select coalesce(sum(h.shots), 0)::bigint as made, coalesce(sum(h.estimated), 0)::bigint as estimated
      from (${creditedHours(ctx, "t", "c.mold_id")}) h
    ) m
    where t.tenant_id = ${id}
        and t.order_state not in (${draft}, ${submitted})
        and t.planned_end >= ${at(span.from)}
        and t.planned_end < ${at(until)}`;
}
