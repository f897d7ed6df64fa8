import { float8Column, int2Column, int4Column, int8Column, textColumn } from "../../kernel/db/column.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import type { HourFigures } from "../core/index.ts";
import type { IncomingReading } from "./incoming.ts";

// The rows of a batch are sent to PostgreSQL as one array per column. Times are epoch ms as doubles: converting a
// double takes a fifth of the time of parsing a timestamp text.

/** A reading and the time at which it counts (`at`, ms). */
export interface TimedReading {
  readonly at: number;
  /**
   * Device time that was rejected, ms. The reading then counts at the time at which the server received it. 0: no
   * device time could be read. null: the device time was usable and is `at`.
   */
  readonly deviceAt: number | null;
  readonly in: IncomingReading;
}

export const readingColumns = sql.raw(
  `counter_id, at, count, received_at, device_at, channel, flags, battery, low_battery, rssi, lng, lat,
  removed, reader_id, cycles`,
);

/**
 * Returns a SELECT of the readings. It has the column tenant_id and the columns that `readingColumns` lists. The caller
 * may append a WHERE clause. `flags` is a bit mask, by default 0. Bit 0 marks a late reading (`lateFlag` in
 * slow-path.ts).
 */
export function readingRows(
  tenantId: number,
  rows: readonly (TimedReading & { readonly flags?: number })[],
): Sql {
  return sql`
    select
      ${tenantId}::int, counter_id, to_timestamp(at / 1000), count,
      to_timestamp(received_at / 1000), to_timestamp(device_at / 1000), channel, flags, battery,
      low_battery, rssi, lng, lat, removed, reader_id, cycles::int[]
    from unnest(
      ${int8Column(rows, (r) => r.in.counterId)}::bigint[], ${float8Column(rows, (r) => r.at)}::float8[],
      ${int8Column(rows, (r) => r.in.count)}::bigint[],
      ${float8Column(rows, (r) => r.in.receivedAt)}::float8[],
      ${float8Column(rows, (r) => r.deviceAt)}::float8[],
      ${int2Column(rows, (r) => r.in.channel)}::smallint[],
      ${int2Column(rows, (r) => r.flags ?? 0)}::smallint[],
      ${int2Column(rows, (r) => r.in.battery)}::smallint[],
      ${int2Column(rows, (r) => r.in.lowBattery)}::smallint[],
      ${int2Column(rows, (r) => r.in.rssi)}::smallint[], ${float8Column(rows, (r) => r.in.lng)}::float8[],
      ${float8Column(rows, (r) => r.in.lat)}::float8[], ${int2Column(rows, (r) => r.in.removed)}::smallint[],
      ${textColumn(rows, (r) => r.in.readerId)}::text[],
      ${textColumn(rows, (r) => (r.in.cycles === null ? null : `{${r.in.cycles.join()}}`))}::text[]
    ) as x (${readingColumns})
  `;
}

export const hourColumns = sql.raw(
  `mold_id, hour, counter_id, shots, run_ms, cycle_ms, cycle_count, cycle_min, cycle_max,
  within_count, fast_count, slow_count, estimated`,
);

/**
 * Returns a SELECT of the figures per hour, with the columns tenant_id and `hourColumns`. The caller may append a
 * WHERE clause.
 */
export function hourRows(
  tenantId: number,
  rows: readonly { readonly counterId: number; readonly h: HourFigures }[],
): Sql {
  return sql`
    select
      ${tenantId}::int, mold_id, to_timestamp(hour / 1000), counter_id, shots, run_ms, cycle_ms,
      cycle_count, cycle_min, cycle_max, within_count, fast_count, slow_count, estimated
    from unnest(
      ${int8Column(rows, (r) => r.h.moldId)}::bigint[], ${float8Column(rows, (r) => r.h.hour)}::float8[],
      ${int8Column(rows, (r) => r.counterId)}::bigint[], ${int8Column(rows, (r) => r.h.shots)}::bigint[],
      ${int8Column(rows, (r) => r.h.runMs)}::bigint[], ${int8Column(rows, (r) => r.h.cycleMs)}::bigint[],
      ${int4Column(rows, (r) => r.h.cycleCount)}::int[],
      ${int4Column(rows, (r) => (r.h.cycleCount ? r.h.cycleMin : null))}::int[],
      ${int4Column(rows, (r) => (r.h.cycleCount ? r.h.cycleMax : null))}::int[],
      ${int4Column(rows, (r) => r.h.within)}::int[], ${int4Column(rows, (r) => r.h.fast)}::int[],
      ${int4Column(rows, (r) => r.h.slow)}::int[], ${int8Column(rows, (r) => r.h.estimated)}::bigint[]
    ) as x (${hourColumns})
  `;
}
