import { type Sql, sql } from "../../kernel/db/sql.ts";
import {
  addFigures,
  append,
  type CounterState,
  dayBeginning,
  factsOfAppended,
  formatReplayState,
  type HourFigures,
  hourBeginning,
  outOfUseSince,
  type ReadingFacts,
  type ReplayReading,
  type ReplayState,
  replayDay,
  startDay,
  UNBOUND,
  versionAt,
  type WarningEvent,
} from "../core/index.ts";
import { hourColumns, hourRows, readingColumns, readingRows, type TimedReading } from "./batch-rows.ts";
import type { IncomingReading } from "./incoming.ts";
import type { KnownCounter, MoldFacts } from "./known-counter.ts";

/**
 * Minimum number of readings between two stored checkpoints of the warning state. A checkpoint takes as much disk space
 * as three readings. A replay of 50 readings takes less time than loading them.
 */
export const CHECKPOINT_READINGS = 50;

/** From this number of new hours on, a batch inserts them by a faster INSERT without ON CONFLICT (`hoursSql`). */
const MIN_PLAIN_HOURS = 64;

/** Result of the fast path for one counter, which is then stored in the database. */
export interface FastWork<R extends TimedReading = TimedReading> {
  readonly counter: KnownCounter;
  /** The readings to store. Readings that repeat the last known reading are left out. */
  readonly readings: readonly R[];
  readonly state: CounterState;
  readonly replayState: ReplayState;
  readonly sinceCheckpoint: number;
  readonly hours: readonly HourFigures[];
  readonly shots: number;
  /** Mean cycle of the latest reading with known cycles, ms. null: no reading of this batch has known cycles. */
  readonly lastCycleMs: number | null;
  readonly events: readonly WarningEvent[];
  /** Checkpoints to store: the start of a UTC day (ms), and the warning state before that day's first reading. */
  readonly checkpoints: readonly { readonly day: number; readonly state: ReplayState }[];
}

/**
 * Builds the input of the warning state machine from a reading. It copies field by field, because object spreads cost
 * more time than the state machine itself.
 */
export function watchReading(
  at: number,
  r: Pick<IncomingReading, "battery" | "lowBattery" | "rssi" | "removed" | "lng" | "lat">,
  made: ReadingFacts,
  mold: MoldFacts | undefined,
): ReplayReading {
  const { tolerance, fence, isIdleExempt } = versionAt(mold?.versions, at);
  return {
    at,
    battery: r.battery,
    isBatteryLow: r.lowBattery === null ? null : r.lowBattery === 1,
    rssi: r.rssi,
    isRemoved: r.removed === null ? null : r.removed === 1,
    fix: r.lng === null || r.lat === null ? null : { lng: r.lng, lat: r.lat },
    moldId: made.moldId,
    since: made.since,
    shots: made.shots,
    unboundShots: made.unboundShots,
    cycleMs: made.cycleMs,
    cycleCount: made.cycleCount,
    standardMs: made.standardMs,
    tolerance,
    fence,
    isIdleExempt,
    outOfUseSince: outOfUseSince(mold?.versions, at),
  };
}

/**
 * Fast path for one counter: computes new state, hours and warnings in memory, without a query. Returns null if any
 * reading needs the slow path. `readings` must be sorted by time.
 */
export function takeFast<R extends TimedReading>(
  counter: KnownCounter,
  readings: readonly R[],
): FastWork<R> | null {
  let { state, replayState, sinceCheckpoint } = counter;
  if (state === null) return null;
  // Declines if the binding of the latest reading was closed meanwhile: the shots of a closed binding are stored in the
  // binding's row, which only the slow path updates.
  const { bindingId } = state;
  if (
    bindingId !== UNBOUND &&
    counter.facts.bindings.some((b) => b.bindingId === bindingId && b.unboundAt !== null)
  )
    return null;
  const fresh: R[] = [];
  const hours: HourFigures[] = [];
  const events: WarningEvent[] = [];
  const checkpoints: { day: number; state: ReplayState }[] = [];
  let shots = 0;
  let lastCycleMs: number | null = null;
  let day: ReplayReading[] = [];
  const closeDay = () => {
    const first = day[0];
    if (!first) return;
    const begin = dayBeginning(first.at);
    const isNewDay = replayState.lastAt === null || dayBeginning(replayState.lastAt) !== begin;
    if (isNewDay && sinceCheckpoint >= CHECKPOINT_READINGS) {
      checkpoints.push({ day: begin, state: startDay(replayState) });
      sinceCheckpoint = 0;
    }
    sinceCheckpoint += day.length;
    const replayed = replayDay(replayState, day, () => counter.rules);
    replayState = replayed.state;
    events.push(...replayed.events);
    day = [];
  };
  for (const r of readings) {
    if (r.deviceAt !== null) return null;
    const result = append(state, { at: r.at, count: r.in.count, cycles: r.in.cycles });
    if (result === "duplicate") continue;
    if (typeof result === "string") return null;
    state = result.state;
    fresh.push(r);
    shots += result.shots;
    for (const h of result.hours) addHour(hours, h);
    const made = factsOfAppended(result);
    if (made.cycleCount > 0) lastCycleMs = Math.round(made.cycleMs / made.cycleCount);
    const last = day.at(-1);
    if (last && dayBeginning(last.at) !== dayBeginning(r.at)) closeDay();
    day.push(watchReading(r.at, r.in, made, counter.molds.get(made.moldId)));
  }
  closeDay();
  return {
    counter,
    readings: fresh,
    state,
    replayState,
    sinceCheckpoint,
    hours,
    shots,
    lastCycleMs,
    events,
    checkpoints,
  };
}

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

/**
 * Merges the figures of one interval into the last entry of `hours` if mold and hour are the same, and appends them
 * otherwise. So the list has one entry per row: an SQL statement may not change a row twice. Only the last entry is
 * compared, so callers pass the figures in order of time.
 */
function addHour(hours: HourFigures[], part: HourFigures): void {
  const sum = hours.at(-1);
  if (sum?.hour === part.hour && sum.moldId === part.moldId) addFigures(sum, part);
  else hours.push(part);
}

/**
 * Returns one statement that stores the readings of many counters and returns the ids of the updated counters.
 * Optimistic lock: it updates only counters whose `rev` is unchanged, and stores readings and hours only for those.
 * Aliases: u input rows, s updated counters.
 */
export function fastSql(tenantId: number, work: readonly FastWork[]): Sql {
  const u = <T>(of: (w: FastWork) => T) => work.map(of);
  return sql`
    with u as (
      select *
      from unnest(
        ${u((w) => w.counter.counterId)}::bigint[], ${u((w) => w.counter.rev)}::bigint[],
        ${u((w) => w.state.rawAt)}::float8[], ${u((w) => w.state.rawCount)}::bigint[],
        ${u((w) => w.readings.at(-1)?.in.receivedAt ?? 0)}::float8[],
        ${u((w) => w.state.at)}::float8[], ${u((w) => w.state.count)}::bigint[],
        ${u((w) => w.state.lastShots)}::bigint[], ${u((w) => w.lastCycleMs)}::int[],
        ${u((w) => w.state.shotAt || null)}::float8[],
        ${u((w) => latest(w.readings, "battery"))}::smallint[],
        ${u((w) => latest(w.readings, "lowBattery"))}::smallint[],
        ${u((w) => latest(w.readings, "rssi"))}::smallint[],
        ${u((w) => latest(w.readings, "lng"))}::float8[],
        ${u((w) => latest(w.readings, "lat"))}::float8[],
        ${u((w) => latest(w.readings, "removed"))}::smallint[],
        ${u((w) => latest(w.readings, "readerId"))}::text[],
        ${u((w) => (w.state.bindingId ? w.shots : 0))}::bigint[],
        ${u((w) => (w.state.bindingId ? 0 : w.shots))}::bigint[],
        ${u((w) => formatReplayState(w.replayState))}::text[]
      )
        as u (
          counter_id, rev, last_at, last_count, received_at, count_at, count, last_shots,
          last_cycle_ms, last_shot_at, battery, low_battery, rssi, lng, lat, removed, reader_id,
          bound_add, unbound_add, replay_state
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
        replay_state = u.replay_state
      from u
      where s.tenant_id = ${tenantId} and s.counter_id = u.counter_id and s.rev = u.rev
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
    select counter_id
    from s
  `;
}

/**
 * Returns the part of `fastSql` that adds figures to the stored hours. If many rows cannot exist yet, these rows are
 * inserted without ON CONFLICT, because the conflict check takes more time.
 */
function hoursSql(tenantId: number, work: readonly FastWork[]): Sql {
  const later: { counterId: number; h: HourFigures }[] = [];
  const touched: { counterId: number; h: HourFigures }[] = [];
  for (const { counter, hours } of work) {
    // Separates the hours after the hour of the counter's last accepted reading. The table has no rows of them yet.
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
