import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { bringBack } from "./archive/archived-readings.ts";
import { readArchivedTimeline } from "./archive/archived-timeline.ts";
import { isQuarantined } from "./is-quarantined.ts";
import {
  instant,
  ms,
  type ReadingArray,
  readingColumns,
  readingOf,
  type Timeline,
  type TimelineRequest,
} from "./stored-reading.ts";

interface TimelineRow {
  readonly i: number;
  readonly previous_ms: number | null;
  readonly previous_count: number | null;
  readonly before_ms: number | null;
  readonly before_count: number | null;
  readonly end_ms: number | null;
  /** True if readings of the counter are in the archive only. */
  readonly is_archived: boolean;
  readonly list: readonly ReadingArray[] | null;
}

/**
 * Loads parts of the timelines of many counters in one round trip. If a part begins in the archive, the counter's
 * archived readings are first inserted into the table again. The caller must have locked the counters.
 */
export async function loadTimelines(tx: Tx, requests: readonly TimelineRequest[]): Promise<Timeline[]> {
  const rows = await timelineRows(tx, requests);
  const cut = requests.filter((_, i) => isCut(rows[i]));
  if (cut.length === 0) return rows.map(timelineOf);
  await bringBack(
    tx,
    cut.map((r) => r.counterId),
  );
  return (await timelineRows(tx, requests)).map(timelineOf);
}

/** Loads a part of a timeline, read-only. Archived readings are read from their files. */
export async function readTimeline(tx: Tx, request: TimelineRequest): Promise<Timeline | undefined> {
  const [row] = await timelineRows(tx, [request]);
  if (!row) return undefined;
  const timeline = timelineOf(row);
  return isCut(row) ? readArchivedTimeline(tx, request, timeline.readings, timeline.isEnd) : timeline;
}

/**
 * Returns whether the archive may contain readings of a part of a timeline: the counter has archived readings, and the
 * table has no reading before the part.
 */
const isCut = (row: TimelineRow | undefined) => row?.is_archived === true && row.before_ms === null;

const timelineOf = (row: TimelineRow): Timeline => ({
  previous: row.previous_ms === null ? null : { at: row.previous_ms, count: row.previous_count ?? 0 },
  before: row.before_ms === null ? null : { at: row.before_ms, count: row.before_count ?? 0 },
  readings: (row.list ?? []).map(readingOf),
  isEnd: row.end_ms === null,
});

async function timelineRows(tx: Tx, requests: readonly TimelineRequest[]): Promise<readonly TimelineRow[]> {
  const { tenantId } = tx;
  // Passes the requests as one JSON list, which allows a cached plan. With array parameters PostgreSQL planned the
  // query each time, which took longer than the execution.
  const asked = requests.map((r, i) => ({
    i,
    counter_id: r.counterId,
    first_at: instant(r.firstAt),
    last_at: instant(r.lastAt),
  }));
  return tx.query(sql<TimelineRow>`
      select
        x.i, ${ms("p.at")} as previous_ms, p.count as previous_count, ${ms("b.at")} as before_ms,
        b.count as before_count, ${ms("e.at")} as end_ms, rows.list,
        a.archived_before is not null as is_archived
      from json_to_recordset(${JSON.stringify(asked)}::json) as x (
        i int, counter_id bigint, first_at timestamptz, last_at timestamptz
      )
      left join lateral (
        select r.at, r.count
        from reading r
        where r.tenant_id = ${tenantId}
          and r.counter_id = x.counter_id
          and r.at < x.first_at
          and not ${isQuarantined(tenantId)}
        order by r.at desc, r.count desc
        limit 1
      ) p on true
      left join lateral (
        select r.at, r.count
        from reading r
        where r.tenant_id = ${tenantId}
          and r.counter_id = x.counter_id
          and r.at <= date_trunc('hour', p.at)
          and not ${isQuarantined(tenantId)}
        order by r.at desc, r.count desc
        limit 1
      ) b on p.at is not null
      left join lateral (
        select r.at
        from reading r
        where r.tenant_id = ${tenantId}
          and r.counter_id = x.counter_id
          and r.at > x.last_at
          and not ${isQuarantined(tenantId)}
        order by r.at, r.count
        limit 1
      ) n on true
      left join lateral (
        select r.at
        from reading r
        where r.tenant_id = ${tenantId}
          and r.counter_id = x.counter_id
          and r.at >= date_trunc('hour', n.at - interval '1 millisecond') + interval '1 hour'
          and not ${isQuarantined(tenantId)}
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
      left join counter_state a on a.tenant_id = ${tenantId} and a.counter_id = x.counter_id
      order by x.i
    `);
}
