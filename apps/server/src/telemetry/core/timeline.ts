/**
 * Basic types of the count ledger.
 * Times are integer milliseconds since the epoch (UTC) and durations are integer milliseconds. Counts and shots are
 * integers, so no sum is ever rounded.
 */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Mold id or binding id that means: the counter is on no mold. */
export const UNBOUND = 0;

/** Cumulative count of a counter at a moment. */
export interface Point {
  /**
   * Moment of the reading, ms: the device time. If the counter's clock is not set, the time at which the server
   * received the reading.
   */
  readonly at: number;
  /**
   * Count that the counter shows: all shots since it left the factory, unless it was restarted or passed its maximum.
   */
  readonly count: number;
}

/** Stored reading. The pair (at, count) is unique per counter. */
export interface RawReading extends Point {
  /** Cycles of the shots since the previous reading as the counter reported them, ms, oldest first. */
  readonly cycles?: readonly number[] | null | undefined;
}

/** Limits of a counter model. Readings outside these limits are implausible. */
export interface CounterType {
  /** Maximum count. After it the counter continues with 0. */
  readonly maxCount: number;
  /**
   * A smaller count can be a wrap (a step over the maximum to 0) only if the count before it was at most this far below
   * the maximum. Undefined: 1 % of the maximum.
   */
  readonly wrapDistance?: number;
  /** Shortest cycle that any machine can make, ms per shot. */
  readonly minMsPerShot: number;
}

export const DEFAULT_COUNTER_TYPE: CounterType = { maxCount: 2 ** 32 - 1, minMsPerShot: 500 };

/**
 * Smallest `wrapDistance` of a counter with a declared maximum. With a maximum of 8 or 16 bits it covers the whole
 * range, so every smaller count can be a wrap (a step over the maximum to 0).
 */
export const MIN_WRAP_DISTANCE = 65_536;

/** Returns the limits of a counter by the declared maximum of its count. Null: the limits of the default type. */
export function counterTypeOf(maxCount: number | null): CounterType {
  if (maxCount === null) return DEFAULT_COUNTER_TYPE;
  const wrapDistance = Math.max(maxCount / 100, MIN_WRAP_DISTANCE);
  return { maxCount, wrapDistance, minMsPerShot: DEFAULT_COUNTER_TYPE.minMsPerShot };
}

/**
 * Period in which a counter is on a mold. `unboundAt` is null while the binding is open. `boundCount` and
 * `unboundCount` are the counts that a user typed, or null.
 */
export interface Binding {
  readonly bindingId: number;
  readonly moldId: number;
  readonly boundAt: number;
  readonly boundCount: number | null;
  readonly unboundAt: number | null;
  readonly unboundCount: number | null;
}

/** Compares readings by device time, then by count. All computations use this order. */
export function compareReadings(a: Point, b: Point): number {
  return a.at - b.at || a.count - b.count;
}

/** Returns the key of a reading. The key is unique within the counter. The set of released readings uses it. */
export function readingKey(reading: Point): string {
  return `${reading.at}:${reading.count}`;
}

/** Returns the start of the UTC hour to which an interval beginning at `at` belongs. */
export function hourBeginning(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS;
}

/**
 * Returns the start of the UTC hour to which an interval ending at `at` belongs. A shot counted at 10:00:00.000 was
 * made in the hour before.
 */
export function hourEnding(at: number): number {
  return Math.floor((at - 1) / HOUR_MS) * HOUR_MS;
}

/** Returns the start of the UTC day that contains `at`. */
export function dayBeginning(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS;
}
