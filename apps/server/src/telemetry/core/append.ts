/**
 * Fast path: takes an ordinary reading in order, using only the counter's state in memory.
 * Its result equals that of `derive`; otherwise it declines, and the slow path takes the reading.
 */
import { boundariesOf } from "./boundary.ts";
import { type CounterFacts, standardOf } from "./derive.ts";
import type { HourFigures } from "./hour-figures.ts";
import { spreadPiece } from "./interval.ts";
import type { Standard } from "./standard.ts";
import { type Binding, type CounterType, type Point, type RawReading, UNBOUND } from "./timeline.ts";

/** State in memory per counter. It is immutable: `append` returns a new one, so a failed write loses nothing. */
export interface CounterState {
  readonly type: CounterType;
  /** The last raw reading, whether it counts or not. */
  readonly rawAt: number;
  readonly rawCount: number;
  /** The last accepted reading. */
  readonly at: number;
  readonly count: number;
  /** Device time of the last reading with shots; 0: none yet. */
  readonly shotAt: number;
  /** Shots of the last accepted reading. */
  readonly lastShots: number;
  /** The open binding; both UNBOUND (0) when there is none. */
  readonly moldId: number;
  readonly bindingId: number;
  /** Begin of the time on that mold, or on no mold, ms; null: the counter was never on a mold. */
  readonly since: number | null;
  /**
   * The fast path takes readings up to this moment, ms: the next bind or unbind. Infinity: there is none.
   * 0 if a count was typed for that bind or unbind. Each reading then changes the shots from the last reading to the
   * typed count.
   */
  readonly fastUntil: number;
  /** Standard of the open binding's mold at the last accepted reading. */
  readonly standard: Standard;
}

export interface StateParts {
  readonly lastRaw: Point;
  readonly lastAccepted: Point;
  readonly shotAt: number;
  readonly lastShots: number;
}

/** Builds the state after the slow path, or when a counter is first loaded. */
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
  /** Shots since the last accepted reading. All belong to the open binding, or all to no mold. */
  readonly shots: number;
  readonly hours: readonly HourFigures[];
}

/**
 * Reason why the fast path declines a reading.
 * `duplicate`: it repeats the last raw reading and nothing needs to be done. `late`: it is not after the last raw
 * reading. It may be a duplicate, a conflict, or split an interval.
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
