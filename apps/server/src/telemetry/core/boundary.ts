/**
 * Splits the timeline of a counter at binds and unbinds. A bind or unbind is treated like a reading: it has a moment
 * and a count. The count was typed by a user or is derived from the accepted readings around it.
 */
import { type ChainFlag, isTooFast } from "./chain.ts";
import type { Piece } from "./interval.ts";
import { type Binding, type CounterType, type Point, UNBOUND } from "./timeline.ts";

export interface Boundary {
  readonly at: number;
  readonly kind: "bind" | "unbind";
  readonly binding: Binding;
  /** Count that a person typed for the moment of the bind or unbind. Null: no count was typed. */
  readonly given: number | null;
}

/** Returns the binds and unbinds of a counter's bindings, in order of time. The bindings do not overlap. */
export function boundariesOf(bindings: readonly Binding[]): Boundary[] {
  const sorted = [...bindings].sort(
    (a, b) =>
      a.boundAt - b.boundAt ||
      (a.unboundAt ?? Number.POSITIVE_INFINITY) - (b.unboundAt ?? Number.POSITIVE_INFINITY) ||
      a.bindingId - b.bindingId,
  );
  const result: Boundary[] = [];
  for (const [i, binding] of sorted.entries()) {
    const previous = sorted[i - 1];
    const next = sorted[i + 1];
    // If the counter moves directly from one mold to the next, its unbind and bind have the same count. A count that
    // was typed for only one of the two is used for the other, too.
    const handedOver = previous?.unboundAt === binding.boundAt ? previous.unboundCount : null;
    const takenOver = next !== undefined && next.boundAt === binding.unboundAt ? next.boundCount : null;
    const { boundAt, unboundAt } = binding;
    result.push({ at: boundAt, kind: "bind", binding, given: binding.boundCount ?? handedOver });
    if (unboundAt !== null) {
      result.push({ at: unboundAt, kind: "unbind", binding, given: binding.unboundCount ?? takenOver });
    }
  }
  return result;
}

/** Returns the binding to which the shots before the moment `at` belong. Returns null if the counter was on no mold. */
export function bindingBefore(boundaries: readonly Boundary[], at: number): Binding | null {
  let open: Binding | null = null;
  for (const boundary of boundaries) {
    if (boundary.at >= at) break;
    open = boundary.kind === "bind" ? boundary.binding : null;
  }
  return open;
}

/**
 * Interval between two consecutive accepted readings of a counter. The first segment of a timeline has no reading
 * before it, and the last segment has no reading after it.
 */
export interface Segment {
  /** Reading at the start of the interval. Null: the interval lies before the first accepted reading. */
  readonly before: Point | null;
  /** Reading at the end of the interval. Null: the interval lies after the last accepted reading. */
  readonly after: Point | null;
  /** Shots between the two readings. 0 if either reading is missing. */
  readonly shots: number;
  readonly flag: ChainFlag | null;
  /** Cycles that the reading `after` reported, ms. Null: it reported none. */
  readonly cycles: readonly number[] | null;
  /** Binding that was open at the time of the reading `before`. Null: the counter was on no mold. */
  readonly owner: Binding | null;
  /** Binds and unbinds at the moment of the reading `before` or later, and before the reading `after`. */
  readonly boundaries: readonly Boundary[];
}

export interface BoundaryRules {
  readonly type: CounterType;
  /**
   * Limit for a bind without a typed count, ms. The bind gets the last known count (from a reading, or typed by a user)
   * only if that count is not older than this.
   */
  readonly reportIntervalMs: number;
}

/**
 * Positions of the beginnings and ends of bindings within a segment (the interval between two accepted readings). A
 * position is the number of shots from the start of the segment to that moment. Before the first reading of a counter,
 * the segment starts at the first plausible typed count.
 */
interface Placed {
  /**
   * For each bind or unbind: its position (shots since the start of the segment), if a typed count determines it. Null:
   * no count was typed, or the typed count is impossible.
   */
  readonly positions: readonly (number | null)[];
  /** Number of shots between the two readings, including shots that are proved only by typed counts. */
  readonly total: number;
}

/**
 * Assigns the shots between two readings to the bindings of that time. Returns the pieces in order of time: one for
 * each binding that has shots, and one for each period on no mold that has shots.
 */
export function cutSegment(segment: Segment, rules: BoundaryRules): Piece[] {
  const { before, after, cycles, boundaries } = segment;
  if (boundaries.length === 0) {
    if (before === null || after === null || segment.shots === 0) return [];
    const { shots, owner } = segment;
    const moldId = owner?.moldId ?? UNBOUND;
    const bindingId = owner?.bindingId ?? UNBOUND;
    return [
      { from: before.at, to: after.at, shots, moldId, bindingId, cycles, cyclesEnd: cycles?.length ?? 0 },
    ];
  }
  const { positions: typed, total } = placeTyped(segment, rules.type);
  const positions = placeUntyped(segment, typed, total, rules.reportIntervalMs);
  const pieces: Piece[] = [];
  let owner = segment.owner;
  let from = before?.at ?? null;
  let done = 0;
  const cut = (to: number, position: number): void => {
    if (position > done) {
      pieces.push({
        from: from ?? to,
        to,
        shots: position - done,
        moldId: owner?.moldId ?? UNBOUND,
        bindingId: owner?.bindingId ?? UNBOUND,
        cycles,
        cyclesEnd: (cycles?.length ?? 0) - (total - position),
      });
    }
    from = to;
    done = Math.max(done, position);
  };
  for (const [i, boundary] of boundaries.entries()) {
    cut(boundary.at, positions[i] ?? done);
    owner = boundary.kind === "bind" ? boundary.binding : null;
  }
  if (after !== null) cut(after.at, total);
  return pieces;
}

/**
 * Computes the positions (shots since the start of the segment) of the binds and unbinds with a typed count. Positions
 * never decrease. Between two readings, a typed count is clamped to their counts and does not change the total. Before
 * the first reading, after the last one and before a restart, no later reading confirms a typed count. There it adds
 * shots like a reading, unless no machine can make so many shots in the time.
 */
function placeTyped(segment: Segment, type: CounterType): Placed {
  if (segment.before === null) return placeBeforeFirst(segment, type);
  return segment.flag === "reset" || segment.after === null
    ? placeOpen(segment, segment.before, type)
    : placeBetween(segment, segment.before, segment.after);
}

/**
 * Computes how many shots lie between the reading `before` and each bind or unbind with a typed count. Used between two
 * readings if the counter was not restarted between them.
 */
function placeBetween(segment: Segment, before: Point, after: Point): Placed {
  let floor = 0;
  const positions = segment.boundaries.map(({ given }) => {
    if (given === null) return null;
    let position = given - before.count;
    // The counter passed its maximum between the two readings and began again at 0. So a typed count below
    // `before.count` was read after that. If the typed count is also above `after.count`, it was mistyped: this bind or
    // unbind then gets the same position as the bind or unbind before it.
    if (segment.flag === "wrap" && position < 0) {
      position = given <= after.count ? segment.shots - after.count + given : 0;
    }
    floor = Math.min(Math.max(position, floor), segment.shots);
    return floor;
  });
  return { positions, total: segment.shots };
}

/**
 * Computes how many shots lie between the reading `before` and each bind or unbind with a typed count. Used after the
 * last reading, and between a reading and the first reading after a restart.
 */
function placeOpen(segment: Segment, before: Point, type: CounterType): Placed {
  const { after } = segment;
  let known = { at: before.at, position: 0 };
  let restartedAt: number | null = null;
  const positions = segment.boundaries.map(({ at, given }) => {
    if (given === null) return null;
    let position: number;
    if (restartedAt !== null) position = restartedAt + Math.min(given, after?.count ?? given);
    else if (given >= before.count) {
      position = given - before.count;
      if (isTooFast(position - known.position, at - known.at, type)) return null;
    } else if (after !== null && given <= after.count) {
      restartedAt = known.position;
      position = restartedAt + given;
    } else position = known.position;
    known = { at, position: Math.max(position, known.position) };
    return known.position;
  });
  if (after === null) return { positions, total: known.position };
  return { positions, total: (restartedAt ?? known.position) + after.count };
}

/**
 * Computes positions for the part of the timeline before the first reading of the counter: the number of shots before
 * each bind or unbind with a typed count. The first plausible typed count is the baseline: shots before it are not
 * counted. A bind with a typed count below the last typed count is a new baseline: either the counter was set back
 * before, or the last count was mistyped.
 */
function placeBeforeFirst(segment: Segment, type: CounterType): Placed {
  const { after } = segment;
  const ceiling = after?.count ?? Number.POSITIVE_INFINITY;
  let known: { at: number; position: number; count: number } | null = null;
  const positions = segment.boundaries.map(({ at, kind, given }) => {
    if (given === null) return null;
    const count = Math.min(given, ceiling);
    if (known === null || (count < known.count && kind === "bind")) {
      if (after !== null && isTooFast(after.count - count, after.at - at, type)) return null;
      known = { at, position: known?.position ?? 0, count };
      return known.position;
    }
    const shots = Math.max(count - known.count, 0);
    if (after === null && isTooFast(shots, at - known.at, type)) return null;
    known = { at, position: known.position + shots, count: Math.max(count, known.count) };
    return known.position;
  });
  const last = known as { position: number; count: number } | null;
  if (last === null) return { positions, total: 0 };
  return { positions, total: last.position + (after === null ? 0 : after.count - last.count) };
}

/**
 * Computes the positions of all binds and unbinds (shots since the start of the segment). An unbind without a typed
 * count gets the last known count, from a reading or typed. A bind without a typed count gets it too if it is recent.
 * Otherwise the next known count becomes the baseline of the binding, and the shots before it belong to no mold.
 */
function placeUntyped(
  segment: Segment,
  typed: readonly (number | null)[],
  total: number,
  reportIntervalMs: number,
): number[] {
  let known = segment.before === null ? null : { at: segment.before.at, position: 0 };
  let floor = 0;
  return segment.boundaries.map(({ at, kind }, i) => {
    const position = typed[i] ?? null;
    if (position !== null) {
      known = { at, position };
      floor = Math.max(floor, position);
      return floor;
    }
    const isFresh = known !== null && at - known.at <= reportIntervalMs;
    if (kind === "bind" && !isFresh) floor = Math.max(floor, nextKnown(segment, typed, total, i) ?? floor);
    else floor = Math.max(floor, known?.position ?? 0);
    return floor;
  });
}

function nextKnown(segment: Segment, typed: readonly (number | null)[], total: number, index: number) {
  for (let i = index + 1; i < typed.length; i++) {
    const position = typed[i] ?? null;
    if (position !== null) return position;
  }
  return segment.after === null ? null : total;
}
