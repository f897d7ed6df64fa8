/** Returns the median. A median is used because a single disturbed round hardly changes it. */
export const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

/** Returns the value below which `share` percent of the list lie. */
export const percentile = (list: readonly number[], share: number): number =>
  [...list].sort((a, b) => a - b)[Math.ceil((list.length * share) / 100) - 1] ?? 0;

export interface Comparison {
  /** Operations per second of the baseline: median over the rounds. */
  readonly floor: number;
  /** Operations per second of Shotkeeper: median over the rounds. */
  readonly ours: number;
  /**
   * Median of the ratios of the rounds. In each round, Shotkeeper and the baseline see the same load of the machine, so
   * their ratio is more stable than the absolute figures.
   */
  readonly ratio: number;
}

/** Measures Shotkeeper (`ours`) and the baseline (`floor`) alternately, after one warm-up round each. */
export async function compare(
  rounds: number,
  floor: () => Promise<number>,
  ours: () => Promise<number>,
): Promise<Comparison> {
  const floors: number[] = [];
  const mine: number[] = [];
  await floor();
  await ours();
  for (let i = 0; i < rounds; i++) {
    if (i % 2 === 1) mine.push(await ours());
    floors.push(await floor());
    if (i % 2 === 0) mine.push(await ours());
  }
  const ratio = median(mine.map((m, i) => m / (floors[i] ?? m)));
  return {
    floor: Math.round(median(floors)),
    ours: Math.round(median(mine)),
    ratio: Number(ratio.toFixed(3)),
  };
}
