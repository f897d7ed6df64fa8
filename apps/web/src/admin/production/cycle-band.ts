export interface Tolerance {
  /** Standard cycle, s. */
  readonly standard: number;
  /** Allowed deviation from the standard cycle, %. */
  readonly percent: number;
}

/** Returns the shortest and the longest cycle within the tolerance, s. */
export const bandOf = ({ standard, percent }: Tolerance): readonly [number, number] => [
  standard * (1 - percent / 100),
  standard * (1 + percent / 100),
];

/**
 * Returns the functions with which a chart limits its cycle axis, in whole seconds. The axis contains the whole
 * tolerance beside all measured cycles. The chart passes no finite numbers if it has no cycles.
 */
export function axisLimits(tolerance: Tolerance) {
  const [low, high] = bandOf(tolerance);
  return {
    min: (found: { readonly min: number }) =>
      Math.floor(Number.isFinite(found.min) ? Math.min(low, found.min) : low),
    max: (found: { readonly max: number }) =>
      Math.ceil(Number.isFinite(found.max) ? Math.max(high, found.max) : high),
  };
}
