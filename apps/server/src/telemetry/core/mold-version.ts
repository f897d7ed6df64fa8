/** What the watch asks of a mold, through time. The past keeps what was then. */
import type { Fence } from "./place.ts";
import type { Tolerance } from "./standard.ts";

export interface MoldVersion {
  /** In force from this moment on, ms; -Infinity: from the beginning. */
  readonly from: number;
  /** The mold's own tolerance; null: the tenant's rules hold. */
  readonly tolerance: Tolerance | null;
  /** Where it belongs; null: its plant's place is not known. */
  readonly fence: Fence | null;
  /** In repair, in storage or scrapped by document: not idle then. */
  readonly isIdleExempt: boolean;
}

const UNKNOWN: MoldVersion = {
  from: Number.NEGATIVE_INFINITY,
  tolerance: null,
  fence: null,
  isIdleExempt: false,
};

/** @param versions sorted by `from`; undefined: of a counter on no mold. */
export function versionAt(versions: readonly MoldVersion[] | undefined, at: number): MoldVersion {
  if (versions === undefined) return UNKNOWN;
  for (let i = versions.length - 1; i >= 0; i--) {
    const version = versions[i];
    if (version !== undefined && version.from <= at) return version;
  }
  return versions[0] ?? UNKNOWN;
}
