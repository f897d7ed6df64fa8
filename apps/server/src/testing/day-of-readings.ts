const day = 86_400_000;

interface Reading {
  readonly at: number;
  readonly count: number;
}
interface Period {
  readonly from: number;
  readonly to: number | null;
}

/** Independent rule for the day that begins at `d`: whether a counter reported in it while it was bound. */
export function reported(readings: readonly Reading[], d: number, bound: Period): boolean {
  const until = Math.min(d + day, bound.to ?? Number.POSITIVE_INFINITY);
  return readings.some((r) => r.at >= Math.max(d, bound.from) && r.at < until);
}

/** Whether shots may belong to the day: an interval of at most two days with a new count touches it. */
export function mayHaveShots(readings: readonly Reading[], d: number, bound: Period): boolean {
  const until = Math.min(d + 3 * day, bound.to ?? Number.POSITIVE_INFINITY);
  return readings.some((r, i) => {
    const p = readings[i - 1];
    if (!p || r.count === p.count || r.at - p.at > 2 * day) return false;
    return r.at >= Math.max(d, bound.from) && r.at < until && p.at < d + day;
  });
}
