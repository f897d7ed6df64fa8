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
  /** All columns, if the rows are cards: the footer then lists the totals with the titles of their columns. */
  cardColumns: readonly PlacedColumn<R>[] | undefined;
}

/** Footer row with the totals over all rows that match the filters. */
export function GridFooter<R>(props: Props<R>): ReactNode {
  const { columns, totals, texts, rowIndex, labelKey, cardColumns } = props;
  const totalOf = ({ column, key }: PlacedColumn<R>): ReactNode => {
    if (column?.total !== undefined) return column.total as ReactNode;
    const total = totals?.[key];
    return total === undefined ? null : formatNumber(total, column?.decimals);
  };
  const content = (placed: PlacedColumn<R>): ReactNode =>
    totalOf(placed) ?? (placed.key === labelKey ? texts.total : null);
  if (cardColumns)
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: totals are read, not operated
      <div role="row" aria-rowindex={rowIndex} className="dg-foot">
        {/* biome-ignore lint/a11y/useFocusableInteractive: totals are read, not operated */}
        <div role="gridcell" aria-colindex={1} className="dg-foot-card">
          <span className="dg-total-label">{texts.total}</span>
          {cardColumns.map((c) => {
            const total = totalOf(c);
            return total === null ? null : (
              <span key={c.key}>
                <span className="dg-total-label">{c.column?.title}</span> {total}
              </span>
            );
          })}
        </div>
      </div>
    );
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
