/**
 * Figures of one counter on one mold in one UTC hour. Figures of the same mold and hour can be added up (`addToHours`).
 */
export interface HourFigures {
  /** Mold id. UNBOUND (0): shots that the counter made while it was on no mold. */
  moldId: number;
  /** Start of the UTC hour, ms. */
  hour: number;
  shots: number;
  /**
   * Run time of the mold in this hour, ms. It may be above 0 in an hour without a shot, if a cycle began in this hour
   * and ended in a later hour.
   */
  runMs: number;
  /** Sum of all cycles whose length is known, ms. */
  cycleMs: number;
  /** Number of shots whose cycle is known. */
  cycleCount: number;
  /** Shortest known cycle, whole ms. 0: no cycle is known. */
  cycleMin: number;
  /** Longest known cycle, whole ms. 0: no cycle is known. */
  cycleMax: number;
  /** Number of shots whose known cycle is within the tolerance of the standard cycle. 0 if no standard cycle is set. */
  within: number;
  /** Number of shots whose known cycle is shorter than the tolerance allows. 0 if no standard cycle is set. */
  fast: number;
  /** Number of shots whose known cycle is longer than the tolerance allows. 0 if no standard cycle is set. */
  slow: number;
  /** Number of shots that may belong to a neighbouring hour, because no reading tells their exact hour. */
  estimated: number;
}

export function emptyHour(moldId: number, hour: number): HourFigures {
  return {
    moldId,
    hour,
    shots: 0,
    runMs: 0,
    cycleMs: 0,
    cycleCount: 0,
    cycleMin: 0,
    cycleMax: 0,
    within: 0,
    fast: 0,
    slow: 0,
    estimated: 0,
  };
}

function hourKey(moldId: number, hour: number): string {
  return `${moldId}:${hour}`;
}

/** Adds the figures of `part` to the entry of its mold and hour. */
export function addToHours(hours: Map<string, HourFigures>, part: HourFigures): void {
  const key = hourKey(part.moldId, part.hour);
  const sum = hours.get(key);
  if (sum === undefined) hours.set(key, { ...part });
  else addFigures(sum, part);
}

export function addFigures(sum: HourFigures, part: HourFigures): void {
  sum.shots += part.shots;
  sum.runMs += part.runMs;
  sum.cycleMs += part.cycleMs;
  sum.within += part.within;
  sum.fast += part.fast;
  sum.slow += part.slow;
  sum.estimated += part.estimated;
  if (part.cycleCount === 0) return;
  sum.cycleMin = sum.cycleCount === 0 ? part.cycleMin : Math.min(sum.cycleMin, part.cycleMin);
  sum.cycleMax = Math.max(sum.cycleMax, part.cycleMax);
  sum.cycleCount += part.cycleCount;
}

export function sameFigures(a: HourFigures, b: HourFigures): boolean {
  return (
    a.moldId === b.moldId &&
    a.hour === b.hour &&
    a.shots === b.shots &&
    a.runMs === b.runMs &&
    a.cycleMs === b.cycleMs &&
    a.cycleCount === b.cycleCount &&
    a.cycleMin === b.cycleMin &&
    a.cycleMax === b.cycleMax &&
    a.within === b.within &&
    a.fast === b.fast &&
    a.slow === b.slow &&
    a.estimated === b.estimated
  );
}
