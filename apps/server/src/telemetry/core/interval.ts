/** Distributes the shots between two readings of a counter over UTC hours. */
import { emptyHour, type HourFigures } from "./hour-figures.ts";
import { splitOverHours, visitHours } from "./hour-split.ts";
import { STOP_FACTOR, type Standard } from "./standard.ts";
import { HOUR_MS, hourBeginning, hourEnding } from "./timeline.ts";
import { multiplyDivide } from "./whole-division.ts";

/**
 * A piece: the shots of one binding (or on no mold) between two readings. The shots were made after `from` and not
 * later than `to`.
 */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly shots: number;
  /** Mold id. UNBOUND (0): the counter was on no mold. */
  readonly moldId: number;
  /** Binding id. UNBOUND (0): the counter was on no mold. */
  readonly bindingId: number;
  /** Cycles that the reading at the end of the interval reported, ms, oldest first. Null: none were reported. */
  readonly cycles: readonly number[] | null;
  /**
   * Exclusive end of this piece's cycles in `cycles`: index of the cycle of its last shot, plus one. `cycles` may also
   * contain cycles of other pieces.
   */
  readonly cyclesEnd: number;
}

/**
 * Returns the figures of a piece (the shots of one binding between two readings) per UTC hour. The shots of all hours
 * add up exactly to the shots of the piece.
 * - The cycle of a shot is the cycle that the counter reported. If the counter reported fewer cycles than shots, these
 *   cycles belong to the last shots.
 * - A cycle counts as unknown if it is longer than three standard cycles, because it contains a stop. It also counts as
 *   unknown if it is shorter than the minimum of the counter type, because it is noise.
 * - If the counter reported no cycles, each shot gets the mean cycle of the piece. The mean counts as unknown by the
 *   same two limits, or if the mold has no standard cycle.
 * - `runMs` is the elapsed time if the mean is used. Otherwise it is the sum of the known cycles, plus an assumed cycle
 *   (`assumedCycle`) for each shot whose cycle is unknown.
 */
export function spreadPiece(piece: Piece, standard: Standard, minMsPerShot: number): HourFigures[] {
  if (piece.shots <= 0) return [];
  if (piece.cycles !== null && piece.cycles.length > 0) {
    return spreadReported(piece, piece.cycles, standard, minMsPerShot);
  }
  return isMeanKnown(piece, standard, minMsPerShot)
    ? spreadMean(piece, standard)
    : spreadUnknown(piece, assumedCycle(piece, standard, minMsPerShot));
}

function isMeanKnown(piece: Piece, standard: Standard, minMsPerShot: number): boolean {
  const ms = piece.to - piece.from;
  return (
    standard.cycleMs > 0 &&
    ms > 0 &&
    ms >= minMsPerShot * piece.shots &&
    ms <= STOP_FACTOR * standard.cycleMs * piece.shots
  );
}

/**
 * Returns whether all shots of a piece (the shots of one binding between two readings) were certainly made in one hour.
 * False if the piece has no duration, because it is not known when its shots were made.
 */
function isExact(piece: Piece): boolean {
  return piece.to > piece.from && hourBeginning(piece.from) === hourEnding(piece.to);
}

function spreadMean(piece: Piece, standard: Standard): HourFigures[] {
  const total = piece.to - piece.from;
  const mean = Math.round(total / piece.shots);
  const isFast = total < standard.lowMs * piece.shots;
  const isSlow = total > standard.highMs * piece.shots;
  const exact = isExact(piece);
  const result: HourFigures[] = [];
  let shotsSoFar = 0;
  let msSoFar = 0;
  const put = (hour: number, shots: number): void => {
    const figures = emptyHour(piece.moldId, hour);
    figures.shots = shots;
    // Gives the hour its share of the elapsed time, not of the shots. So an hour never has more than 60 minutes of run
    // time.
    figures.runMs = Math.min(piece.to, hour + HOUR_MS) - Math.max(piece.from, hour);
    if (shots > 0) {
      shotsSoFar += shots;
      // Gives this hour the difference between two running sums of the cycles: the sum up to this hour and the sum up
      // to the hour before. Both sums are rounded down. So all parts are whole ms and add up to the total exactly.
      const ms = exact ? total : multiplyDivide(total, shotsSoFar, piece.shots).whole;
      figures.cycleMs = ms - msSoFar;
      msSoFar = ms;
      figures.cycleCount = shots;
      figures.cycleMin = mean;
      figures.cycleMax = mean;
      if (isFast) figures.fast = shots;
      else if (isSlow) figures.slow = shots;
      else figures.within = shots;
      if (!exact) figures.estimated = shots;
    }
    result.push(figures);
  };
  if (exact) put(hourEnding(piece.to), piece.shots);
  else visitHours(splitOverHours(piece.from, piece.to, piece.shots), true, put);
  return result;
}

/**
 * Returns the assumed run time of a shot without a known cycle, ms. It is the standard cycle. If the interval is too
 * short for so many shots on any machine, the assumed time is at most the shortest possible cycle.
 */
function assumedCycle(piece: Piece, standard: Standard, minMsPerShot: number): number {
  const isTooFast = piece.to - piece.from < minMsPerShot * piece.shots;
  return isTooFast ? Math.min(standard.cycleMs, minMsPerShot) : standard.cycleMs;
}

function spreadUnknown(piece: Piece, assumedMs: number): HourFigures[] {
  const estimated = !isExact(piece);
  const result: HourFigures[] = [];
  visitHours(splitOverHours(piece.from, piece.to, piece.shots), false, (hour, shots) => {
    const figures = emptyHour(piece.moldId, hour);
    figures.shots = shots;
    figures.runMs = shots * assumedMs;
    if (estimated) figures.estimated = shots;
    result.push(figures);
  });
  return result;
}

function spreadReported(
  piece: Piece,
  cycles: readonly number[],
  standard: Standard,
  minMsPerShot: number,
): HourFigures[] {
  const estimated = !isExact(piece);
  const longest = standard.cycleMs > 0 ? STOP_FACTOR * standard.cycleMs : Number.POSITIVE_INFINITY;
  const shortest = Math.max(1, minMsPerShot);
  const assumedMs = assumedCycle(piece, standard, minMsPerShot);
  const result: HourFigures[] = [];
  // The cycle of shot i (counted from 0) is `cycles[offset + i]`. The index is negative for early shots whose cycles
  // the counter has not reported.
  const offset = piece.cyclesEnd - piece.shots;
  let next = 0;
  visitHours(splitOverHours(piece.from, piece.to, piece.shots), false, (hour, shots) => {
    const figures = emptyHour(piece.moldId, hour);
    figures.shots = shots;
    if (estimated) figures.estimated = shots;
    const end = next + shots;
    for (let i = Math.max(next, -offset); i < end; i++) {
      const cycle = cycles[offset + i];
      if (cycle === undefined) break;
      if (cycle >= shortest && cycle <= longest) addCycle(figures, cycle, standard);
    }
    next = end;
    figures.runMs = figures.cycleMs + (shots - figures.cycleCount) * assumedMs;
    result.push(figures);
  });
  return result;
}

function addCycle(figures: HourFigures, cycle: number, standard: Standard): void {
  figures.cycleMs += cycle;
  figures.cycleMin = figures.cycleCount === 0 ? cycle : Math.min(figures.cycleMin, cycle);
  figures.cycleMax = Math.max(figures.cycleMax, cycle);
  figures.cycleCount++;
  if (standard.cycleMs === 0) return;
  if (cycle < standard.lowMs) figures.fast++;
  else if (cycle > standard.highMs) figures.slow++;
  else figures.within++;
}
