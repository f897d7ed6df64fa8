/**
 * Fast path of the count ledger: adds one reading to a counter's figures, using only the counter's state in memory. If
 * this is not possible, for example because the reading is late or follows a bind, `append` returns the reason. The
 * caller then derives the figures from the stored readings (slow path). Both paths give the same figures.
 */
import { boundariesOf } from "./boundary.ts";
import { type CounterFacts, standardOf } from "./derive.ts";
import type { HourFigures } from "./hour-figures.ts";
import { spreadPiece } from "./interval.ts";
import type { Standard } from "./standard.ts";
import { type Binding, type CounterType, type Point, type RawReading, UNBOUND } from "./timeline.ts";

/**
 * State of one counter, from which `append` adds the next reading without a query. The state is immutable: `append`
 * returns a new state, so a failed write loses nothing.
 */
export interface CounterState {
  readonly type: CounterType;
  /** Device time of the latest reading, whether it was accepted or quarantined, ms. */
  readonly rawAt: number;
  readonly rawCount: number;
  /** Device time of the latest accepted reading, ms. */
  readonly at: number;
  readonly count: number;
  /** Device time of the latest accepted reading with shots, ms. 0: no reading had shots yet. */
  readonly shotAt: number;
  /** Shots that the latest accepted reading added. */
  readonly lastShots: number;
  /** Mold of the open binding. UNBOUND (0): there is no open binding. */
  readonly moldId: number;
  /** Id of the open binding. UNBOUND (0): there is no open binding. */
  readonly bindingId: number;
  /**
   * Moment at which the counter came onto the mold `moldId`, ms. For a counter on no mold: moment at which it left its
   * last mold. Null: the counter was never on a mold.
   */
  readonly since: number | null;
  /**
   * Device time up to which `append` accepts readings, ms: the time of the next bind or unbind at or after the latest
   * accepted reading. Infinity: there is none. 0: `append` accepts no reading, because a user typed the count for a
   * bind or unbind at or after that reading. Each new reading then changes how many shots belong to the time before the
   * bind or unbind.
   */
  readonly fastUntil: number;
  /**
   * Standard cycle of the mold of the open binding. This is the version that was in force at the latest accepted
   * reading. If a newer version is in force at the time of the next reading, `append` declines that reading.
   */
  readonly standard: Standard;
}

export interface StateParts {
  readonly lastRaw: Point;
  readonly lastAccepted: Point;
  readonly shotAt: number;
  readonly lastShots: number;
}

/**
 * Builds the state of a counter: when the counter is first loaded, and again after `append` has declined a reading and
 * the figures were derived from the stored readings.
 */
export function openState(facts: CounterFacts, parts: StateParts): CounterState {
  const { lastRaw, lastAccepted } = parts;
  const boundaries = boundariesOf(facts.bindings);
  let fastUntil = Number.POSITIVE_INFINITY;
  let open: Binding | null = null;
  let since: number | null = null;
  for (const boundary of boundaries) {
    if (boundary.at >= lastAccepted.at) {
      fastUntil = boundary.given === null ? Math.min(fastUntil, boundary.at) : 0;
    } else {
      open = boundary.kind === "bind" ? boundary.binding : null;
      since = boundary.at;
    }
  }
  const moldId = open?.moldId ?? UNBOUND;
  return {
    type: facts.type,
    rawAt: lastRaw.at,
    rawCount: lastRaw.count,
    at: lastAccepted.at,
    count: lastAccepted.count,
    shotAt: parts.shotAt,
    lastShots: parts.lastShots,
    moldId,
    bindingId: open?.bindingId ?? UNBOUND,
    since,
    fastUntil,
    standard: standardOf(facts, moldId, lastAccepted.at),
  };
}

/**
 * Returns the state after the first reading of a counter. The first reading adds no shots, because there is no earlier
 * count. Returns null if the figures must be derived from the stored readings instead: the count is out of range, or a
 * user typed a count for a bind or unbind. Such a typed count may prove shots before the reading.
 */
export function openFirst(facts: CounterFacts, first: Point): CounterState | null {
  if (first.count > facts.type.maxCount || boundariesOf(facts.bindings).some((b) => b.given !== null))
    return null;
  const { at, count } = first;
  const point = { at, count };
  return openState(facts, { lastRaw: point, lastAccepted: point, shotAt: 0, lastShots: 0 });
}

export interface Appended {
  readonly state: CounterState;
  /**
   * Shots that this reading added. All of them belong to the open binding. Without an open binding, they belong to no
   * mold.
   */
  readonly shots: number;
  readonly hours: readonly HourFigures[];
}

/**
 * Reason why `append` declines a reading:
 * - `duplicate`: the reading equals the latest one, so nothing needs to be done.
 * - `late`: the reading is not newer than the latest one. It may be a duplicate or a conflict, or it may split an
 *   interval.
 * - `boundary`: there is a bind or unbind at or after the latest accepted reading and before this reading. Or a user
 *   typed the count of any bind or unbind at or after the latest accepted reading.
 * - `backwards`: the count is smaller than the latest accepted one.
 * - `range`: the count is greater than the maximum of this counter type.
 * - `rate`: no machine can make so many shots in the time since the latest accepted reading.
 * - `standard`: a new version of the mold's standard cycle is in force.
 */
export type Declined = "duplicate" | "late" | "boundary" | "backwards" | "range" | "rate" | "standard";

export function append(state: CounterState, reading: RawReading): Appended | Declined {
  const { at, count } = reading;
  if (at <= state.rawAt) return at === state.rawAt && count === state.rawCount ? "duplicate" : "late";
  if (at > state.fastUntil) return "boundary";
  if (count > state.type.maxCount) return "range";
  const shots = count - state.count;
  if (shots < 0) return "backwards";
  if (at - state.at < state.type.minMsPerShot * shots) return "rate";
  if (at >= state.standard.until) return "standard";
  const cycles = reading.cycles ?? null;
  const piece = {
    from: state.at,
    to: at,
    shots,
    moldId: state.moldId,
    bindingId: state.bindingId,
    cycles,
    cyclesEnd: cycles === null ? 0 : cycles.length,
  };
  return {
    state: {
      type: state.type,
      rawAt: at,
      rawCount: count,
      at,
      count,
      shotAt: shots > 0 ? at : state.shotAt,
      lastShots: shots,
      moldId: state.moldId,
      bindingId: state.bindingId,
      since: state.since,
      fastUntil: state.fastUntil,
      standard: state.standard,
    },
    shots,
    hours: spreadPiece(piece, state.standard, state.type.minMsPerShot),
  };
}
