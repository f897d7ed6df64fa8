import { sql } from "../../kernel/db/sql.ts";
import type { Point, RawReading } from "../core/index.ts";
import { isQuarantined } from "./is-quarantined.ts";

/** A stored reading with the fields that the computation of shots and the warning state machine need. */
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
  /** The last accepted reading before `firstAt`. null: there is none. */
  readonly previous: Point | null;
  /**
   * The last accepted reading at or before the start of the hour that contains the reading `previous` (the last one
   * before the change). The computation of the figures begins after this reading. null: there is none.
   */
  readonly before: Point | null;
  /**
   * Readings of the requested part: those after the reading `before`, up to the first accepted reading after the
   * changed hours.
   */
  readonly readings: readonly StoredReading[];
  /** True: `readings` reaches the end of the counter's timeline. False: later readings may follow. */
  readonly isEnd: boolean;
}

/** A stored reading as the database returns it: an array of the values that `readingColumns` selects. */
export type ReadingArray = readonly [
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
];

export const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`);
/** Columns of a reading as a JSON array, in the order in which `readingOf` takes them. */
export const readingColumns = (tenantId: number) => sql`
  json_build_array(
    ${ms("r.at")}, r.count, r.cycles, ${isQuarantined(tenantId)}, r.battery, r.low_battery,
    r.rssi, r.removed, r.lng, r.lat
  )
`;
export const instant = (msValue: number) =>
  Number.isFinite(msValue) ? new Date(msValue).toISOString() : msValue > 0 ? "infinity" : "-infinity";

/** Converts a reading from the array in which the database returns it (`readingColumns`). */
export function readingOf([
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
