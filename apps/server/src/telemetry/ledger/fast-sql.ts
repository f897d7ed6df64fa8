import { float8Column, int2Column, int4Column, int8Column, textColumn } from "../../kernel/db/column.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { formatReplayState, type HourFigures, hourBeginning } from "../core/index.ts";
import { hourColumns, hourRows, readingColumns, readingRows, type TimedReading } from "./batch-rows.ts";
import type { FastWork } from "./fast-path.ts";
import type { IncomingReading } from "./incoming.ts";

/**
 * If a batch has at least this number of hours without a stored row, these hours are inserted without ON CONFLICT,
 * which is faster (`hoursSql`).
 */
const MIN_PLAIN_HOURS = 64;

/** Returns the latest reported value of a field. null: no reading reported the field, so the stored value stays. */
function latest<K extends "battery" | "lowBattery" | "rssi" | "lng" | "lat" | "removed" | "readerId">(
  readings: readonly TimedReading[],
  key: K,
): IncomingReading[K] {
  for (let i = readings.length - 1; i >= 0; i--) {
    const value = readings[i]?.in[key];
    if (value !== null && value !== undefined) return value;
  }
  return null as IncomingReading[K];
}

/** Result for one counter of a statement that stores readings by the fast path. */
export interface FastRow {
  readonly counter_id: number;
  /**
   * True: the counter's readings are stored. False: nothing was stored, because an old reading among them is not in the
   * table yet. The counter then needs the slow path (`takeSlow`).
   */
  readonly is_stored: boolean;
}

/**
 * Returns the statements that store results of the fast path (`takeFast`): one statement for counters without earlier
 * readings, and one for all others.
 */
export function fastStatements(tenantId: number, work: readonly FastWork[], now: number): Sql<FastRow>[] {
  const first = work.filter((w) => w.isFirst);
  const others = first.length === 0 ? work : work.filter((w) => !w.isFirst);
  return [
    ...(first.length > 0 ? [fastSql(tenantId, first, now, true)] : []),
    ...(others.length > 0 ? [fastSql(tenantId, others, now, false)] : []),
  ];
}

/**
 * SQL condition: the job for warnings that depend on time (`jobs/warning-clock.ts`) has opened no warning of the
 * counter. It can open one before the first reading, for example because the counter was silent since it was bound.
 * Only the slow path (`takeSlow`) compares such a warning with the first reading.
 */
const isUnwarned = (tenantId: number): Sql => sql`
  and not exists (
    select
    from warning w
    where w.tenant_id = ${tenantId}
      and w.counter_id = s.counter_id
      and w.kind <> 'validity'
      and w.ended_at is null
      and w.withdrawn_at is null
  )
`;

/**
 * SQL expression: time at which the job for warnings (`jobs/warning-clock.ts`) checks the counter again. If the counter
 * had sent nothing for a long time, the job may have opened the warning "signal lost". The new readings may prove that
 * the signal was not lost, so the job then checks the counter in its next run.
 */
const clockSql = sql`case
  when s.received_at < to_timestamp(u.silent_before / 1000) then '-infinity'
  else s.clock_at
end`;

/**
 * Returns one statement that stores the readings of many counters. It returns a row for each updated counter, and for
 * each counter with an old reading that is not stored yet.
 * Optimistic lock: it updates only counters whose `rev` is unchanged, and stores readings and hours only for those.
 * For first readings it also resets `clock_at`, so that the job for warnings checks these counters in its next run.
 * Aliases: u input rows, s updated counters.
 */
function fastSql(tenantId: number, all: readonly FastWork[], now: number, isFirst: boolean): Sql<FastRow> {
  const work = all.filter((w) => w.readings.length > 0);
  const repeated = all.flatMap((w) => w.repeated);
  const hasRepeated = repeated.length > 0;
  return sql<FastRow>`
    with ${hasRepeated ? missingSql(tenantId, repeated) : sql.empty} u as (
      select *
      from unnest(
        ${int8Column(work, (w) => w.counter.counterId)}::bigint[], ${int8Column(work, (w) => w.counter.rev)}::bigint[],
        ${float8Column(work, (w) => w.state.rawAt)}::float8[], ${int8Column(work, (w) => w.state.rawCount)}::bigint[],
        ${float8Column(work, (w) => w.readings.at(-1)?.in.receivedAt ?? 0)}::float8[],
        ${float8Column(work, (w) => w.state.at)}::float8[], ${int8Column(work, (w) => w.state.count)}::bigint[],
        ${int8Column(work, (w) => w.state.lastShots)}::bigint[], ${int4Column(work, (w) => w.lastCycleMs)}::int[],
        ${float8Column(work, (w) => w.state.shotAt || null)}::float8[],
        ${int2Column(work, (w) => latest(w.readings, "battery"))}::smallint[],
        ${int2Column(work, (w) => latest(w.readings, "lowBattery"))}::smallint[],
        ${int2Column(work, (w) => latest(w.readings, "rssi"))}::smallint[],
        ${float8Column(work, (w) => latest(w.readings, "lng"))}::float8[],
        ${float8Column(work, (w) => latest(w.readings, "lat"))}::float8[],
        ${int2Column(work, (w) => latest(w.readings, "removed"))}::smallint[],
        ${textColumn(work, (w) => latest(w.readings, "readerId"))}::text[],
        ${int8Column(work, (w) => (w.state.bindingId ? w.shots : 0))}::bigint[],
        ${int8Column(work, (w) => (w.state.bindingId ? 0 : w.shots))}::bigint[],
        ${textColumn(work, (w) => formatReplayState(w.replayState))}::text[],
        ${float8Column(work, (w) => now - w.counter.rules.signal.silentMs)}::float8[]
      )
        as u (
          counter_id, rev, last_at, last_count, received_at, count_at, count, last_shots,
          last_cycle_ms, last_shot_at, battery, low_battery, rssi, lng, lat, removed, reader_id,
          bound_add, unbound_add, replay_state, silent_before
        )
    ),
    s as (
      update counter_state s
      set
        rev = s.rev + 1, last_at = to_timestamp(u.last_at / 1000), last_count = u.last_count,
        received_at = to_timestamp(u.received_at / 1000),
        count_at = to_timestamp(u.count_at / 1000), count = u.count, last_shots = u.last_shots,
        last_cycle_ms = coalesce(u.last_cycle_ms, s.last_cycle_ms),
        last_shot_at = to_timestamp(u.last_shot_at / 1000),
        battery = coalesce(u.battery, s.battery),
        low_battery = coalesce(u.low_battery, s.low_battery), rssi = coalesce(u.rssi, s.rssi),
        lng = coalesce(u.lng, s.lng), lat = coalesce(u.lat, s.lat),
        removed = coalesce(u.removed, s.removed), reader_id = coalesce(u.reader_id, s.reader_id),
        bound_shots = s.bound_shots + u.bound_add, unbound_shots = s.unbound_shots + u.unbound_add,
        replay_state = u.replay_state, clock_at = ${isFirst ? sql`'-infinity'` : clockSql}
      from u
      where s.tenant_id = ${tenantId} and s.counter_id = u.counter_id and s.rev = u.rev
        ${isFirst ? isUnwarned(tenantId) : sql.empty}
        ${hasRepeated ? sql`and s.counter_id not in (select counter_id from missing)` : sql.empty}
      returning s.counter_id
    ),
    r as (
      insert into reading (tenant_id, ${readingColumns}) ${readingRows(
        tenantId,
        work.flatMap((w) => w.readings),
      )}
      where counter_id in (select counter_id from s) returning 1
    ),
    ${hoursSql(tenantId, work)}${checkpointsSql(tenantId, work)}
    select counter_id, true as is_stored
    from s
    ${hasRepeated ? sql`union all select counter_id, false from missing` : sql.empty}
  `;
}

/**
 * Returns the part of the fast path's statement that finds counters with an old reading that is not stored yet. Because
 * of LIMIT, PostgreSQL looks up each reading by the primary key and does not read the whole table.
 */
const missingSql = (tenantId: number, repeated: readonly TimedReading[]): Sql => sql`
  missing as (
    select distinct o.counter_id
    from unnest(
      ${int8Column(repeated, (r) => r.in.counterId)}::bigint[], ${float8Column(repeated, (r) => r.at)}::float8[],
      ${int8Column(repeated, (r) => r.in.count)}::bigint[]
    ) as o (counter_id, at, count)
    left join lateral (
      select true as is_stored
      from reading r
      where r.tenant_id = ${tenantId}
        and r.counter_id = o.counter_id
        and r.at = to_timestamp(o.at / 1000)
        and r.count = o.count
      limit 1
    ) f on true
    where f.is_stored is null
  ),
`;

/**
 * Returns the part of the fast path's statement that adds figures to the stored hours. If the batch has many hours that
 * certainly have no row yet, inserts these hours without ON CONFLICT, because the conflict check takes more time.
 */
function hoursSql(tenantId: number, work: readonly FastWork[]): Sql {
  const later: { counterId: number; h: HourFigures }[] = [];
  const touched: { counterId: number; h: HourFigures }[] = [];
  for (const { counter, hours } of work) {
    // Separates the new hours, which lie after the counter's last accepted reading. The table has no rows for them yet.
    const until = hourBeginning(counter.state?.at ?? Number.POSITIVE_INFINITY);
    for (const h of hours) (h.hour > until ? later : touched).push({ counterId: counter.counterId, h });
  }
  // Inserts the new hours separately only if there are many. A live batch has few, and a second INSERT for them would
  // cost more time than it saves.
  const isSplit = later.length >= MIN_PLAIN_HOURS;
  const added = isSplit ? touched : [...touched, ...later];
  const plain = sql`,
    n as (
      insert into shot_hour (tenant_id, ${hourColumns}) ${hourRows(tenantId, later)}
      where counter_id in (select counter_id from s) returning 1
    )
  `;
  return sql`
    h as (
      insert into shot_hour as h (tenant_id, ${hourColumns}) ${hourRows(tenantId, added)}
      where counter_id in (select counter_id from s)
      on conflict (tenant_id, mold_id, hour, counter_id) do update
      set
        shots = h.shots + excluded.shots, run_ms = h.run_ms + excluded.run_ms,
        cycle_ms = h.cycle_ms + excluded.cycle_ms,
        cycle_count = h.cycle_count + excluded.cycle_count,
        cycle_min = least(h.cycle_min, excluded.cycle_min),
        cycle_max = greatest(h.cycle_max, excluded.cycle_max),
        within_count = h.within_count + excluded.within_count,
        fast_count = h.fast_count + excluded.fast_count,
        slow_count = h.slow_count + excluded.slow_count,
        estimated = h.estimated + excluded.estimated
    )${isSplit ? plain : sql``}
  `;
}

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function checkpointsSql(tenantId: number, work: readonly FastWork[]): Sql {
  const all = work.flatMap((w) => w.checkpoints.map((c) => ({ id: w.counter.counterId, ...c })));
  if (all.length === 0) return sql``;
  return sql`,
    c as (
      insert into warning_checkpoint (tenant_id, counter_id, day, state)
      select ${tenantId}::int, *
      from unnest(
        ${all.map((c) => c.id)}::bigint[], ${all.map((c) => dayText(c.day))}::date[],
        ${all.map((c) => JSON.stringify(c.state))}::jsonb[]
      ) as x (counter_id, day, state)
      where counter_id in (select counter_id from s)
      on conflict (tenant_id, counter_id, day) do update
      set state = excluded.state
    )
  `;
}
