/** Standard cycle of a mold over time. For a moment in the past, the standard in force at that time is used. */

/** Allowed deviation of a cycle, either in percent of the standard cycle or in ms. */
export type Tolerance = { readonly percent: number } | { readonly ms: number };

export interface StandardVersion {
  /** Moment from which the version is in force, ms. */
  readonly from: number;
  /** Standard cycle time, ms. Null: none is set. */
  readonly cycleMs: number | null;
  readonly tolerance: Tolerance;
}

/** Version of a standard with its computed limits. */
export interface Standard {
  /** Standard cycle time, ms. 0: none is set. */
  readonly cycleMs: number;
  /** A cycle from `lowMs` to `highMs`, both included, is within tolerance. */
  readonly lowMs: number;
  readonly highMs: number;
  /** Moment at which the next version comes into force, ms. Infinity: there is no next version. */
  readonly until: number;
}

export const NO_STANDARD: Standard = { cycleMs: 0, lowMs: 0, highMs: 0, until: Number.POSITIVE_INFINITY };

/** An interval whose mean cycle exceeds the standard cycle by this factor contains a stop. */
export const STOP_FACTOR = 3;

/**
 * Returns the tolerance in whole ms. The 1e-6 corrects errors of binary fractions: 5 % of 30,000 ms must not become
 * 1,499 ms.
 */
export function toleranceMs(tolerance: Tolerance, cycleMs: number): number {
  return Math.floor("ms" in tolerance ? tolerance.ms : (cycleMs * tolerance.percent) / 100 + 1e-6);
}

/**
 * Returns the standard in force at `at`.
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
