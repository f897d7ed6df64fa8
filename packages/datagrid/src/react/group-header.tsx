// biome-ignore-all lint/a11y/useSemanticElements: rows are recycled and moved by transforms, which tables cannot do
import type { ReactNode } from "react";
import { GROUP_HEIGHT, type GroupRun, groupRuns } from "../core/column-groups.ts";
import type { PlacedColumn, PlacedColumns } from "../core/columns.ts";
import { Sections } from "./grid-row.tsx";

/** Headers over groups of columns, one line for each level. */
export function GroupHeader<R>({
  placed,
  levels,
}: {
  readonly placed: PlacedColumns<R>;
  readonly levels: number;
}): ReactNode {
  return Array.from({ length: levels }, (_, level) => {
    const runs = new Map<string, GroupRun>();
    // Draws the header of a group like a column that is as wide as the group.
    const part = (section: readonly PlacedColumn<R>[]): PlacedColumn<R>[] =>
      groupRuns(section, level).flatMap((run) => {
        runs.set(run.key, run);
        const first = section.find((c) => c.key === run.key);
        return first && run.title !== undefined ? [{ ...first, width: run.width }] : [];
      });
    const columns = {
      ...placed,
      left: part(placed.left),
      centre: part(placed.centre),
      right: part(placed.right),
    };
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: headers of groups are read, not operated
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other identity
        key={level}
        role="row"
        aria-rowindex={level + 1}
        className="dg-group-head"
        style={{ height: GROUP_HEIGHT }}
      >
        <Sections
          columns={columns}
          cell={(column) => (
            // biome-ignore lint/a11y/useFocusableInteractive: headers of groups are read, not operated
            <div
              key={column.key}
              role="columnheader"
              aria-colindex={column.index + 1}
              aria-colspan={runs.get(column.key)?.count}
              className="dg-cell dg-group-th"
              style={{ insetInlineStart: column.left, width: column.width }}
            >
              {runs.get(column.key)?.title}
            </div>
          )}
        />
      </div>
    );
  });
}
