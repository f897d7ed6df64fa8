/**
 * Figures that are derived for single readings, such as the shots that a reading added. The warning state machine, the
 * counter log and live events use them.
 */
import type { Appended } from "./append.ts";
import { type Boundary, boundariesOf } from "./boundary.ts";
import { type CounterFacts, standardOf, visitPieces, type Window } from "./derive.ts";
import type { HourFigures } from "./hour-figures.ts";
import { spreadPiece } from "./interval.ts";
import { UNBOUND } from "./timeline.ts";

export interface ReadingFacts {
  /** Mold that the counter was on before the reading. UNBOUND (0): no mold. */
  readonly moldId: number;
  /**
   * Moment at which the counter came onto the mold `moldId`, ms. For a counter on no mold: moment at which it left its
   * last mold. Null: the counter was never on a mold.
   */
  readonly since: number | null;
  /** Shots that the reading added to the mold `moldId`. */
  readonly shots: number;
  /** Shots that the reading added to no mold: they were made while the counter was on no mold. */
  readonly unboundShots: number;
  /** Sum of the known cycles of the mold's shots, ms. */
  readonly cycleMs: number;
  /** Number of shots whose cycle is known. */
  readonly cycleCount: number;
  /** Standard cycle of the mold at the time of the reading, ms. 0: no standard is set. */
  readonly standardMs: number;
}

/** Returns the figures of each reading of the window. Quarantined readings have 0 shots. */
export function factsOfReadings(facts: CounterFacts, window: Omit<Window, "isEnd">): ReadingFacts[] {
  const boundaries = boundariesOf(facts.bindings);
  let next = 0;
  let latest: Boundary | undefined;
  const result = window.readings.map(({ at }) => {
    for (let b = boundaries[next]; b !== undefined && b.at < at; b = boundaries[++next]) latest = b;
    const moldId = latest?.kind === "bind" ? latest.binding.moldId : UNBOUND;
    return {
      moldId,
      since: latest?.at ?? null,
      shots: 0,
      unboundShots: 0,
      cycleMs: 0,
      cycleCount: 0,
      standardMs: standardOf(facts, moldId, at).cycleMs,
    };
  });
  // Shots after the last reading belong to no reading, so the end of the timeline does not matter.
  visitPieces(facts, { ...window, isEnd: false }, (piece, index, standard) => {
    const reading = result[index];
    if (reading === undefined) return;
    if (piece.moldId === UNBOUND) reading.unboundShots += piece.shots;
    else if (piece.moldId === reading.moldId) {
      reading.shots += piece.shots;
      addCycles(reading, spreadPiece(piece, standard, facts.type.minMsPerShot));
    }
  });
  return result;
}

/** Returns the figures of a reading that the fast path (`append`) has added. */
export function factsOfAppended({ state, shots, hours }: Appended): ReadingFacts {
  const isBound = state.moldId !== UNBOUND;
  const cycles = { cycleMs: 0, cycleCount: 0 };
  if (isBound) addCycles(cycles, hours);
  return {
    moldId: state.moldId,
    since: state.since,
    shots: isBound ? shots : 0,
    unboundShots: isBound ? 0 : shots,
    ...cycles,
    standardMs: state.standard.cycleMs,
  };
}

function addCycles(sum: { cycleMs: number; cycleCount: number }, hours: readonly HourFigures[]): void {
  for (const hour of hours) {
    sum.cycleMs += hour.cycleMs;
    sum.cycleCount += hour.cycleCount;
  }
}
