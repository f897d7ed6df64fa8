import type { Tx } from "../kernel/db/db.ts";
import { sql } from "../kernel/db/sql.ts";
import { dayBeginning, type Point, type RawReading, type WatchState } from "./core/index.ts";

/** A stored reading as the derivation and the watch need it. */
export interface StoredReading extends RawReading {
  /** It stands in quarantine and nobody released it. */
  readonly isHeld: boolean;
  readonly battery: number | null;
  readonly lowBattery: number | null;
  readonly rssi: number | null;
  readonly removed: number | null;
  readonly lng: number | null;
  readonly lat: number | null;
}

/** A stretch of a counter's timeline that is asked for: the change lies from firstAt to lastAt, ms. */
export interface StretchRequest {
  readonly counterId: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

export interface Stretch {
  /** The last reading that counts before the change; null: none. */
  readonly previous: Point | null;
  /** The last one that counts at or before the hour of `previous`: where the derivation begins. */
  readonly before: Point | null;
  /** All readings after `before`, through the first that counts after the hours of the change. */
  readonly readings: readonly StoredReading[];
  /** No reading comes after these. */
  readonly isEnd: boolean;
}

interface StretchRow {
  readonly i: number;
  readonly previous_ms: number | null;
  readonly previous_count: number | null;
  readonly before_ms: number | null;
  readonly before_count: number | null;
  readonly end_ms: number | null;
  readonly list:
    | readonly (readonly [
        number,
        number,
        number[] | null,
        boolean,
        number | null,
        number | null,
        number | null,
        number | null,
        number | null,
        number | null,
      ])[]
    | null;
}

/** The condition under which a reading counts. */
const counts = (tenantId: number) =>
  sql`not exists (select from quarantine q where q.tenant_id = ${tenantId} and q.counter_id = x.counter_id and q.at = r.at and q.count = r.count and q.payload is null and q.released_at is null)`;
const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`);
const instant = (msValue: number) =>
  Number.isFinite(msValue) ? new Date(msValue).toISOString() : msValue > 0 ? "infinity" : "-infinity";

/** Reads the stretches of many counters in one round trip. */
export async function loadStretches(tx: Tx, requests: readonly StretchRequest[]): Promise<Stretch[]> {
  const { tenantId } = tx;
  const rows =
    (await tx.query(sql`select x.i, ${ms("p.at")} as previous_ms, p.count as previous_count, ${ms("b.at")} as before_ms, b.count as before_count, ${ms("e.at")} as end_ms, rows.list
    from unnest(${requests.map((_, i) => i)}::int[], ${requests.map((r) => r.counterId)}::bigint[], ${requests.map((r) => instant(r.firstAt))}::timestamptz[], ${requests.map((r) => instant(r.lastAt))}::timestamptz[])
      as x (i, counter_id, first_at, last_at)
    left join lateral (select r.at, r.count from reading r where r.tenant_id = ${tenantId} and r.counter_id = x.counter_id and r.at < x.first_at and ${counts(tenantId)}
      order by r.at desc, r.count desc limit 1) p on true
    left join lateral (select r.at, r.count from reading r where r.tenant_id = ${tenantId} and r.counter_id = x.counter_id and r.at <= date_trunc('hour', p.at) and ${counts(tenantId)}
      order by r.at desc, r.count desc limit 1) b on p.at is not null
    left join lateral (select r.at from reading r where r.tenant_id = ${tenantId} and r.counter_id = x.counter_id and r.at > x.last_at and ${counts(tenantId)}
      order by r.at, r.count limit 1) n on true
    left join lateral (select r.at from reading r where r.tenant_id = ${tenantId} and r.counter_id = x.counter_id
      and r.at >= date_trunc('hour', n.at - interval '1 millisecond') + interval '1 hour' and ${counts(tenantId)} order by r.at, r.count limit 1) e on n.at is not null
    left join lateral (select json_agg(json_build_array(${ms("r.at")}, r.count, r.cycles, not ${counts(tenantId)}, r.battery, r.low_battery, r.rssi, r.removed, r.lng, r.lat) order by r.at, r.count) as list
      from reading r where r.tenant_id = ${tenantId} and r.counter_id = x.counter_id and r.at > coalesce(b.at, '-infinity') and r.at <= coalesce(e.at, 'infinity')) rows on true
    order by x.i`)) as unknown as StretchRow[];
  return rows.map((row) => ({
    previous: row.previous_ms === null ? null : { at: row.previous_ms, count: row.previous_count ?? 0 },
    before: row.before_ms === null ? null : { at: row.before_ms, count: row.before_count ?? 0 },
    readings: (row.list ?? []).map(reading),
    isEnd: row.end_ms === null,
  }));
}

type ReadingArray = NonNullable<StretchRow["list"]>[number];

function reading([
  at,
  count,
  cycles,
  isHeld,
  battery,
  lowBattery,
  rssi,
  removed,
  lng,
  lat,
]: ReadingArray): StoredReading {
  return { at, count, cycles, isHeld, battery, lowBattery, rssi, removed, lng, lat };
}

/** So many readings are read at a time when the watch folds again. */
const chunkRows = 2000;

export interface Days {
  /** The last reading that counts before these. */
  readonly before: Point | null;
  /** Whole UTC days. */
  readonly readings: readonly StoredReading[];
  readonly isEnd: boolean;
  readonly checkpoints: readonly { readonly day: number; readonly state: WatchState }[];
}

/** Whole UTC days of a counter's readings from a moment on, with the watch's checkpoints of those days. */
export async function loadDays(tx: Tx, counterId: number, from: number): Promise<Days> {
  const { tenantId } = tx;
  for (let limit = chunkRows; ; limit *= 4) {
    const [rows, befores, checkpoints] = await tx.all([
      sql`select json_build_array(${ms("r.at")}, r.count, r.cycles, not ${counts(tenantId)}, r.battery, r.low_battery, r.rssi, r.removed, r.lng, r.lat) as a
        from reading r cross join (select ${counterId}::bigint as counter_id) x
        where r.tenant_id = ${tenantId} and r.counter_id = ${counterId} and r.at >= ${instant(from)}::timestamptz order by r.at, r.count limit ${limit + 1}`,
      sql`select ${ms("r.at")} as at, r.count from reading r cross join (select ${counterId}::bigint as counter_id) x
        where r.tenant_id = ${tenantId} and r.counter_id = ${counterId} and r.at < ${instant(from)}::timestamptz and ${counts(tenantId)} order by r.at desc, r.count desc limit 1`,
      sql`select day::text, state from watch_checkpoint where tenant_id = ${tenantId} and counter_id = ${counterId} and day >= ${Number.isFinite(from) ? instant(from).slice(0, 10) : "-infinity"}::date`,
    ]);
    const all = (rows ?? []).map((r) => reading(r.a as ReadingArray));
    const isEnd = all.length <= limit;
    const last = all.at(-1);
    const whole = isEnd || !last ? all : all.filter((r) => r.at < dayBeginning(last.at));
    // One day alone is more than was read: read more.
    if (whole.length === 0 && !isEnd) continue;
    return {
      before: (befores?.[0] as Point | undefined) ?? null,
      readings: whole,
      isEnd,
      checkpoints: (checkpoints ?? []).map((c) => ({
        day: Date.parse(String(c.day)),
        state: c.state as WatchState,
      })),
    };
  }
}
