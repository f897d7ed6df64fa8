/**
 * Decides for each reading whether it counts, and how many shots it adds. The readings are processed in time order, and
 * each is compared only with the last accepted reading. So a late reading changes only a short interval (see
 * `findConvergence`).
 */
import { type CounterType, type Point, type RawReading, readingKey } from "./timeline.ts";

/**
 * Reason why a reading is quarantined until a user releases it:
 * - `conflict`: several readings have the same moment but different counts, and another one of them was chosen.
 * - `range`: the count is greater than the maximum of this counter type.
 * - `rate`: no machine can make so many shots in the time since the last accepted reading.
 * - `backstep`: the count fell by 1 % or less. A restart begins at 0, so this is not a restart. Treating it as a
 *   restart would count all shots of the counter a second time.
 */
export type QuarantineReason = "conflict" | "range" | "rate" | "backstep";

/**
 * `reset`: the count restarted at 0. `wrap`: the count passed its maximum. `backstep`: a user released a reading with a
 * smaller count, so shots are counted from this count on.
 */
export type ChainFlag = "reset" | "wrap" | "backstep";

export interface Outcome {
  readonly accepted: boolean;
  /** Reason why the reading is quarantined. Null: it was accepted. */
  readonly reason: QuarantineReason | null;
  readonly flag: ChainFlag | null;
  /**
   * Shots since the last accepted reading. 0 for a quarantined reading and for a baseline: the first reading, or a
   * reading with a smaller count that a user released.
   */
  readonly shots: number;
}

export interface ChainResult {
  /** Outcome of each reading, in the order of the readings that were passed in. */
  readonly outcomes: readonly Outcome[];
  readonly last: Point | null;
}

const BASELINE: Outcome = { accepted: true, reason: null, flag: null, shots: 0 };
const CONFLICT: Outcome = { accepted: false, reason: "conflict", flag: null, shots: 0 };
const RANGE: Outcome = { accepted: false, reason: "range", flag: null, shots: 0 };
const RATE: Outcome = { accepted: false, reason: "rate", flag: null, shots: 0 };
const BACKSTEP: Outcome = { accepted: false, reason: "backstep", flag: null, shots: 0 };
const RELEASED_BACKSTEP: Outcome = { accepted: true, reason: null, flag: "backstep", shots: 0 };

/** Returns whether `shots` in `ms` are more than any machine can make. */
export function isTooFast(shots: number, ms: number, type: CounterType): boolean {
  return shots > 0 && ms < type.minMsPerShot * shots;
}

/**
 * Returns the shots between two counts if the count passed its maximum between them. Returns undefined if
 * this is impossible, because the first count is too far from the maximum or the time is too short.
 */
export function wrappedShots(before: Point, reading: Point, type: CounterType): number | undefined {
  const shots = shotsOverMax(before, reading, type);
  return isNearMax(before, type) && !isTooFast(shots, reading.at - before.at, type) ? shots : undefined;
}

/**
 * Returns the shots from `before` to the maximum count, plus the shots from 0 to `reading`. The step from the maximum
 * to 0 is a shot too.
 */
const shotsOverMax = (before: Point, reading: Point, type: CounterType): number =>
  type.maxCount - before.count + reading.count + 1;

function isNearMax(before: Point, type: CounterType): boolean {
  const distance = type.wrapDistance ?? type.maxCount / 100;
  return before.count <= type.maxCount && type.maxCount - before.count <= distance;
}

/**
 * Decides whether a reading counts and how many shots it adds, by comparing it with the last accepted reading `before`.
 */
function judge(before: Point | null, reading: Point, type: CounterType, released: boolean): Outcome {
  if (reading.count > type.maxCount && !released) return RANGE;
  if (before === null) return BASELINE;
  const ms = reading.at - before.at;
  let shots = reading.count - before.count;
  let flag: ChainFlag | null = null;
  if (shots < 0) {
    const canWrap = wrappedShots(before, reading, type) !== undefined;
    if (!canWrap && -shots * 100 <= before.count) return released ? RELEASED_BACKSTEP : BACKSTEP;
    // Near the maximum, a smaller count means that the counter passed its maximum (wrap), if the time was long enough
    // for the shots or a user released the reading. Otherwise the counter was restarted.
    flag = canWrap || (isNearMax(before, type) && released) ? "wrap" : "reset";
    shots = flag === "wrap" ? shotsOverMax(before, reading, type) : reading.count;
  }
  if (!released && isTooFast(shots, ms, type)) return RATE;
  return { accepted: true, reason: null, flag, shots };
}

/**
 * Chooses one of several readings that have the same moment and different counts. Order of preference: a reading that a
 * user released; then the smallest count that is not below the last accepted count; then the smallest count. This order
 * prefers too few shots to too many, and it does not depend on the order of arrival.
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
 * Decides for all readings, in order, whether they count.
 *
 * @param readings sorted by time and count (`compareReadings`), without duplicates. All readings with the same `at`
 * must be included.
 * @param released keys (`readingKey`) of readings that a user released
 * @param before the last accepted reading before `readings`; null: there is none
 */
export function evaluateChain(
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
  /** Index of the first reading whose outcome the change (new, removed or released readings) no longer affects. */
  readonly index: number;
  /**
   * Last accepted reading up to `index`. It is the same before and after the change, so all intervals that begin at
   * this reading or later are unchanged.
   */
  readonly last: Point | null;
}

/**
 * Finds the reading after which a change of a timeline (readings that are new, removed or released) has no effect any
 * more. The results after this reading stay valid. Returns null if the change has effects up to the end of `readings`.
 * In that case the caller loads more readings, unless `readings` reach the end of the timeline.
 *
 * @param wasAccepted per reading, whether it counted before the change; false for new readings
 * @param lastChangeAt device time of the last reading that is new, removed or newly released, ms
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
