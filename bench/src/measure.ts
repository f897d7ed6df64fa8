/** The middle of a list, which one disturbed round does not move. */
export const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

export interface Comparison {
  /** Operations a second, the median of the rounds. */
  readonly floor: number;
  readonly ours: number;
  /** Median of the rounds' own ratios: both sides of a round saw the same load of the machine. */
  readonly ratio: number;
}

/** Measures both sides in turn, each round the other one first, after a round of each that does not count. */
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
