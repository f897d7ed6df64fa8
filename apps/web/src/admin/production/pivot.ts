import type { OutputCell } from "@shotkeeper/contract/production";

export type Measure = "shots" | "parts" | "weight" | "estimated";

export interface PivotRow {
  readonly key: string;
  readonly name: string | null;
  /** A column `t<epoch ms>` each, and their total. */
  readonly [column: string]: string | number | null;
}

export interface Pivot {
  /** Beginnings of the buckets, epoch ms, ascending. */
  readonly times: readonly number[];
  /** Largest total first. */
  readonly rows: readonly PivotRow[];
  /** Of each bucket, over all rows. */
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
  s.shots += c.SHOTS;
  s.parts += c.PARTS;
  s.weight += c.OUTPUT_KG ?? 0;
  s.estimated += c.ESTIMATED_SHOTS;
}

/** A share is of the sums, never a sum of shares. */
function figureOf(s: Sums | undefined, measure: Measure): number | null {
  if (!s) return null;
  if (measure === "estimated") return s.shots > 0 ? Math.round((s.estimated / s.shots) * 1000) / 10 : null;
  return measure === "weight" ? Math.round(s.weight * 10) / 10 : s[measure];
}

export const columnOf = (time: number) => `t${time}`;

/** Cells laid out: what is grouped by in rows, time in columns, totals at both ends. */
export function pivotOf(cells: readonly OutputCell[], measure: Measure): Pivot {
  const groups = new Map<string, { name: string | null; by: Map<number, Sums>; all: Sums }>();
  const byTime = new Map<number, Sums>();
  const all = none();
  for (const c of cells) {
    const time = Date.parse(c.TIME);
    const group = groups.get(c.KEY) ?? { name: c.NAME, by: new Map<number, Sums>(), all: none() };
    groups.set(c.KEY, group);
    const cell = group.by.get(time) ?? none();
    group.by.set(time, cell);
    const column = byTime.get(time) ?? none();
    byTime.set(time, column);
    for (const s of [cell, group.all, column, all]) add(s, c);
  }
  const times = [...byTime.keys()].sort((a, b) => a - b);
  // A small share may be one of much: shares stand in the order of the shots.
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
