import {
  type Charge,
  cycleChange,
  cycleDrift,
  type Forecast,
  type ForecastRange,
  forecastBattery,
  forecastHistoryDays,
  forecastUse,
  moldForecast,
  moldForecasts,
} from "@shotkeeper/contract/indicator";
import { errors } from "@shotkeeper/contract/kernel";
import { taskKind } from "@shotkeeper/contract/maintenance";
import { serviceState } from "@shotkeeper/contract/mold";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { joinsOf } from "../../kernel/joins.ts";
import { handle, implement } from "../../kernel/registry.ts";
import { lastDone, runHoursSince, shotsSince } from "../maintenance/index.ts";
import { liveColumns, moldJoins, moldScope, totalShots } from "../mold/index.ts";

const dayMs = 86_400_000;
/**
 * Number of past days whose hourly figures the forecasts read. Cycle drift needs this long history; daily shot rates
 * need less.
 */
const driftDays = 90;
const batteryDays = 180;
/**
 * Number of molds whose forecasts one statement computes. The embedded database runs one statement at a time, so long
 * statements would block other requests.
 */
const chunkSize = 20;

interface Facts {
  readonly mold_id: number;
  readonly left_shots: number | null;
  readonly daily_left: number | null;
  readonly major_left: number | null;
  readonly major_shots_left: number | null;
  /**
   * Figures of the last days as [age, shots, run hours, shots with a known cycle, cycle seconds]. Age 0 is the 24 hours
   * before now.
   */
  readonly days: readonly (readonly [number, number, number, number, number])[] | null;
  readonly charges: readonly (readonly [number, number])[] | null;
  readonly since: string | null;
}

const { daily, major } = taskKind.values;
const scrapped = sql.constant(serviceState.values.scrapped);

/**
 * Selects the facts of molds from which forecasts are computed, as of ctx.now. `which` is an SQL condition on the mold
 * with alias `t`.
 */
function factsSql(ctx: Ctx, which: Sql): Sql<Facts> {
  const id = ctx.who.tenantId;
  const now = sql`${new Date(ctx.now)}::timestamptz`;
  const since = sql`${new Date(ctx.now - driftDays * dayMs)}::timestamptz`;
  const left = (kind: number, interval: string) =>
    sql`${sql.raw(interval)} - (select ${runHoursSince(ctx, "m.mold_id", "d.at")}
        from (select ${lastDone(ctx, sql.constant(kind))} as at) d)`;
  return sql<Facts>`select m.mold_id, m.since, case
    when m.life_ten_thousands > 0 then m.life_ten_thousands * 10000 - m.total end::float8 as left_shots,
      (${left(daily, "m.daily_maintenance_hours")})::float8 as daily_left,
        (${left(major, "m.major_maintenance_hours")})::float8 as major_left,
      (m.major_maintenance_shots - (select ${shotsSince(ctx, "m.mold_id", "d.at")}
          from (select ${lastDone(ctx, sql.constant(major))} as at) d))::float8 as major_shots_left,
      (select json_agg(json_build_array(x.age, x.shots, x.hours, x.known, x.seconds)) from (
        select floor(extract(epoch from ${now} - h.hour) / 86400)::int as age, sum(h.shots)::float8 as shots,
          sum(h.run_ms)::float8 / 3600000 as hours,
          sum(h.cycle_count)::float8 as known, sum(h.cycle_ms)::float8 / 1000 as seconds
        from shot_hour h
        where h.tenant_id = ${id} and h.mold_id = m.mold_id and h.hour > ${since} and h.hour <= ${now}
        group by 1) x) as days,
      (select json_agg(json_build_array(x.at, x.level) order by x.at) from (
        select (extract(epoch from min(r.at)) * 1000)::float8 as at, avg(r.battery)::float8 as level from reading r
        where r.tenant_id = ${id}
          and r.counter_id = m.counter_id
          and r.battery is not null
          and r.at > ${new Date(ctx.now - batteryDays * dayMs)}::timestamptz
          and r.at <= ${now}
        group by floor(extract(epoch from r.at) / 86400)) x) as charges
    from (select t.*, ${sql.raw(totalShots)} as total, b.counter_id,
        (select min(f.bound_at) from binding f where f.tenant_id = ${id} and f.mold_id = t.mold_id) as since
      from mold t left join binding b on b.tenant_id = ${id} and b.mold_id = t.mold_id and b.unbound_at is null
      left join counter_state s on s.tenant_id = ${id} and s.counter_id = b.counter_id
      where t.tenant_id = ${id} and t.service_state <> ${scrapped} and t.archived_date is null and ${which}) m`;
}

interface Forecasts {
  readonly life: Forecast | null;
  readonly daily: Forecast | null;
  readonly major: Forecast | null;
  readonly battery: Forecast | null;
  readonly drift: ReturnType<typeof cycleDrift>;
  /**
   * Change of the cycle time that explains a significant drift: `at` is the beginning of the first day after the
   * change, epoch ms. `before` and `after` are the mean cycle times before and after it, s.
   */
  readonly change: { readonly at: number; readonly before: number; readonly after: number } | null;
}

const sooner = (a: Forecast | null, b: Forecast | null) => (a && b ? (b.at < a.at ? b : a) : (a ?? b));

function computeForecasts(f: Facts, now: number): Forecasts {
  // Begins a mold's history with its first binding. Earlier days are not counted as days without shots.
  const age = f.since === null ? 0 : Math.floor((now - Date.parse(f.since)) / dayMs);
  const count = Math.min(driftDays, age);
  const all = Array.from({ length: count }, () => [0, 0, 0, 0]);
  for (const [n, ...figures] of f.days ?? []) if (n < count) all[count - 1 - n] = figures;
  const column = (i: number) => all.slice(-forecastHistoryDays).map((d) => d[i] ?? 0);
  const use = (left: number | null, i: number) => (left === null ? null : forecastUse(left, column(i), now));
  const charges: Charge[] = (f.charges ?? []).map(([at, level]) => ({ at, level }));
  const cycles = all.map((d) => ({ known: d[2] ?? 0, seconds: d[3] ?? 0 }));
  const drift = cycleDrift(cycles);
  const change = drift?.isReal ? cycleChange(cycles) : null;
  return {
    life: use(f.left_shots, 0),
    daily: use(f.daily_left, 1),
    major: sooner(use(f.major_left, 1), use(f.major_shots_left, 0)),
    battery: forecastBattery(charges, now),
    drift,
    change: change && { ...change, at: now - (count - change.day) * dayMs },
  };
}

const iso = (ms: number | null | undefined) =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString();

/** Columns of the forecast table that the job writes. */
const columns = sql`tenant_id, mold_id,
  life_end, life_earliest, life_latest,
  daily_due, daily_earliest, daily_latest,
  major_due, major_earliest, major_latest,
  battery_end, battery_earliest, battery_latest,
  usual_cycle, recent_cycle, cycle_drift, is_drifting, cycle_changed_at, cycle_before, cycle_after,
  updated_by, updated_date`;

/**
 * Job: computes and stores the forecasts of all molds that are neither scrapped nor archived. Lists can then sort and
 * filter by the forecasts.
 */
export async function makeForecasts(ctx: Ctx): Promise<void> {
  const { tenantId: id } = ctx.who;
  const [molds] = await ctx.db.run(id, [
    sql<{ mold_id: number }>`select mold_id
      from mold
      where tenant_id = ${id} and service_state <> ${scrapped} and archived_date is null
      order by mold_id`,
  ]);
  const ids = molds.map((m) => m.mold_id);
  for (let i = 0; i < ids.length; i += chunkSize) {
    const some = ids.slice(i, i + chunkSize);
    const [facts] = await ctx.db.run(id, [factsSql(ctx, sql`t.mold_id = any(${some}::bigint[])`)]);
    const rows = facts.map((f) => {
      const w = computeForecasts(f, ctx.now);
      const range = (name: string, end: string, x: Forecast | null) => ({
        [`${name}_${end}`]: iso(x?.at),
        [`${name}_earliest`]: iso(x?.earliest),
        [`${name}_latest`]: iso(x?.latest),
      });
      return {
        tenant_id: id,
        mold_id: f.mold_id,
        ...range("life", "end", w.life),
        ...range("daily", "due", w.daily),
        ...range("major", "due", w.major),
        ...range("battery", "end", w.battery),
        usual_cycle: w.drift?.usual ?? null,
        recent_cycle: w.drift?.recent ?? null,
        cycle_drift: w.drift?.percent ?? null,
        is_drifting: w.drift?.isReal ?? null,
        cycle_changed_at: iso(w.change?.at),
        cycle_before: w.change?.before ?? null,
        cycle_after: w.change?.after ?? null,
        updated_by: ctx.who.userId,
        updated_date: new Date(ctx.now).toISOString(),
      };
    });
    await ctx.db.run(id, [
      sql`delete from mold_forecast where tenant_id = ${id} and mold_id = any(${some}::bigint[])`,
      sql`insert into mold_forecast (${columns})
        select ${columns}
        from json_populate_recordset(null::mold_forecast, ${JSON.stringify(rows)}::json)
        on conflict do nothing`,
    ]);
  }
  await ctx.db.run(id, [
    sql`delete from mold_forecast f
      where f.tenant_id = ${id}
          and not exists (select from mold m
              where m.tenant_id = ${id} and m.mold_id = f.mold_id and m.service_state <> ${scrapped}
                and m.archived_date is null)`,
  ]);
}

export const moldForecastImpl = handle(moldForecast, async (ctx, { moldNo }) => {
  const { tenantId: id } = ctx.who;
  const [known, facts] = await ctx.db.run(id, [
    sql`select 1 from mold t where t.tenant_id = ${id} and t.mold_no = ${moldNo} and ${moldScope(ctx)}`,
    factsSql(ctx, sql`t.mold_no = ${moldNo} and ${moldScope(ctx)}`),
  ]);
  if (known.length === 0) throw errors.unknownReference("moldNo");
  const [f] = facts;
  const w = f && computeForecasts(f, ctx.now);
  const range = (x: Forecast | null | undefined): ForecastRange | null =>
    x ? { at: iso(x.at) ?? "", earliest: iso(x.earliest) ?? "", latest: iso(x.latest) } : null;
  const d = w?.drift;
  return {
    life: range(w?.life),
    daily: range(w?.daily),
    major: range(w?.major),
    battery: range(w?.battery),
    drift: d ?? null,
  };
});

export const moldForecastsImpl = implement(moldForecasts, {
  from: (ctx) =>
    sql`mold t join mold_forecast f on f.tenant_id = ${ctx.who.tenantId} and f.mold_id = t.mold_id
      ${joinsOf(moldJoins(ctx))}`,
  where: (ctx) => sql`${moldScope(ctx)} and t.archived_date is null`,
  columns: {
    oemName: liveColumns.oemName,
    plantName: liveColumns.plantName,
    lifeUsed: liveColumns.lifeUsed,
    battery: liveColumns.battery,
    lifeEnd: "f.life_end",
    lifeEarliest: "f.life_earliest",
    lifeLatest: "f.life_latest",
    dailyDue: "f.daily_due",
    dailyEarliest: "f.daily_earliest",
    dailyLatest: "f.daily_latest",
    majorDue: "f.major_due",
    majorEarliest: "f.major_earliest",
    majorLatest: "f.major_latest",
    batteryEnd: "f.battery_end",
    batteryEarliest: "f.battery_earliest",
    batteryLatest: "f.battery_latest",
    usualCycle: "f.usual_cycle",
    recentCycle: "f.recent_cycle",
    cycleDrift: "f.cycle_drift",
    isDrifting: "f.is_drifting",
    forecastAt: "f.updated_date",
  },
});
