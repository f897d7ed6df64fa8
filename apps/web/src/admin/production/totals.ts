import type { ShotBucket } from "@shotkeeper/contract/production";

export interface Totals {
  readonly shots: number;
  /**
   * Number of shots that were compared with a standard cycle: `within` plus `fast` plus `slow`. Shots of molds without
   * a standard cycle do not count.
   */
  readonly known: number;
  readonly within: number;
  readonly fast: number;
  readonly slow: number;
  /** Mean cycle weighted by shots, s. */
  readonly mean: number | null;
}

/** Returns the totals of several time buckets (hours, days or months). The mean cycle is weighted by their shots. */
export function totalsOf(buckets: readonly ShotBucket[]): Totals {
  let [shots, within, fast, slow, weighted, weight] = [0, 0, 0, 0, 0, 0];
  for (const b of buckets) {
    shots += b.shots;
    within += b.within;
    fast += b.fast;
    slow += b.slow;
    const known = b.within + b.fast + b.slow;
    if (b.averageCycle !== null) {
      // Weight of this hour, day or month in the mean cycle: its shots that were compared with a standard cycle. If no
      // shot was compared, the weight is the number of all its shots.
      const w = known > 0 ? known : b.shots;
      weighted += b.averageCycle * w;
      weight += w;
    }
  }
  return {
    shots,
    known: within + fast + slow,
    within,
    fast,
    slow,
    mean: weight > 0 ? weighted / weight : null,
  };
}

/**
 * Returns a histogram of shots by cycle time. Each pair is the lower bound of a bin, in seconds, and the number of its
 * shots. `width` is the width of a bin, in seconds.
 */
export function distribution(buckets: readonly ShotBucket[], width: number): (readonly [number, number])[] {
  const bins = new Map<number, number>();
  for (const b of buckets) {
    if (b.averageCycle === null || b.shots === 0) continue;
    const at = Math.floor(b.averageCycle / width + 1e-9);
    bins.set(at, (bins.get(at) ?? 0) + b.shots);
  }
  const keys = [...bins.keys()];
  if (keys.length === 0) return [];
  const [from, to] = [Math.min(...keys), Math.max(...keys)];
  // Limits the chart to 81 bins: without a limit, a single outlier would add a thousand empty bins.
  const last = Math.min(to, from + 80);
  return Array.from({ length: last - from + 1 }, (_, i) => [
    Number(((from + i) * width).toFixed(6)),
    bins.get(from + i) ?? 0,
  ]);
}

/** Returns a bin width, in seconds, that gives at most about 24 bins for the middle 96 % of the cycles. */
export function binWidth(buckets: readonly ShotBucket[]): number {
  const cycles = buckets
    .flatMap((b) => (b.averageCycle === null ? [] : [b.averageCycle]))
    .sort((a, b) => a - b);
  const at = (share: number) => cycles[Math.floor((cycles.length - 1) * share)] ?? 0;
  const span = at(0.98) - at(0.02);
  return [0.1, 0.2, 0.5, 1, 2, 5, 10].find((w) => span / w <= 24) ?? 20;
}
