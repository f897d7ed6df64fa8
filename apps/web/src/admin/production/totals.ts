import type { ShotBucket } from "@shotkeeper/contract/production";

export interface Totals {
  readonly shots: number;
  /** Shots whose cycle is known. */
  readonly known: number;
  readonly within: number;
  readonly fast: number;
  readonly slow: number;
  /** Shot-weighted mean cycle, s. */
  readonly mean: number | null;
}

/** Groups are pooled: sums first, one division last. */
export function totalsOf(buckets: readonly ShotBucket[]): Totals {
  let [shots, within, fast, slow, weighted, weight] = [0, 0, 0, 0, 0, 0];
  for (const b of buckets) {
    shots += b.SHOTS;
    within += b.WITHIN;
    fast += b.FAST;
    slow += b.SLOW;
    const known = b.WITHIN + b.FAST + b.SLOW;
    if (b.AVG_CYCLE !== null) {
      // Without a standard nothing is within or off it; then the shots themselves weigh.
      const w = known > 0 ? known : b.SHOTS;
      weighted += b.AVG_CYCLE * w;
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

/** Shots by cycle, in classes of `width` seconds: [lower bound, shots]. */
export function distribution(buckets: readonly ShotBucket[], width: number): (readonly [number, number])[] {
  const classes = new Map<number, number>();
  for (const b of buckets) {
    if (b.AVG_CYCLE === null || b.SHOTS === 0) continue;
    const at = Math.floor(b.AVG_CYCLE / width + 1e-9);
    classes.set(at, (classes.get(at) ?? 0) + b.SHOTS);
  }
  const keys = [...classes.keys()];
  if (keys.length === 0) return [];
  const [from, to] = [Math.min(...keys), Math.max(...keys)];
  // A far outlier must not make a thousand empty classes.
  const last = Math.min(to, from + 80);
  return Array.from({ length: last - from + 1 }, (_, i) => [
    Number(((from + i) * width).toFixed(6)),
    classes.get(from + i) ?? 0,
  ]);
}

/** A width of classes that gives some twenty of them. */
export function classWidth(buckets: readonly ShotBucket[]): number {
  const cycles = buckets.flatMap((b) => (b.AVG_CYCLE === null ? [] : [b.AVG_CYCLE])).sort((a, b) => a - b);
  const at = (share: number) => cycles[Math.floor((cycles.length - 1) * share)] ?? 0;
  const span = at(0.98) - at(0.02);
  return [0.1, 0.2, 0.5, 1, 2, 5, 10].find((w) => span / w <= 24) ?? 20;
}
