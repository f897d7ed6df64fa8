import type { OutputCell } from "@shotkeeper/contract/production";

export type Measure = "shots" | "parts" | "weight" | "estimated";

export interface PivotRow {
  readonly key: string;
  readonly name: string | null;
  /** Value of each time bucket under the key `t<epoch ms>`, and the row's total under the key `total`. */
  readonly [column: string]: string | number | null;
}

export interface Pivot {
  /** Start times of the time buckets (for example days), epoch ms, ascending. */
  readonly times: readonly number[];
  /** Rows sorted by total, the largest first. */
  readonly rows: readonly PivotRow[];
  /** Total of each time bucket over all rows, in the order of `times`. */
  readonly sums: readonly (number | null)[];
  readonly total: number | null;
}

interface Sums {
  shots: number;
  parts: number;
  weight: number;
  estimated: number;
}

const none = (): Sums => ({ shots: 0, parts: 0, weight: 0, estimated: 0 });

function add(s: Sums, c: OutputCell): void {
  s.shots += c.shots;
  s.parts += c.parts;
  s.weight += c.weight ?? 0;
  s.estimated += c.estimatedShots;
}

/**
 * Returns the value of a measure. The share of estimated shots is computed from sums, because shares cannot be added.
 */
function figureOf(s: Sums | undefined, measure: Measure): number | null {
  if (!s) return null;
  if (measure === "estimated") return s.shots > 0 ? Math.round((s.estimated / s.shots) * 1000) / 10 : null;
  return measure === "weight" ? Math.round(s.weight * 10) / 10 : s[measure];
}

export const columnOf = (time: number) => `t${time}`;

/** Converts cells to a pivot table: groups (for example plants) in rows, time buckets in columns, with totals. */
export function pivotOf(cells: readonly OutputCell[], measure: Measure): Pivot {
  const groups = new Map<string, { name: string | null; by: Map<number, Sums>; all: Sums }>();
  const byTime = new Map<number, Sums>();
  const all = none();
  for (const c of cells) {
    const time = Date.parse(c.time);
    const group = groups.get(c.key) ?? { name: c.name, by: new Map<number, Sums>(), all: none() };
    groups.set(c.key, group);
    const cell = group.by.get(time) ?? none();
    group.by.set(time, cell);
    const column = byTime.get(time) ?? none();
    byTime.set(time, column);
    for (const s of [cell, group.all, column, all]) add(s, c);
  }
  const times = [...byTime.keys()].sort((a, b) => a - b);
  // Sorts rows by shots if the measure is the share of estimated shots. Sorted by share, tiny groups could come first.
  const rank = measure === "estimated" ? "shots" : measure;
  const rows = [...groups]
    .sort(([, a], [, b]) => b.all[rank] - a.all[rank])
    .map(([key, g]) => ({
      key,
      name: g.name,
      total: figureOf(g.all, measure),
      ...Object.fromEntries(times.map((t) => [columnOf(t), figureOf(g.by.get(t), measure)])),
    }));
  return {
    times,
    rows,
    sums: times.map((t) => figureOf(byTime.get(t), measure)),
    total: cells.length > 0 ? figureOf(all, measure) : null,
  };
}
