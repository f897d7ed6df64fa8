/**
 * Properties of a mold that the warning state machine needs, by period of validity. A warning about a past moment uses
 * the version that was in force at that moment.
 */
import type { Fence } from "./place.ts";
import type { Tolerance } from "./standard.ts";

export interface MoldVersion {
  /** Moment from which the version is in force, ms. -Infinity: from the beginning. */
  readonly from: number;
  /** Tolerance set for this mold. Null: the tenant's rules apply. */
  readonly tolerance: Tolerance | null;
  /** Fence (circle) in which the mold should be. Null: the position of the mold's plant is not known. */
  readonly fence: Fence | null;
  /** True while the mold is in repair, in storage or scrapped. Such a mold gets no idle warning. */
  readonly isIdleExempt: boolean;
  /**
   * True while the mold is in storage or scrapped. Such a mold gets no position, cycle and idle warnings, and its open
   * warnings of these kinds are closed.
   */
  readonly isOutOfUse: boolean;
}

const UNKNOWN: MoldVersion = {
  from: Number.NEGATIVE_INFINITY,
  tolerance: null,
  fence: null,
  isIdleExempt: false,
  isOutOfUse: false,
};

/**
 * Returns the version in force at `at`. Before the first version, the first version is returned.
 *
 * @param versions sorted by `from`; undefined: the counter is on no mold
 */
export function versionAt(versions: readonly MoldVersion[] | undefined, at: number): MoldVersion {
  if (versions === undefined) return UNKNOWN;
  for (let i = versions.length - 1; i >= 0; i--) {
    const version = versions[i];
    if (version !== undefined && version.from <= at) return version;
  }
  return versions[0] ?? UNKNOWN;
}

/**
 * Returns the start of the period in which a mold is out of use at the moment `at`, ms. Returns null if the mold is in
 * use at that moment.
 */
export function outOfUseSince(versions: readonly MoldVersion[] | undefined, at: number): number | null {
  let since: number | null = null;
  for (const v of versions ?? []) {
    if (v.from > at) break;
    since = v.isOutOfUse ? (since ?? v.from) : null;
  }
  return since;
}
