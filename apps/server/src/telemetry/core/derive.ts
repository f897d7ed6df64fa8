/**
 * Computes hourly figures and totals for a window: a part of a counter's timeline. Inputs are readings, bindings,
 * standard cycles and released readings.
 */
import { type Boundary, bindingBefore, boundariesOf, cutSegment } from "./boundary.ts";
import { type ChainResult, evaluateChain, type Outcome } from "./chain.ts";
import { addToHours, type HourFigures } from "./hour-figures.ts";
import { type Piece, spreadPiece } from "./interval.ts";
import { NO_STANDARD, type Standard, type StandardVersion, standardAt } from "./standard.ts";
import { type Binding, type CounterType, type Point, type RawReading, UNBOUND } from "./timeline.ts";

/** Inputs of the computation of a counter's figures, except the readings. */
export interface CounterFacts {
  readonly type: CounterType;
  readonly reportIntervalMs: number;
  /** Bindings of this counter, in any order. They do not overlap. */
  readonly bindings: readonly Binding[];
  /** Versions of the standard cycle by mold, sorted by `from`. */
  readonly standards: ReadonlyMap<number, readonly StandardVersion[]>;
  /** Keys (`readingKey`) of quarantined readings that a user has released, so that they count. */
  readonly released: ReadonlySet<string>;
}

/**
 * A window: part of a counter's timeline. The results of adjacent windows can be added. A window contains the intervals
 * from the reading `before` to the last accepted reading of the window. Only the window at the end of the timeline also
 * contains later binds and unbinds.
 */
export interface Window {
  /** Last accepted reading before the window. Null: there is none. */
  readonly before: Point | null;
  /**
   * Readings of the window, sorted by time and count (`compareReadings`), without duplicates. All readings with the
   * same `at` must be included.
   */
  readonly readings: readonly RawReading[];
  /** True if the window reaches the end of the timeline: the counter has no later reading. */
  readonly isEnd: boolean;
}

export interface Derived {
  /** Figures per mold and hour. The key is `<mold id>:<start of the hour, ms>`. */
  readonly hours: Map<string, HourFigures>;
  /** Number of shots by binding id. */
  readonly perBinding: Map<number, number>;
  readonly unboundShots: number;
  /** Shots that follow only from a typed count. No reading confirms them. */
  readonly typedShots: number;
  /** Outcome of each reading of the window, in the order of the window's readings. */
  readonly outcomes: readonly Outcome[];
  /** The last accepted reading of the window. If none was accepted, the last accepted reading before the window. */
  readonly last: Point | null;
  /** Device time of the window's last reading with shots, ms. Null: no reading had shots. */
  readonly lastShotAt: number | null;
  /** Shots that the window's last accepted reading added. Null: no reading was accepted. */
  readonly lastShots: number | null;
}

const NONE: readonly Boundary[] = [];

/**
 * Callback for a piece: the shots of one binding between two readings. `readingIndex` is the index of the second
 * reading, or −1 if the piece lies after the last reading.
 */
export type PieceVisitor = (piece: Piece, readingIndex: number, standard: Standard) => void;

/**
 * Calls `visit` for each piece of a window, in order of time. A piece is the shots of one binding between two readings.
 * The figures, the explanation of totals and the warnings are all computed from these pieces.
 */
export function visitPieces(facts: CounterFacts, window: Window, visit: PieceVisitor): ChainResult {
  const { readings, before } = window;
  const chain = evaluateChain(readings, facts.type, facts.released, before);
  const boundaries = boundariesOf(facts.bindings);
  let point = before;
  let next = 0;
  let owner: Binding | null = null;
  if (before !== null) {
    owner = bindingBefore(boundaries, before.at);
    while (at(boundaries, next) < before.at) next++;
  }
  // Cache of the standard cycle by mold. Pieces come in order of time, so a cached version is valid until its `until`.
  const standards = new Map<number, Standard>();
  const standardFor = (piece: Piece): Standard => {
    const known = standards.get(piece.moldId);
    if (known !== undefined && piece.to < known.until) return known;
    const found = standardOf(facts, piece.moldId, piece.to);
    standards.set(piece.moldId, found);
    return found;
  };
  const step = (after: RawReading | null, outcome: Outcome | undefined, index: number): void => {
    const start = next;
    const until = after?.at ?? Number.POSITIVE_INFINITY;
    while (at(boundaries, next) < until) next++;
    const inside = start === next ? NONE : boundaries.slice(start, next);
    const pieces = cutSegment(
      {
        before: point,
        after,
        shots: outcome?.shots ?? 0,
        flag: outcome?.flag ?? null,
        cycles: after?.cycles ?? null,
        owner,
        boundaries: inside,
      },
      facts,
    );
    for (const piece of pieces) visit(piece, index, standardFor(piece));
    const latest = inside.at(-1);
    if (latest !== undefined) owner = latest.kind === "bind" ? latest.binding : null;
    point = after;
  };
  for (const [index, reading] of readings.entries()) {
    const outcome = chain.outcomes[index];
    if (outcome?.accepted) step(reading, outcome, index);
  }
  if (window.isEnd) step(null, undefined, -1);
  return chain;
}

export function derive(facts: CounterFacts, window: Window): Derived {
  const hours = new Map<string, HourFigures>();
  const perBinding = new Map<number, number>();
  let unboundShots = 0;
  let pieceShots = 0;
  const { outcomes, last } = visitPieces(facts, window, (piece, _index, standard) => {
    pieceShots += piece.shots;
    if (piece.bindingId === UNBOUND) unboundShots += piece.shots;
    else perBinding.set(piece.bindingId, (perBinding.get(piece.bindingId) ?? 0) + piece.shots);
    for (const part of spreadPiece(piece, standard, facts.type.minMsPerShot)) addToHours(hours, part);
  });
  let chainShots = 0;
  let lastShotAt: number | null = null;
  let lastShots: number | null = null;
  for (const [index, reading] of window.readings.entries()) {
    const outcome = outcomes[index];
    if (!outcome?.accepted) continue;
    chainShots += outcome.shots;
    lastShots = outcome.shots;
    if (outcome.shots > 0) lastShotAt = reading.at;
  }
  const typedShots = pieceShots - chainShots;
  return { hours, perBinding, unboundShots, typedShots, outcomes, last, lastShotAt, lastShots };
}

export function standardOf(facts: CounterFacts, moldId: number, at: number): Standard {
  const versions = moldId === UNBOUND ? undefined : facts.standards.get(moldId);
  return versions === undefined ? NO_STANDARD : standardAt(versions, at);
}

function at(boundaries: readonly Boundary[], index: number): number {
  return boundaries[index]?.at ?? Number.POSITIVE_INFINITY;
}
