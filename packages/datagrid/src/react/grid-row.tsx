// biome-ignore-all lint/a11y/useSemanticElements: rows are recycled and moved by transforms, which tables cannot do
import { memo, type ReactNode } from "react";
import type { PlacedColumn } from "../core/columns.ts";
import type { EditedCell } from "../core/edit-session.ts";
import { type CellContext, GridCell } from "./grid-cell.tsx";
import type { RowCards } from "./row-cards.tsx";

/**
 * The columns that are in the DOM, by section of the grid: left, centre and right. Columns of the centre that are
 * scrolled out of view are not in the DOM.
 */
export interface ShownColumns<R> {
  left: readonly PlacedColumn<R>[];
  centre: readonly PlacedColumn<R>[];
  right: readonly PlacedColumn<R>[];
  leftWidth: number;
  rightWidth: number;
}

interface RowProps<R> {
  /** Index of the row in the page, counted from 0. Undefined for a pinned row. */
  index: number | undefined;
  /** Number of the row as the user sees it, counted from 1. Undefined for a pinned row. */
  number: number | undefined;
  /** Row number for screen readers (aria-rowindex). Header rows are counted, too. */
  rowIndex: number;
  /**
   * Vertical distance of this row from the anchor row, px. The anchor row (use-viewport.ts) is the row relative to
   * which all rows are positioned.
   */
  top: number;
  height: number;
  row: R | undefined;
  columns: ShownColumns<R>;
  /** Describes how the row is drawn as a card. If undefined, the row is a line. */
  card?: RowCards<R> | undefined;
  /** Index of the column that has the focus. -1 if the focus is not in this row. */
  activeCol: number;
  selected: boolean;
  className: string | undefined;
  /** Unsaved changes of the row, by field. */
  marks: ReadonlyMap<string, EditedCell> | undefined;
  /** Level of the row in a tree or in groups, from 0. Undefined if the rows have no structure. */
  level: number | undefined;
  /** True if the children of the row are visible. Undefined if the row has no children. */
  isOpen: boolean | undefined;
  context: CellContext<R>;
}

function Row<R>(props: RowProps<R>): ReactNode {
  const { index, number, top, height, row, columns, activeCol, selected, className, marks, context } = props;
  const { level, isOpen, card } = props;
  const cell = (column: PlacedColumn<R>): ReactNode => (
    <GridCell
      key={column.key}
      column={column}
      row={row}
      number={number}
      active={column.index === activeCol}
      selected={selected}
      mark={marks?.get(column.key)}
      level={column.key === context.titleKey ? level : undefined}
      isOpen={isOpen}
      context={context}
      isOnCard={card !== undefined}
    />
  );
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus is on cells
    <div
      role="row"
      aria-rowindex={props.rowIndex}
      aria-level={level === undefined ? undefined : level + 1}
      aria-expanded={isOpen}
      aria-selected={selected}
      className={["dg-row", card && "dg-card", selected && "dg-row-selected", className]
        .filter(Boolean)
        .join(" ")}
      data-row={index}
      style={{ transform: `translateY(${top}px)`, height: height - (card?.gap ?? 0) }}
    >
      {card ? card.draw(cell) : <Sections columns={columns} cell={cell} />}
    </div>
  );
}

export const GridRow = memo(Row) as typeof Row;

/** The three sections of a header, body or footer row: left, centre and right. Only the centre scrolls horizontally. */
export function Sections<R>({
  columns,
  cell,
}: {
  columns: ShownColumns<R>;
  cell: (column: PlacedColumn<R>) => ReactNode;
}): ReactNode {
  return (
    <>
      {columns.leftWidth > 0 && (
        <div role="presentation" className="dg-left" style={{ width: columns.leftWidth }}>
          {columns.left.map(cell)}
        </div>
      )}
      <div role="presentation" className="dg-centre">
        <div role="presentation" className="dg-lane">
          {columns.centre.map(cell)}
        </div>
      </div>
      {columns.rightWidth > 0 && (
        <div role="presentation" className="dg-right" style={{ width: columns.rightWidth }}>
          {columns.right.map(cell)}
        </div>
      )}
    </>
  );
}
