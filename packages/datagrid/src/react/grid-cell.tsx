// biome-ignore-all lint/a11y/useSemanticElements: rows are recycled and moved by transforms, which tables cannot do
import { memo, type ReactNode } from "react";
import type { PlacedColumn } from "../core/columns.ts";
import { isEditable } from "../core/edit.ts";
import type { EditedCell } from "../core/edit-session.ts";
import { displayText, isBlank, isTrue } from "../core/format.ts";
import type { GridTexts } from "../core/texts.ts";
import { fieldOf } from "../core/types.ts";
import { useIcon } from "./skin.ts";
import { Toggle } from "./toggle.tsx";

/** Props that all cells share. They are in one object, so that `memo` only needs to compare one reference. */
export interface CellContext<R> {
  texts: GridTexts;
  rowActions: ((row: R) => ReactNode) | undefined;
  /**
   * "cells": each edited cell is saved at once. "table": many cells are saved together, as in a spreadsheet. Undefined:
   * no editing.
   */
  edits: "cells" | "table" | undefined;
  /** Key of the first column with data. This column shows the level of the row in a tree, and the titles of groups. */
  titleKey: string | undefined;
}

interface CellProps<R> {
  column: PlacedColumn<R>;
  row: R | undefined;
  /** Number of the row, counted from 1. Undefined for a pinned row. */
  number: number | undefined;
  active: boolean;
  selected: boolean;
  /** Unsaved change of the cell. */
  mark: EditedCell | undefined;
  /** Level of the row in a tree or in groups. Set only for the column that shows the level. */
  level: number | undefined;
  isOpen: boolean | undefined;
  context: CellContext<R>;
  /**
   * True if the cell is on a card. The style sheet then determines the position of the cell, and the position of the
   * column has no effect.
   */
  isOnCard?: boolean | undefined;
}

function Cell<R>(props: CellProps<R>): ReactNode {
  const { column, row, number, active, selected, mark, level, context } = props;
  const { kind, left, width, index } = column;
  const type = column.column?.type;
  const editable = editability(props);
  return (
    <div
      role="gridcell"
      aria-colindex={index + 1}
      aria-selected={kind === "check" ? selected : undefined}
      aria-readonly={editable === undefined ? undefined : !editable}
      aria-invalid={mark?.error === undefined ? undefined : true}
      className={`dg-cell dg-${kind === "data" ? type : kind}${mark ? markClass(mark) : ""}`}
      title={mark?.error}
      data-col={index}
      data-active={active ? "" : undefined}
      tabIndex={active ? 0 : -1}
      style={{
        ...(!props.isOnCard && { insetInlineStart: left, width }),
        ...(level !== undefined && { paddingInlineStart: 8 + level * 18 }),
      }}
    >
      {level !== undefined && props.isOpen !== undefined && (
        <Toggle isOpen={props.isOpen} texts={context.texts.structure} />
      )}
      {row === undefined ? (
        <Skeleton kind={kind} number={number ?? 0} />
      ) : (
        (mark?.text ?? content(column, row, number, selected, context))
      )}
    </div>
  );
}

/** Returns whether the user can edit the cell. Returns undefined if the grid has no editing or the cell has no data. */
function editability<R>({ column: { column, kind }, row, number, context: { edits } }: CellProps<R>) {
  if (!edits || kind !== "data" || row === undefined || number === undefined) return undefined;
  return isEditable(column, row) && (edits === "table" || column?.edit?.save !== undefined);
}

const markClass = ({ error, theirs }: EditedCell): string =>
  ` dg-changed${error === undefined ? "" : " dg-faulty"}${theirs ? " dg-conflict" : ""}`;

export const GridCell = memo(Cell) as typeof Cell;

function Skeleton({ kind, number }: { kind: string; number: number }): ReactNode {
  if (kind === "seq") return number;
  if (kind === "check" || kind === "actions" || kind === "handle") return null;
  // Gives the placeholders of loading cells different widths, so that they look like text.
  return <span className="dg-skeleton" style={{ width: `${45 + ((number * 7) % 40)}%` }} />;
}

function Handle({ label }: { label: string }): ReactNode {
  const Icon = useIcon();
  return <Icon name="drag" label={label} />;
}

function content<R>(
  { column, kind }: PlacedColumn<R>,
  row: R,
  number: number | undefined,
  selected: boolean,
  context: CellContext<R>,
): ReactNode {
  if (number === undefined && kind !== "data") return null;
  if (kind === "seq") return number;
  if (kind === "handle") return <Handle label={context.texts.moveRow} />;
  if (kind === "check") {
    return (
      <input type="checkbox" tabIndex={-1} checked={selected} readOnly aria-label={context.texts.selectRow} />
    );
  }
  if (!column) return context.rowActions?.(row);
  const value = fieldOf(row, column.key);
  // The cast is safe, because the props of DataGrid require a ReactNode. The core has the type `unknown`, because it
  // does not depend on React.
  if (column.render) return column.render(value, row) as ReactNode;
  if (column.type === "flag" && !column.text) {
    if (isBlank(value)) return null;
    const yes = isTrue(value);
    return (
      <span
        className={yes ? "dg-yes" : "dg-no"}
        role="img"
        aria-label={yes ? context.texts.yes : context.texts.no}
      >
        {yes ? "✓" : "–"}
      </span>
    );
  }
  const text = displayText(column, value, row);
  const color = column.options?.find((o) => String(o.value) === String(value))?.color;
  if (!color) return text;
  return (
    <>
      <span className="dg-dot" style={{ background: color }} />
      {text}
    </>
  );
}
