// biome-ignore-all lint/a11y/useSemanticElements: rows are recycled and moved by transforms, which tables cannot do
import type { ReactNode } from "react";
import type { PlacedColumn } from "../core/columns.ts";
import { formatNumber } from "../core/format.ts";
import type { GridTexts } from "../core/texts.ts";
import type { GroupLine } from "../core/types.ts";
import { Sections, type ShownColumns } from "./grid-row.tsx";
import { Toggle } from "./toggle.tsx";

interface Props<R> {
  readonly line: GroupLine;
  readonly index: number;
  /** Row number for screen readers. */
  readonly rowIndex: number;
  readonly top: number;
  readonly height: number;
  readonly columns: ShownColumns<R>;
  /** Key of the column that shows the title of the group: the first column with data. */
  readonly titleKey: string | undefined;
  readonly activeCol: number;
  readonly texts: GridTexts;
}

/** Header of a group of rows: title, number of rows, and the aggregates in their columns. */
export function GroupRow<R>(props: Props<R>): ReactNode {
  const { line, index, top, height, columns, titleKey, activeCol } = props;
  const texts = props.texts.structure;
  const content = ({ key, column }: PlacedColumn<R>): ReactNode => {
    if (key === titleKey)
      return (
        <>
          <Toggle isOpen={line.isOpen} texts={texts} />
          {line.title === "" ? texts.blank : line.title}
          <span className="dg-group-count"> ({line.count.toLocaleString("en-US")})</span>
        </>
      );
    const value = line.values[key];
    if (value === undefined || !column?.aggregate) return null;
    const isCount = column.aggregate === "count";
    return (
      <span title={texts.aggregates[column.aggregate]}>
        {formatNumber(value, isCount ? 0 : column.decimals)}
      </span>
    );
  };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus is on cells
    <div
      role="row"
      aria-rowindex={props.rowIndex}
      aria-level={line.level + 1}
      aria-expanded={line.isOpen}
      className="dg-row dg-group-row"
      data-row={index}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <Sections
        columns={columns}
        cell={(column) => (
          <div
            key={column.key}
            role="gridcell"
            aria-colindex={column.index + 1}
            className={`dg-cell dg-${column.key === titleKey ? "group-title" : (column.column?.type ?? column.kind)}`}
            data-col={column.index}
            data-active={column.index === activeCol ? "" : undefined}
            tabIndex={column.index === activeCol ? 0 : -1}
            style={{
              insetInlineStart: column.left,
              width: column.width,
              ...(column.key === titleKey ? { paddingInlineStart: 8 + line.level * 18 } : {}),
            }}
          >
            {content(column)}
          </div>
        )}
      />
    </div>
  );
}
