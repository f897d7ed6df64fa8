/** A visit of a mold. Times are epoch ms. */
export interface ComparedVisit {
  readonly moldId: number;
  readonly from: number;
  /** Time of the last position. For the present visit of a transferred mold: time at which the visit was derived. */
  readonly lastAt: number;
  readonly to: number | null;
  readonly orgId: string | null;
  /** Place before the visit. */
  readonly beforeId: string | null;
  /** "position" or "document" (a transfer). */
  readonly source: string;
}

/**
 * Returns the time from which the figures of a visit have changed, epoch ms, or undefined if they have not. `a` and
 * `b`: the visit before and after the change. If only later positions were added to the visit, its earlier days stay.
 * The present visit of a transferred mold lasts until now, whenever it was derived.
 */
function changeOf(a: ComparedVisit | undefined, b: ComparedVisit | undefined): number | undefined {
  if (!a || !b) return (a ?? b)?.from;
  const isSame = a.to === b.to && a.orgId === b.orgId && a.beforeId === b.beforeId && a.source === b.source;
  if (!isSame) return a.from;
  if (a.lastAt === b.lastAt || (a.source === "document" && a.to === null)) return undefined;
  return Math.min(a.lastAt, b.lastAt);
}

/** Returns the molds whose visits differ, with the time from which their figures have changed, epoch ms. */
export function changedVisits(
  before: readonly ComparedVisit[],
  after: readonly ComparedVisit[],
): Map<number, number> {
  const keyOf = (v: ComparedVisit) => `${v.moldId}/${v.from}`;
  const [old, next] = [before, after].map((list) => new Map(list.map((v) => [keyOf(v), v])));
  const changed = new Map<number, number>();
  for (const v of [...before, ...after]) {
    const from = changeOf(old?.get(keyOf(v)), next?.get(keyOf(v)));
    if (from !== undefined) changed.set(v.moldId, Math.min(from, changed.get(v.moldId) ?? from));
  }
  return changed;
}
