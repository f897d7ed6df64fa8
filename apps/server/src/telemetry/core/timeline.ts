/**
 * The words of the count ledger. All times are integer milliseconds since the epoch (UTC), all durations
 * integer milliseconds, all counts and shots integers: nothing here is ever a rounded sum.
 */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Stands for "on no mold" wherever a mold or a binding is named by number. */
export const UNBOUND = 0;

/** A count at a moment. */
export interface Point {
  /** Effective device time, ms. */
  readonly at: number;
  /** What the counter showed: shots since it left the factory. */
  readonly count: number;
}

/** A stored reading. Per counter, (at, count) is its identity. */
export interface RawReading extends Point {
  /** Reported cycles of the shots since the reading before, ms, oldest first. */
  readonly cycles?: readonly number[] | null | undefined;
}

/** What is particular to a make of counter. */
export interface CounterType {
  /** The greatest count it can show; the next shot shows 0. */
  readonly maxCount: number;
  /** No machine is faster than this, ms per shot. */
  readonly minMsPerShot: number;
}

export const DEFAULT_COUNTER_TYPE: CounterType = { maxCount: 2 ** 32 - 1, minMsPerShot: 500 };

/** Counter C was on mold M from `boundAt` until `unboundAt` (null: still is). Counts are null where not read. */
export interface Binding {
  readonly bindingId: number;
  readonly moldId: number;
  readonly boundAt: number;
  readonly boundCount: number | null;
  readonly unboundAt: number | null;
  readonly unboundCount: number | null;
}

/** By device time, ties by count: the one order in which readings mean anything. */
export function compareReadings(a: Point, b: Point): number {
  return a.at - b.at || a.count - b.count;
}

/** Names a reading of a counter, e.g. in the set of released ones. */
export function readingKey(reading: Point): string {
  return `${reading.at}:${reading.count}`;
}

/** Start of the hour in which a stretch beginning at `at` begins. */
export function hourBeginning(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS;
}

/** Start of the hour in which a stretch ending at `at` ends: a shot counted at 10:00:00.000 was made before it. */
export function hourEnding(at: number): number {
  return Math.floor((at - 1) / HOUR_MS) * HOUR_MS;
}

/** Start of the UTC day. */
export function dayBeginning(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS;
}
