/** Figures of one counter on one mold in one UTC hour. All fields can be combined over pieces, windows and hours. */
export interface HourFigures {
  /** UNBOUND (0): shots of the counter while it was on no mold. */
  moldId: number;
  /** Start of the UTC hour, ms. */
  hour: number;
  shots: number;
  /** Run time of the mold, ms. It may be above 0 without a shot if a cycle crosses the hour. */
  runMs: number;
  /** Sum of the known cycles, ms. */
  cycleMs: number;
  /** Shots whose cycle is known. */
  cycleCount: number;
  /** Shortest and longest known cycle, whole ms; 0: none is known. */
  cycleMin: number;
  cycleMax: number;
  /** Shots with a known cycle within, below and above the tolerance; none where no standard is set. */
  within: number;
  fast: number;
  slow: number;
  /** Shots that may have fallen in another hour. */
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

/** Adds `part` to the entry of its mold and hour. */
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
