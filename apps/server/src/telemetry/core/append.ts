/**
 * The fast path: an in-order reading with nothing special about it, from the counter's state in memory. It gives
 * what `derive` would give, or declines; it never guesses.
 */
import { boundariesOf } from "./boundary.ts";
import { type CounterFacts, standardOf } from "./derive.ts";
import type { HourFigures } from "./hour-figures.ts";
import { spreadPiece } from "./interval.ts";
import type { Standard } from "./standard.ts";
import { type Binding, type CounterType, type Point, type RawReading, UNBOUND } from "./timeline.ts";

/** What is kept in memory per counter. A plain value: `append` gives a new one, so a failed write loses nothing. */
export interface CounterState {
  readonly type: CounterType;
  /** The last raw reading, whether it counts or not. */
  readonly rawAt: number;
  readonly rawCount: number;
  /** The last accepted reading. */
  readonly at: number;
  readonly count: number;
  /** Device time of the last reading that brought shots; 0: none yet. */
  readonly shotAt: number;
  /** Shots of the last accepted reading. */
  readonly lastShots: number;
  /** The open binding; both UNBOUND (0) when there is none. */
  readonly moldId: number;
  readonly bindingId: number;
  /** Since when it has been on that mold, or on none, ms; null: it was never on one. */
  readonly since: number | null;
  /**
   * Readings up to here are on the near side of the next bind or unbind, ms; Infinity: none lies ahead. 0 when a
   * count was typed for one ahead: those shots are the last reading's to the typed count, so each reading moves them.
   */
  readonly fastUntil: number;
  /** Of the open binding's mold, as at the last accepted reading. */
  readonly standard: Standard;
}

export interface StateParts {
  readonly lastRaw: Point;
  readonly lastAccepted: Point;
  readonly shotAt: number;
  readonly lastShots: number;
}

/** The state after the slow path (or when a counter is first loaded). */
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
  /** Shots since the last accepted reading, all of the open binding (or unbound). */
  readonly shots: number;
  readonly hours: readonly HourFigures[];
}

/**
 * Why a reading has to take the slow path. `duplicate`: nothing is to be done, it is the last raw reading again.
 * `late`: not after the last raw reading, so it may be a duplicate, a conflict, or split a stretch.
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
