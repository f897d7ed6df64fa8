/**
 * Which raw readings count, and how many shots each adds. A fold from the left whose whole memory is the last
 * accepted reading; that is why a late reading changes only a short stretch (see `findConvergence`).
 */
import { type CounterType, type Point, type RawReading, readingKey } from "./timeline.ts";

/**
 * Why a reading does not count (until an operator releases it):
 * `conflict`: another count stands for the same moment;
 * `range`: more than this type of counter can show;
 * `rate`: more shots than any machine makes in that time;
 * `backstep`: the count fell by 1 % or less. A restart begins at 0; coming back to 99 % of the old count
 * between two readings is not one, and taking it for one would count the whole life of the counter twice.
 */
export type QuarantineReason = "conflict" | "range" | "rate" | "backstep";

/** `reset`: began again at 0. `wrap`: passed its greatest count. `backstep`: a released fall, a new baseline. */
export type ChainFlag = "reset" | "wrap" | "backstep";

export interface Outcome {
  readonly accepted: boolean;
  /** Null when accepted. */
  readonly reason: QuarantineReason | null;
  readonly flag: ChainFlag | null;
  /** Shots since the last accepted reading; 0 for a baseline and for what does not count. */
  readonly shots: number;
}

export interface ChainResult {
  /** One per reading, same order. */
  readonly outcomes: readonly Outcome[];
  readonly last: Point | null;
}

const BASELINE: Outcome = { accepted: true, reason: null, flag: null, shots: 0 };
const CONFLICT: Outcome = { accepted: false, reason: "conflict", flag: null, shots: 0 };
const RANGE: Outcome = { accepted: false, reason: "range", flag: null, shots: 0 };
const RATE: Outcome = { accepted: false, reason: "rate", flag: null, shots: 0 };
const BACKSTEP: Outcome = { accepted: false, reason: "backstep", flag: null, shots: 0 };
const RELEASED_BACKSTEP: Outcome = { accepted: true, reason: null, flag: "backstep", shots: 0 };

/** True when no machine can have made `shots` in `ms`. */
export function isTooFast(shots: number, ms: number, type: CounterType): boolean {
  return shots > 0 && ms < type.minMsPerShot * shots;
}

/** One reading against the last accepted one. */
function judge(before: Point | null, reading: Point, type: CounterType, released: boolean): Outcome {
  if (reading.count > type.maxCount && !released) return RANGE;
  if (before === null) return BASELINE;
  const ms = reading.at - before.at;
  let shots = reading.count - before.count;
  let flag: ChainFlag | null = null;
  if (shots < 0) {
    if (-shots * 100 <= before.count) return released ? RELEASED_BACKSTEP : BACKSTEP;
    // After the greatest count comes 0, which is a shot too: hence the + 1.
    const wrapped = type.maxCount - before.count + reading.count + 1;
    const isNearMax = before.count <= type.maxCount && (type.maxCount - before.count) * 100 <= type.maxCount;
    // A wrap for which there was no time cannot have been one: then the counter was restarted.
    flag = isNearMax && (released || !isTooFast(wrapped, ms, type)) ? "wrap" : "reset";
    shots = flag === "wrap" ? wrapped : reading.count;
  }
  if (!released && isTooFast(shots, ms, type)) return RATE;
  return { accepted: true, reason: null, flag, shots };
}

/**
 * Readings of one moment with different counts: one stands. A released one before others; then the smallest
 * that does not go back (so the choice never over-counts, and never invents a restart); then the smallest.
 * A function of the set, not of the order of arrival.
 */
function chooseOfMoment(
  group: readonly RawReading[],
  before: Point | null,
  released: ReadonlySet<string>,
): RawReading | undefined {
  const freed = group.filter((r) => released.has(readingKey(r)));
  const candidates = freed.length > 0 ? freed : group;
  return candidates.find((r) => before === null || r.count >= before.count) ?? candidates[0];
}

/**
 * @param readings sorted by `compareReadings`, no two the same; never cut within one `at`.
 * @param released keys (`readingKey`) of readings that an operator let through.
 * @param before the last accepted reading before these, null at the very beginning.
 */
export function foldChain(
  readings: readonly RawReading[],
  type: CounterType,
  released: ReadonlySet<string>,
  before: Point | null,
): ChainResult {
  const outcomes: Outcome[] = [];
  let last = before;
  let start = 0;
  while (start < readings.length) {
    const first = readings[start];
    if (first === undefined) break;
    let end = start + 1;
    while (readings[end]?.at === first.at) end++;
    const group = end - start === 1 ? null : readings.slice(start, end);
    const chosen = group === null ? first : (chooseOfMoment(group, last, released) ?? first);
    const verdict = judge(last, chosen, type, released.size > 0 && released.has(readingKey(chosen)));
    if (group === null) outcomes.push(verdict);
    else for (const reading of group) outcomes.push(reading === chosen ? verdict : CONFLICT);
    if (verdict.accepted) last = chosen;
    start = end;
  }
  return { outcomes, last };
}

export interface Convergence {
  /** The reading after which both chains are in the same state. */
  readonly index: number;
  /** The last accepted reading of both at that place: no stretch that begins here or later has changed. */
  readonly last: Point | null;
}

/**
 * Where a refold has met the old chain again, so that everything after it stands as it was; null when it has
 * not by the end of `readings` (load more, or the timeline ends here).
 * @param wasAccepted per reading, as it stood before; false for readings that are new.
 * @param lastChangeAt device time of the last reading that is new, gone, or newly released.
 */
export function findConvergence(
  readings: readonly Point[],
  wasAccepted: readonly boolean[],
  outcomes: readonly Outcome[],
  before: Point | null,
  lastChangeAt: number,
): Convergence | null {
  let oldLast = before;
  let newLast = before;
  for (const [index, reading] of readings.entries()) {
    if (wasAccepted[index]) oldLast = reading;
    if (outcomes[index]?.accepted) newLast = reading;
    const momentComplete = readings[index + 1]?.at !== reading.at;
    if (momentComplete && reading.at >= lastChangeAt && oldLast === newLast) return { index, last: newLast };
  }
  return null;
}
