/**
 * Fast path: adds a reading that arrives in order, using only the counter's state in memory. The result equals that
 * of `derive`. For any other reading it returns a reason, and the caller uses the slow path.
 */
import { boundariesOf } from "./boundary.ts";
import { type CounterFacts, standardOf } from "./derive.ts";
import type { HourFigures } from "./hour-figures.ts";
import { spreadPiece } from "./interval.ts";
import type { Standard } from "./standard.ts";
import { type Binding, type CounterType, type Point, type RawReading, UNBOUND } from "./timeline.ts";

/** State of one counter in memory. It is immutable: `append` returns a new state, so a failed write loses nothing. */
export interface CounterState {
  readonly type: CounterType;
  /** Device time of the last raw reading, whether accepted or quarantined, ms. */
  readonly rawAt: number;
  readonly rawCount: number;
  /** Device time of the last accepted reading, ms. */
  readonly at: number;
  readonly count: number;
  /** Device time of the last reading with shots, ms. 0: none yet. */
  readonly shotAt: number;
  /** Shots of the last accepted reading. */
  readonly lastShots: number;
  /** Mold of the open binding, and its binding id. Both are UNBOUND (0) if there is no open binding. */
  readonly moldId: number;
  readonly bindingId: number;
  /** Start of the current period on that mold, or on no mold, ms. Null: the counter was never on a mold. */
  readonly since: number | null;
  /**
   * The fast path accepts readings up to this moment, ms: the next bind or unbind. Infinity: there is none. 0: a
   * count was typed for that bind or unbind. Then each reading changes the shots between the last reading and the
   * typed count, so the slow path is needed.
   */
  readonly fastUntil: number;
  /** Standard cycle that was in force for the mold at the last accepted reading. */
  readonly standard: Standard;
}

export interface StateParts {
  readonly lastRaw: Point;
  readonly lastAccepted: Point;
  readonly shotAt: number;
  readonly lastShots: number;
}

/** Builds the state after the slow path has run, or when a counter is first loaded. */
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

export interface Appended {
  readonly state: CounterState;
  /** Shots since the last accepted reading. All of them belong to the open binding or, without one, to no mold. */
  readonly shots: number;
  readonly hours: readonly HourFigures[];
}

/**
 * Reason why the fast path cannot add a reading. `duplicate`: the reading equals the last raw reading, so nothing
 * needs to be done. `late`: the reading is not newer than the last raw reading; it may be a duplicate, a conflict, or
 * split an interval.
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
