// biome-ignore-all lint/a11y/useSemanticElements: rows are moved by transforms, which tables cannot do
import type { ReactNode } from "react";
import type { CellContext } from "./grid-cell.tsx";
import { GridRow, type ShownColumns } from "./grid-row.tsx";

interface Props<R> {
  readonly rows: readonly R[];
  readonly side: "top" | "bottom";
  readonly rowHeight: number;
  /** Row number of the first pinned row for screen readers. */
  readonly rowIndex: number;
  readonly columns: ShownColumns<R>;
  readonly context: CellContext<R>;
  readonly rowKey: (row: R) => string;
}

/** Rows that stay in place while the others scroll. The user cannot select, open or edit them. */
export function PinnedRows<R>({
  rows,
  side,
  rowHeight,
  rowIndex,
  columns,
  context,
  rowKey,
}: Props<R>): ReactNode {
  if (rows.length === 0) return null;
  return (
    <div
      role="rowgroup"
      className={`dg-pinned dg-pinned-${side}`}
      style={{ height: rows.length * rowHeight }}
    >
      {rows.map((row, at) => (
        <GridRow
          key={rowKey(row)}
          index={undefined}
          number={undefined}
          rowIndex={rowIndex + at}
          top={at * rowHeight}
          height={rowHeight}
          row={row}
          columns={columns}
          activeCol={-1}
          selected={false}
          className={undefined}
          marks={undefined}
          level={undefined}
          isOpen={undefined}
          context={context}
        />
      ))}
    </div>
  );
}
