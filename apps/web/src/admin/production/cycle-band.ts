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
 * tolerance and all measured cycles. Without cycles, the chart passes no finite numbers, and the axis shows only the
 * tolerance.
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
