type Point = readonly [time: number, value: number | null];

/** Hours without shots are not among the buckets: more than this between two, and the line is broken there. */
const gapMs = 2.5 * 3_600_000;

export function withGaps(points: readonly Point[]): Point[] {
  return points.flatMap((p, i): Point[] => {
    const before = points[i - 1];
    return before && p[0] - before[0] > gapMs ? [[before[0] + 1, null], p] : [p];
  });
}
