type Point = readonly [time: number, value: number | null];

/** Hours without shots have no bucket. A longer distance between two points is a gap. */
const gapMs = 2.5 * 3_600_000;

/** Inserts a null point into every gap, so that the chart breaks its line there. */
export function withGaps(points: readonly Point[]): Point[] {
  return points.flatMap((p, i): Point[] => {
    const before = points[i - 1];
    return before && p[0] - before[0] > gapMs ? [[before[0] + 1, null], p] : [p];
  });
}
