import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { DAY_MS, dayBeginning, type Point, type RawReading, type ReplayState } from "../core/index.ts";

/** A stored reading with the fields that the derivation and the warning state machine need. */
export interface StoredReading extends RawReading {
  /** True if the reading is quarantined and therefore does not count. */
  readonly isQuarantined: boolean;
  readonly battery: number | null;
  readonly lowBattery: number | null;
  readonly rssi: number | null;
  readonly removed: number | null;
  readonly lng: number | null;
  readonly lat: number | null;
}

/**
 * A request for a part of a counter's timeline: the readings around a change. The change lies between `firstAt` and
 * `lastAt`, ms.
 */
export interface TimelineRequest {
  readonly counterId: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

export interface Timeline {
  /** The last accepted reading before the change. null: there is none. */
  readonly previous: Point | null;
  /**
   * The last accepted reading at or before the start of the hour in which `previous` lies. The derivation begins
   * after this reading. null: there is none.
   */
  readonly before: Point | null;
  /** All readings after `before`, up to the first accepted reading after the changed hours. */
  readonly readings: readonly StoredReading[];
  /** True: `readings` reaches the end of the counter's timeline. False: later readings may follow. */
  readonly isEnd: boolean;
}

interface TimelineRow {
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

/** Returns the SQL condition that a reading is accepted. Aliases: r = reading, x = a row with the counter_id. */
const counts = (tenantId: number) =>
  sql`
    not exists (
      select
      from quarantine q
      where q.tenant_id = ${tenantId}
        and q.counter_id = x.counter_id
        and q.at = r.at
        and q.count = r.count
        and q.quarantined
    )
  `;
const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`);
/** Columns of a reading as a JSON array, in the order in which `reading` takes them. */
const readingColumns = (tenantId: number) => sql`
  json_build_array(
    ${ms("r.at")}, r.count, r.cycles, not ${counts(tenantId)}, r.battery, r.low_battery,
    r.rssi, r.removed, r.lng, r.lat
  )
`;
const instant = (msValue: number) =>
  Number.isFinite(msValue) ? new Date(msValue).toISOString() : msValue > 0 ? "infinity" : "-infinity";

/** Loads parts of the timelines of many counters in one round trip. */
export async function loadTimelines(tx: Tx, requests: readonly TimelineRequest[]): Promise<Timeline[]> {
  const { tenantId } = tx;
  // Passes the requests as one JSON list, which allows a cached plan. With array parameters PostgreSQL planned the
  // query each time, which took longer than the execution.
  const asked = requests.map((r, i) => ({
    i,
    counter_id: r.counterId,
    first_at: instant(r.firstAt),
    last_at: instant(r.lastAt),
  }));
  const rows = (await tx.query(sql`
      select
        x.i, ${ms("p.at")} as previous_ms, p.count as previous_count, ${ms("b.at")} as before_ms,
        b.count as before_count, ${ms("e.at")} as end_ms, rows.list
      from json_to_recordset(${JSON.stringify(asked)}::json) as x (
        i int, counter_id bigint, first_at timestamptz, last_at timestamptz
      )
      left join lateral (
        select r.at, r.count
        from reading r
        where r.tenant_id = ${tenantId}
          and r.counter_id = x.counter_id
          and r.at < x.first_at
          and ${counts(tenantId)}
        order by r.at desc, r.count desc
        limit 1
      ) p on true
      left join lateral (
        select r.at, r.count
        from reading r
        where r.tenant_id = ${tenantId}
          and r.counter_id = x.counter_id
          and r.at <= date_trunc('hour', p.at)
          and ${counts(tenantId)}
        order by r.at desc, r.count desc
        limit 1
      ) b on p.at is not null
      left join lateral (
        select r.at
        from reading r
        where r.tenant_id = ${tenantId}
          and r.counter_id = x.counter_id
          and r.at > x.last_at
          and ${counts(tenantId)}
        order by r.at, r.count
        limit 1
      ) n on true
      left join lateral (
        select r.at
        from reading r
        where r.tenant_id = ${tenantId}
          and r.counter_id = x.counter_id
          and r.at >= date_trunc('hour', n.at - interval '1 millisecond') + interval '1 hour'
          and ${counts(tenantId)}
        order by r.at, r.count
        limit 1
      ) e on n.at is not null
      left join lateral (
        select json_agg(${readingColumns(tenantId)} order by r.at, r.count) as list
        from reading r
        where r.tenant_id = ${tenantId}
          and r.counter_id = x.counter_id
          and r.at > coalesce(b.at, '-infinity')
          and r.at <= coalesce(e.at, 'infinity')
      ) rows on true
      order by x.i
    `)) as unknown as TimelineRow[];
  return rows.map((row) => ({
    previous: row.previous_ms === null ? null : { at: row.previous_ms, count: row.previous_count ?? 0 },
    before: row.before_ms === null ? null : { at: row.before_ms, count: row.before_count ?? 0 },
    readings: (row.list ?? []).map(reading),
    isEnd: row.end_ms === null,
  }));
}

type ReadingArray = NonNullable<TimelineRow["list"]>[number];

function reading([
  at,
  count,
  cycles,
  isQuarantined,
  battery,
  lowBattery,
  rssi,
  removed,
  lng,
  lat,
]: ReadingArray): StoredReading {
  return { at, count, cycles, isQuarantined, battery, lowBattery, rssi, removed, lng, lat };
}

/**
 * Maximum number of readings that a replay of the warning state machine loads at once. A longer replay loads several
 * chunks.
 */
const chunkRows = 2000;

export interface Days {
  /**
   * Start of the first loaded day, ms. It is the day of the latest checkpoint at or before the requested day.
   * −Infinity: there is no such checkpoint.
   */
  readonly from: number;
  /**
   * Warning state before the first loaded day. undefined: there is no checkpoint, so the replay starts with the state
   * of a new counter.
   */
  readonly start: ReplayState | undefined;
  /** The last accepted reading before the first loaded day. null: there is none. */
  readonly before: Point | null;
  /** All readings of one or several whole UTC days, in order. */
  readonly readings: readonly StoredReading[];
  /** True if the counter has no reading after the loaded days. */
  readonly isEnd: boolean;
  /** Stored checkpoints from the first loaded day on. The key is the start of the day, ms. */
  readonly checkpoints: ReadonlyMap<number, ReplayState>;
}

export interface DaysRequest {
  readonly counterId: number;
  /**
   * The days are loaded from the latest checkpoint at or before this moment (ms) on. −Infinity: from the counter's
   * first reading on.
   */
  readonly day: number;
}

const dayOf = (msValue: number) =>
  Number.isFinite(msValue) ? instant(msValue).slice(0, 10) : instant(msValue);

/** Loads readings of whole UTC days, with the warning checkpoints. One round trip for all counters. */
export async function loadDays(tx: Tx, requests: readonly DaysRequest[]): Promise<Days[]> {
  const { tenantId } = tx;
  const statements = requests.flatMap(({ counterId, day }) => {
    const first = sql`
      coalesce(
        (
          select max(day)
          from warning_checkpoint
          where tenant_id = ${tenantId} and counter_id = ${counterId} and day <= ${dayOf(day)}::date
        ),
        '-infinity'::date
      )
    `;
    const x = sql`cross join (select ${counterId}::bigint as counter_id) x`;
    const mine = sql`r.tenant_id = ${tenantId} and r.counter_id = ${counterId}`;
    return [
      sql`
        select ${ms("day::timestamptz")} as day, state
        from warning_checkpoint
        where tenant_id = ${tenantId} and counter_id = ${counterId} and day >= ${first}
        order by day
      `,
      sql`
        select ${readingColumns(tenantId)} as a
        from reading r ${x}
        where ${mine} and r.at >= ${first}::timestamptz
        order by r.at, r.count
        limit ${chunkRows + 1}
      `,
      sql`
        select ${ms("r.at")} as at, r.count
        from reading r ${x}
        where ${mine} and r.at < ${first}::timestamptz and ${counts(tenantId)}
        order by r.at desc, r.count desc
        limit 1
      `,
    ];
  });
  const answers = await tx.all(statements);
  const days = requests.map(({ counterId, day }, i) => {
    const [points = [], rows = [], befores = []] = answers.slice(3 * i, 3 * i + 3);
    const checkpoints = new Map(points.map((c) => [Number(c.day), c.state as ReplayState]));
    const firstDay =
      points.length > 0 && Number(points[0]?.day) <= day ? Number(points[0]?.day) : Number.NEGATIVE_INFINITY;
    const all = rows.map((r) => reading(r.a as ReadingArray));
    const last = all.at(-1);
    // Drops the last loaded day, which may be incomplete. The next chunk loads it again.
    const whole = all.length <= chunkRows || !last ? all : all.filter((r) => r.at < dayBeginning(last.at));
    return {
      counterId,
      from: firstDay,
      start: checkpoints.get(firstDay),
      before: (befores[0] as Point | undefined) ?? null,
      readings: whole,
      isEnd: all.length <= chunkRows,
      checkpoints,
      // Marks a single day that has more readings than a chunk. Below, the day is loaded whole.
      longDay: whole.length === 0 && last ? dayBeginning(last.at) : null,
    };
  });
  for (const d of days) if (d.longDay !== null) Object.assign(d, await wholeDay(tx, d.counterId, d.longDay));
  return days;
}

/** Loads all readings of a UTC day, and whether a later one exists. */
async function wholeDay(tx: Tx, id: number, day: number): Promise<Pick<Days, "readings" | "isEnd">> {
  const mine = sql`r.tenant_id = ${tx.tenantId} and r.counter_id = ${id}`;
  const [begin, end] = [new Date(day), new Date(day + DAY_MS)];
  const [rows = [], later = []] = await tx.all([
    sql`
      select ${readingColumns(tx.tenantId)} as a
      from reading r cross join (select ${id}::bigint as counter_id) x
      where ${mine} and r.at >= ${begin} and r.at < ${end}
      order by r.at, r.count
    `,
    sql`select 1 from reading r where ${mine} and r.at >= ${end} limit 1`,
  ]);
  return { readings: rows.map((r) => reading(r.a as ReadingArray)), isEnd: later.length === 0 };
}
