const day = 86_400_000;

interface Reading {
  readonly at: number;
  readonly count: number;
}
interface Period {
  readonly from: number;
  readonly to: number | null;
}

/**
 * Returns whether the counter sent a reading on the day that begins at `d` (epoch ms) while it was bound. The function
 * shares no code with the server, so that tests can compare both results.
 */
export function reported(readings: readonly Reading[], d: number, bound: Period): boolean {
  const until = Math.min(d + day, bound.to ?? Number.POSITIVE_INFINITY);
  return readings.some((r) => r.at >= Math.max(d, bound.from) && r.at < until);
}

/**
 * Returns true if no counter of the mold reported on the day that contains the hour `h`. On such a day, it is
 * unknown whether the mold worked.
 * @param bindings bindings of the mold
 * @param begin beginning of any earlier day, epoch ms. Days are counted from it in steps of 24 h
 */
export function isSilent(
  bindings: readonly (Period & { readonly counter: number })[],
  readings: ReadonlyMap<number, readonly Reading[]>,
  begin: number,
  h: number,
): boolean {
  const d = begin + Math.floor((h - begin) / day) * day;
  return !bindings.some((b) => reported(readings.get(b.counter) ?? [], d, b));
}

/**
 * Returns whether shots may belong to the day that begins at `d` (epoch ms). This is the case if the count rose in an
 * interval of at most two days that touches the day.
 */
export function mayHaveShots(readings: readonly Reading[], d: number, bound: Period): boolean {
  const until = Math.min(d + 3 * day, bound.to ?? Number.POSITIVE_INFINITY);
  return readings.some((r, i) => {
    const p = readings[i - 1];
    if (!p || r.count === p.count || r.at - p.at > 2 * day) return false;
    return r.at >= Math.max(d, bound.from) && r.at < until && p.at < d + day;
  });
}
