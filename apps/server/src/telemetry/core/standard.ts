/**
 * Standard cycle of a mold over time. A past cycle is compared with the standard cycle that was in force at that
 * time.
 */

/** Allowed deviation of a cycle, either in percent of the standard cycle or in ms. */
export type Tolerance = { readonly percent: number } | { readonly ms: number };

export interface StandardVersion {
  /** Moment from which the version is in force, ms. */
  readonly from: number;
  /** Standard cycle time, ms. Null: none is set. */
  readonly cycleMs: number | null;
  readonly tolerance: Tolerance;
}

/** Version of a standard cycle, with its computed limits. */
export interface Standard {
  /** Standard cycle time, ms. 0: none is set. */
  readonly cycleMs: number;
  /** Shortest cycle within tolerance, ms. */
  readonly lowMs: number;
  /** Longest cycle within tolerance, ms. */
  readonly highMs: number;
  /** Moment at which the next version comes into force, ms. Infinity: there is no next version. */
  readonly until: number;
}

export const NO_STANDARD: Standard = { cycleMs: 0, lowMs: 0, highMs: 0, until: Number.POSITIVE_INFINITY };

/** A cycle, or the mean cycle of an interval, that is longer than this number of standard cycles contains a stop. */
export const STOP_FACTOR = 3;

/**
 * Returns the tolerance in whole ms, rounded down. 1e-6 is added because of the error of binary fractions. Without it,
 * 0.7 % of 11,000 ms would become 76 ms instead of 77 ms.
 */
export function toleranceMs(tolerance: Tolerance, cycleMs: number): number {
  return Math.floor("ms" in tolerance ? tolerance.ms : (cycleMs * tolerance.percent) / 100 + 1e-6);
}

/**
 * Returns the standard cycle that is in force at `at` (ms), with its limits.
 * @param versions sorted by `from`.
 */
export function standardAt(versions: readonly StandardVersion[], at: number): Standard {
  let until = Number.POSITIVE_INFINITY;
  for (let i = versions.length - 1; i >= 0; i--) {
    const version = versions[i];
    if (version === undefined) continue;
    if (version.from <= at) {
      if (version.cycleMs === null || version.cycleMs <= 0) return { ...NO_STANDARD, until };
      const slack = toleranceMs(version.tolerance, version.cycleMs);
      return {
        cycleMs: version.cycleMs,
        lowMs: version.cycleMs - slack,
        highMs: version.cycleMs + slack,
        until,
      };
    }
    until = version.from;
  }
  return { ...NO_STANDARD, until };
}
