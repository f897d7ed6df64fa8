// biome-ignore-all lint/a11y/useSemanticElements: rows are recycled and moved by transforms, which tables cannot do
import type { ReactNode } from "react";
import type { PlacedColumn } from "../core/columns.ts";
import { formatNumber } from "../core/format.ts";
import type { GridTexts } from "../core/texts.ts";
import { Sections, type ShownColumns } from "./grid-row.tsx";

interface Props<R> {
  columns: ShownColumns<R>;
  totals: Readonly<Record<string, number>> | undefined;
  texts: GridTexts;
  /** Row number of the footer for screen readers (aria-rowindex). The header row is counted, too. */
  rowIndex: number;
  /** Key of the column that shows the word "Total"; undefined for none. */
  labelKey: string | undefined;
}

/** Footer row with the totals over all matching rows. */
export function GridFooter<R>({ columns, totals, texts, rowIndex, labelKey }: Props<R>): ReactNode {
  const content = ({ column, key }: PlacedColumn<R>): ReactNode => {
    if (column?.total !== undefined) return column.total as ReactNode;
    const total = totals?.[key];
    if (total !== undefined) return formatNumber(total, column?.decimals);
    return key === labelKey ? texts.total : null;
  };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: totals are read, not operated
    <div role="row" aria-rowindex={rowIndex} className="dg-foot">
      <Sections
        columns={columns}
        cell={(column) => (
          // biome-ignore lint/a11y/useFocusableInteractive: totals are read, not operated
          <div
            key={column.key}
            role="gridcell"
            aria-colindex={column.index + 1}
            className={[
              "dg-cell",
              `dg-${column.column?.type ?? column.kind}`,
              ...(column.key === labelKey ? ["dg-total-label"] : []),
            ].join(" ")}
            style={{ insetInlineStart: column.left, width: column.width }}
          >
            {content(column)}
          </div>
        )}
      />
    </div>
  );
}
