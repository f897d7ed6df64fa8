import type { Tx } from "../../../kernel/db/db.ts";
import { sql } from "../../../kernel/db/sql.ts";
import {
  compareReadings,
  HOUR_MS,
  hourBeginning,
  hourEnding,
  type Point,
  readingKey,
} from "../../core/index.ts";
import { ms, type StoredReading, type Timeline, type TimelineRequest } from "../stored-reading.ts";
import { partsOf, readingsOfPart } from "./archived-readings.ts";
import type { ArchivedReading } from "./reading-file.ts";

const point = (r: Point | undefined) => (r ? { at: r.at, count: r.count } : null);

/**
 * Returns the bounds of the part of a timeline that a change affects. `previous` is the last accepted reading before
 * the change. `before` is the last accepted reading up to the start of the hour of `previous`; the part begins after
 * it. `end` is the time of the reading with which the part ends. Null: the part reaches the end of the timeline. The
 * statement of `loadTimelines` follows the same rules.
 */
function windowOf(readings: readonly StoredReading[], { firstAt, lastAt }: TimelineRequest) {
  const accepted = readings.filter((r) => !r.isQuarantined);
  const previous = accepted.findLast((r) => r.at < firstAt);
  const before = previous && accepted.findLast((r) => r.at <= hourBeginning(previous.at));
  const next = accepted.find((r) => r.at > lastAt);
  const end = next && accepted.find((r) => r.at >= hourEnding(next.at) + HOUR_MS);
  return { previous: point(previous), before: point(before), end: end?.at ?? null };
}

/**
 * Reads a part of a counter's timeline from the archive and from the table, and writes nothing. `rows`: all readings of
 * the table up to the end of the requested part. `isEnd`: `rows` reach the end of the timeline.
 */
export async function readArchivedTimeline(
  tx: Tx,
  request: TimelineRequest,
  rows: readonly StoredReading[],
  isEnd: boolean,
): Promise<Timeline> {
  const { counterId, firstAt, lastAt } = request;
  const parts = await partsOf(tx, counterId);
  const first = rows[0]?.at ?? Number.POSITIVE_INFINITY;
  const quarantined = await tx.query(sql<{ at: number; count: number }>`
    select ${ms("q.at")} as at, q.count
    from quarantine q
    where q.tenant_id = ${tx.tenantId} and q.counter_id = ${counterId} and q.payload is null and q.quarantined
  `);
  const isOut = new Set(quarantined.map(readingKey));
  const stored = (r: ArchivedReading): StoredReading => {
    const at = Math.floor(r.at / 1000);
    return {
      at,
      count: r.count,
      cycles: r.cycles === null ? null : r.cycles === "" ? [] : r.cycles.split(",").map(Number),
      isQuarantined: isOut.has(readingKey({ at, count: r.count })),
      battery: r.battery,
      lowBattery: r.low_battery,
      rssi: r.rssi,
      removed: r.removed,
      lng: r.lng,
      lat: r.lat,
    };
  };
  // Months of the archive in order. The later parts (files) of a month contain readings that arrived late.
  const months = [...new Set(parts.map((p) => p.from_ms))].map((from) =>
    parts.filter((p) => p.from_ms === from),
  );
  const read = async (month: typeof parts | undefined) => {
    const list: StoredReading[] = [];
    for (const p of month ?? [])
      for await (const chunk of readingsOfPart(tx, counterId, p))
        for (const r of chunk) {
          // Skips archived readings that are also in the table, because the caller has already read these (`rows`).
          const s = stored(r);
          if (s.at < first) list.push(s);
        }
    return list;
  };
  const untilOf = (i: number) => months[i]?.[0]?.until_ms ?? Number.POSITIVE_INFINITY;
  let low = Math.max(
    0,
    months.findIndex((_, i) => untilOf(i) > firstAt),
  );
  if (firstAt >= untilOf(months.length - 1)) low = months.length - 1;
  let high = months.findLastIndex((m) => (m[0]?.from_ms ?? 0) <= lastAt);
  if (high < low) high = low;
  const archived: StoredReading[] = [];
  for (let i = low; i <= high; i++) archived.push(...(await read(months[i])));
  for (;;) {
    archived.sort(compareReadings);
    const all = high >= months.length - 1 ? [...archived, ...rows] : archived;
    const { previous, before, end } = windowOf(all, request);
    if (before === null && low > 0) archived.push(...(await read(months[--low])));
    else if (end === null && high < months.length - 1) archived.push(...(await read(months[++high])));
    else
      return {
        previous,
        before,
        readings: all.filter((r) => r.at > (before?.at ?? Number.NEGATIVE_INFINITY) && r.at <= (end ?? r.at)),
        isEnd: end === null && isEnd,
      };
  }
}
