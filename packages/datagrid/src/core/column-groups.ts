import type { PlacedColumn, PlacedColumns } from "./columns.ts";

/** Height of one line of group headers, px. */
export const GROUP_HEIGHT = 26;

/** A header over adjacent columns of the same group. */
export interface GroupRun {
  readonly key: string;
  /** Title of the group. Undefined over columns without a group. */
  readonly title: string | undefined;
  /** Distance from the left edge of the grid's section (left, centre or right), px. */
  readonly left: number;
  readonly width: number;
  /**
   * `index` is the index of the header's first column among all visible columns. `count` is the number of columns below
   * the header.
   */
  readonly index: number;
  readonly count: number;
}

/** Returns the number of lines of group headers that the visible columns need. */
export const groupLevels = <R>({ all }: PlacedColumns<R>): number =>
  Math.max(0, ...all.map((c) => c.column?.groups?.length ?? 0));

/**
 * Returns the group headers of one line over the columns of a section. A group whose columns the user has moved apart
 * has a header over each part.
 * @param level line of the headers, 0 for the outermost groups
 */
export function groupRuns<R>(section: readonly PlacedColumn<R>[], level: number): GroupRun[] {
  const runs: GroupRun[] = [];
  let last: string | undefined;
  for (const { column, key, left, width, index } of section) {
    const path = column?.groups?.slice(0, level + 1);
    const title = path && path.length > level ? path[level] : undefined;
    const id = title === undefined ? undefined : JSON.stringify(path);
    const run = runs.at(-1);
    if (run && id === last) {
      runs[runs.length - 1] = { ...run, width: run.width + width, count: run.count + 1 };
    } else runs.push({ key, title, left, width, index, count: 1 });
    last = id;
  }
  return runs;
}
