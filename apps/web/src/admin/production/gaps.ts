type Point = readonly [time: number, value: number | null];

/** Longest time between two points that the chart connects by a line, ms. Hours without shots have no point. */
const gapMs = 2.5 * 3_600_000;

/** Inserts a point with the value null into every gap, so that the chart does not draw a line across it. */
export function withGaps(points: readonly Point[]): Point[] {
  return points.flatMap((p, i): Point[] => {
    const before = points[i - 1];
    return before && p[0] - before[0] > gapMs ? [[before[0] + 1, null], p] : [p];
  });
}
