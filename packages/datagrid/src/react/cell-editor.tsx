import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { PlacedColumn, PlacedColumns } from "../core/columns.ts";
import { editedValue } from "../core/edited-value.ts";
import type { GridTexts } from "../core/texts.ts";
import { fieldOf, type GridColumn } from "../core/types.ts";
import { Sections } from "./grid-row.tsx";
import type { Editing } from "./use-edit.ts";

interface Props<R> {
  editing: Editing;
  placed: PlacedColumns<R>;
  /**
   * Vertical distance of the edited cell from the anchor row, px. The anchor row (use-viewport.ts) is the row relative
   * to which all rows are positioned.
   */
  top: number;
  rowHeight: number;
  texts: GridTexts;
  /** The edited row, for a custom editor. */
  row: R | undefined;
  /** Called with the value of a custom editor. */
  onValue: (value: unknown) => void;
  /**
   * Called with the typed text and its value, which is undefined for an invalid text. Returns false if the editor must
   * stay open.
   */
  onCommit: (typed: string, value: unknown) => boolean;
  onCancel: () => void;
  /** Moves to another cell after saving. Enter moves to the next row, Tab to the next column. */
  onNext: (rows: number, columns: number) => void;
}

/**
 * Input in which the user edits a cell. The input lies above the cell, so that React need not render a row again. It is
 * a native field, because native fields are fast and work on phones.
 */
export function CellEditor<R>(props: Props<R>): ReactNode {
  const { editing, placed, top, rowHeight } = props;
  const only = (columns: readonly PlacedColumn<R>[]) => columns.filter((c) => c.index === editing.cell.col);
  const columns = {
    ...placed,
    left: only(placed.left),
    centre: only(placed.centre),
    right: only(placed.right),
  };
  return (
    <div
      role="presentation"
      className="dg-row dg-edit-row"
      style={{ transform: `translateY(${top}px)`, height: rowHeight }}
    >
      <Sections
        columns={columns}
        cell={(column) => (
          <div
            key={column.key}
            role="presentation"
            className="dg-edit"
            style={{ insetInlineStart: column.left, width: Math.max(column.width, 96) }}
          >
            {column.column?.edit?.editor && props.row !== undefined ? (
              <CustomField {...props} row={props.row} column={column.column} />
            ) : (
              <Field {...props} column={column} />
            )}
          </div>
        )}
      />
    </div>
  );
}

/** Shows the custom editor of a column. Keys in the editor do not reach the grid. Escape closes the editor. */
function CustomField<R>(props: Props<R> & { row: R; column: GridColumn<R> }): ReactNode {
  const { editing, row, column, onValue, onCancel, onNext } = props;
  const cancel = (): void => {
    onCancel();
    onNext(0, 0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the keys of the editor from the grid
    <div
      role="presentation"
      className="dg-edit-custom"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") cancel();
      }}
    >
      {
        column.edit?.editor?.({
          row,
          value: fieldOf(row, column.key),
          typed: editing.typed,
          label: column.title,
          onCommit: (value) => {
            onValue(value);
            onNext(0, 0);
          },
          onCancel: cancel,
        }) as ReactNode
      }
    </div>
  );
}

function Field<R>(props: Props<R> & { column: PlacedColumn<R> }): ReactNode {
  const { editing, texts, onCommit, onCancel, onNext } = props;
  const { column } = props.column;
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const closed = useRef(false);
  const { selectAll } = editing;
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    if (selectAll) field.current?.select?.();
  }, [selectAll]);
  const commit = (): boolean => {
    if (closed.current) return true;
    // Refuses an incomplete date. The browser returns an empty value for such a date, which would clear the cell.
    if (field.current?.validity.badInput) {
      field.current.setAttribute("aria-invalid", "true");
      return false;
    }
    const typed = field.current?.value ?? "";
    closed.current = onCommit(typed, column ? editedValue(column, typed) : undefined);
    if (!closed.current) field.current?.setAttribute("aria-invalid", "true");
    return closed.current;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Ignores keys while an input method composes characters (for example Chinese), because Enter then only accepts
    // these characters.
    if (event.nativeEvent.isComposing) return;
    event.stopPropagation();
    if (event.key === "Escape") {
      closed.current = true;
      onCancel();
      onNext(0, 0);
    } else if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      const step = event.shiftKey ? -1 : 1;
      if (commit()) onNext(event.key === "Enter" ? step : 0, event.key === "Tab" ? step : 0);
    }
  };
  const shared = {
    ref: field,
    "aria-label": column?.title,
    defaultValue: editing.start,
    onKeyDown,
    onBlur: () => void commit(),
  };
  if (column?.type === "choice" || column?.type === "flag") {
    const options =
      column.type === "choice"
        ? (column.options ?? [])
        : [
            { value: "true", label: texts.yes },
            { value: "false", label: texts.no },
          ];
    return (
      <select {...shared}>
        <option value="" />
        {options.map((o) => (
          <option key={o.value} value={String(o.value)}>
            {o.label}
          </option>
        ))}
      </select>
    );
  }
  const type = column?.type === "date" ? "date" : column?.type === "time" ? "datetime-local" : "text";
  return (
    <input
      {...shared}
      type={type}
      step={type === "datetime-local" ? 1 : undefined}
      max={type === "date" ? "9999-12-31" : undefined}
      inputMode={column?.type === "number" ? "decimal" : undefined}
    />
  );
}
