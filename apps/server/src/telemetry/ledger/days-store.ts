import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { DAY_MS, dayBeginning, type Point, type ReplayState } from "../core/index.ts";
import { bringBack } from "./archive/archived-readings.ts";
import { isQuarantined } from "./is-quarantined.ts";
import {
  instant,
  ms,
  type ReadingArray,
  readingColumns,
  readingOf,
  type StoredReading,
} from "./stored-reading.ts";

/**
 * Maximum number of readings that a replay of the warning state machine loads at once. A longer replay loads several
 * chunks.
 */
const chunkRows = 2000;

export interface Days {
  /**
   * Start of the first loaded day, ms. It is the day of the latest checkpoint (stored warning state) at or before the
   * requested day. −Infinity: there is no such checkpoint.
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
  /** Start of the first day after the loaded days, ms. Infinity: the counter has no reading after them. */
  readonly nextDay: number;
  /** Checkpoints (stored warning states) from the first loaded day on. The key is the start of the day, ms. */
  readonly checkpoints: ReadonlyMap<number, ReplayState>;
}

export interface DaysRequest {
  readonly counterId: number;
  /**
   * Requested moment, ms. The loaded days begin at the latest checkpoint at or before this moment. −Infinity: they
   * begin at the counter's first reading.
   */
  readonly day: number;
  /**
   * Last moment of a change, ms. The loaded days end with the day of the first checkpoint after this moment's day,
   * because most replays stop there: a replay compares its state with a checkpoint when it reaches a reading of the
   * checkpoint's day. Default: there is no such limit.
   */
  readonly lastAt?: number;
  /** True: the loaded days begin with the day `day` itself, because the caller has replayed all days before it. */
  readonly isContinued?: boolean;
}

const dayOf = (msValue: number) =>
  Number.isFinite(msValue) ? instant(msValue).slice(0, 10) : instant(msValue);

/**
 * Loads readings of whole UTC days, with the warning checkpoints, in one round trip for all counters. If the days of a
 * counter begin in the archive, its archived readings are first inserted into the table again (`bringBack`).
 */
export async function loadDays(tx: Tx, requests: readonly DaysRequest[]): Promise<Days[]> {
  const { days, cut } = await daysOf(tx, requests);
  if (cut.length === 0) return days;
  await bringBack(tx, cut);
  return (await daysOf(tx, requests)).days;
}

/**
 * Loads the requested days. `cut`: counters whose days may begin in the archive, because the table has no reading
 * before these days.
 */
async function daysOf(tx: Tx, requests: readonly DaysRequest[]): Promise<{ days: Days[]; cut: number[] }> {
  const { tenantId } = tx;
  const statements = requests.flatMap(
    ({ counterId, day, lastAt = Number.POSITIVE_INFINITY, isContinued }) => {
      const checkpoint = sql`
      coalesce(
        (
          select max(day)
          from warning_checkpoint
          where tenant_id = ${tenantId} and counter_id = ${counterId} and day <= ${dayOf(day)}::date
        ),
        '-infinity'::date
      )
    `;
      const first = isContinued ? sql`${dayOf(day)}::date` : checkpoint;
      const end = sql`
      coalesce(
        (
          select min(day) + 1
          from warning_checkpoint
          where tenant_id = ${tenantId} and counter_id = ${counterId} and day > ${dayOf(lastAt)}::date
        ),
        'infinity'::date
      )
    `;
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
        from reading r
        where ${mine} and r.at >= ${first}::timestamptz and r.at < ${end}::timestamptz
        order by r.at, r.count
        limit ${chunkRows + 1}
      `,
        sql`
        select ${ms("r.at")} as at, r.count
        from reading r
        where ${mine} and r.at < ${first}::timestamptz and not ${isQuarantined(tenantId)}
        order by r.at desc, r.count desc
        limit 1
      `,
        sql`
        select 1
        from counter_state
        where tenant_id = ${tenantId} and counter_id = ${counterId} and archived_before is not null
      `,
      ];
    },
  );
  const answers = await tx.all(statements);
  const cut: number[] = [];
  const days = requests.map(({ counterId, day, lastAt = Number.POSITIVE_INFINITY, isContinued }, i) => {
    const [points = [], rows = [], befores = [], archived = []] = answers.slice(4 * i, 4 * i + 4);
    if (archived.length > 0 && befores.length === 0) cut.push(counterId);
    const checkpoints = new Map(points.map((c) => [Number(c.day), c.state as ReplayState]));
    const [point] = points;
    const isFromPoint = point !== undefined && Number(point.day) <= day;
    const firstDay = isFromPoint ? Number(point.day) : isContinued ? day : Number.NEGATIVE_INFINITY;
    const all = rows.map((r) => readingOf(r.a as ReadingArray));
    const last = all.at(-1);
    // Drops the last loaded day, which may be incomplete. The next chunk loads it again.
    const isFull = all.length > chunkRows && last !== undefined;
    const whole = isFull ? all.filter((r) => r.at < dayBeginning(last.at)) : all;
    const stop = [...checkpoints.keys()].find((d) => d > dayBeginning(lastAt));
    return {
      counterId,
      from: firstDay,
      start: checkpoints.get(firstDay),
      before: (befores[0] as Point | undefined) ?? null,
      readings: whole,
      nextDay: isFull ? dayBeginning(last.at) : stop === undefined ? Number.POSITIVE_INFINITY : stop + DAY_MS,
      checkpoints,
      // Set if a single day has more readings than a chunk. Such a day is then loaded completely by `wholeDay`.
      longDay: whole.length === 0 && last ? dayBeginning(last.at) : null,
    };
  });
  for (const d of days) if (d.longDay !== null) Object.assign(d, await wholeDay(tx, d.counterId, d.longDay));
  return { days, cut };
}

/** Loads all readings of a UTC day. */
async function wholeDay(tx: Tx, id: number, day: number): Promise<Pick<Days, "readings" | "nextDay">> {
  const mine = sql`r.tenant_id = ${tx.tenantId} and r.counter_id = ${id}`;
  const [begin, end] = [new Date(day), new Date(day + DAY_MS)];
  const [rows = [], later = []] = await tx.all([
    sql`
      select ${readingColumns(tx.tenantId)} as a
      from reading r
      where ${mine} and r.at >= ${begin} and r.at < ${end}
      order by r.at, r.count
    `,
    sql`select 1 from reading r where ${mine} and r.at >= ${end} limit 1`,
  ]);
  return {
    readings: rows.map((r) => readingOf(r.a as ReadingArray)),
    nextDay: later.length === 0 ? Number.POSITIVE_INFINITY : day + DAY_MS,
  };
}
