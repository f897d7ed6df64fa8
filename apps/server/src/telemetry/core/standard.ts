/** The standard cycle of a mold through time. The past keeps the standard then in force. */

/** How far a cycle may be off: percent of the standard, or ms. */
export type Tolerance = { readonly percent: number } | { readonly ms: number };

export interface StandardVersion {
  /** In force from this moment on, ms. */
  readonly from: number;
  /** Expected cycle time, ms; null: none is set. */
  readonly cycleMs: number | null;
  readonly tolerance: Tolerance;
}

/** A version made ready for comparing. */
export interface Standard {
  /** Expected cycle time, ms; 0: none. */
  readonly cycleMs: number;
  /** A cycle from `lowMs` to `highMs`, both included, is within tolerance. */
  readonly lowMs: number;
  readonly highMs: number;
  /** The moment at which another version comes into force; Infinity when none does. */
  readonly until: number;
}

export const NO_STANDARD: Standard = { cycleMs: 0, lowMs: 0, highMs: 0, until: Number.POSITIVE_INFINITY };

/** A stretch whose mean cycle is longer than this many standard cycles contains a stop. */
export const STOP_FACTOR = 3;

/** Whole ms; the small addend keeps 30,000 ms × 5 % from becoming 1,499 by binary fractions. */
export function toleranceMs(tolerance: Tolerance, cycleMs: number): number {
  return Math.floor("ms" in tolerance ? tolerance.ms : (cycleMs * tolerance.percent) / 100 + 1e-6);
}

/** @param versions sorted by `from`. */
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
