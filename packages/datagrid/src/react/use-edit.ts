import { useState } from "react";
import type { PlacedColumn } from "../core/columns.ts";
import { editText, isEditable } from "../core/edit.ts";
import type { CellAt } from "../core/range.ts";
import type { RowView } from "../core/row-view.ts";
import type { GridTexts } from "../core/texts.ts";
import { fieldOf, type GridColumn } from "../core/types.ts";
import type { TableEditing } from "./editing.ts";
import type { Notify } from "./toaster.tsx";

interface Options<R> {
  view: RowView<R>;
  /** Index of the page's first row among all rows that match the filters. */
  base: number;
  columns: readonly PlacedColumn<R>[];
  rowKey: (row: R) => string;
  texts: GridTexts;
  notify: Notify;
  /**
   * Spreadsheet-like editing, which collects changes instead of saving each one. Undefined: each change is saved at
   * once.
   */
  table: TableEditing<R> | undefined;
}

export interface Editing {
  cell: CellAt;
  /** Key of the edited row. The row may move to another position while the editor is open. */
  key: string;
  /** Text that the editor contains when it opens. */
  start: string;
  /** True: the text is selected when the editor opens, so that typing replaces it. */
  selectAll: boolean;
  /** Key that opened the editor. Undefined if the editor was opened otherwise. */
  typed: string | undefined;
}

/**
 * Returns the state and functions for editing cells in place. The new value is shown at once; if saving fails, the old
 * value is restored.
 */
export function useEdit<R>({ view, base, columns, rowKey, texts, notify, table }: Options<R>) {
  const [editing, setEditing] = useState<Editing>();

  /**
   * Opens the editor if the cell can be edited. A typed `key` replaces the cell's text. Returns true if the editor
   * opened.
   */
  const begin = (cell: CellAt, key?: string): boolean => {
    const column = columns[cell.col]?.column;
    const row = view.get(base + cell.row);
    if (!column || row === undefined || !isEditable(column, row)) return false;
    if (!table && !column.edit?.save) return false;
    // Opens the editor of a choice, flag, date or time with the current value and ignores the typed character. A native
    // date field or list cannot contain a single character.
    const typed = ["choice", "flag", "date", "time"].includes(column.type ?? "") ? undefined : key;
    const start = typed ?? editText(column, fieldOf(row, column.key));
    setEditing((old) => {
      // Collects the characters that the user types while the editor is loading, so that its text begins with all of
      // them. An open editor handles its keys itself.
      const isOpening = typed && old?.typed && old.cell.row === cell.row && old.cell.col === cell.col;
      return {
        cell,
        key: rowKey(row),
        start: isOpening ? old.start + typed : start,
        selectAll: typed === undefined,
        typed,
      };
    });
    return true;
  };

  /**
   * Returns the edited row and its column. If the row or the column no longer exists, closes the editor and notifies
   * the user.
   */
  const edited = () => {
    if (!editing) return undefined;
    const column = columns[editing.cell.col]?.column;
    const isIt = (row: R | undefined): row is R => row !== undefined && rowKey(row) === editing.key;
    let row = view.get(base + editing.cell.row);
    // Searches for the row by its key, because a reload may have changed the order of the rows.
    for (let at = 0; !isIt(row) && at < (view.total ?? 0); at++) row = view.get(at);
    if (column?.edit && isIt(row)) return { column, row };
    setEditing(undefined);
    notify(texts.notSaved);
    return undefined;
  };

  const save = (column: GridColumn<R>, row: R, value: unknown): void => {
    const before = fieldOf(row, column.key);
    const put = (to: unknown): void =>
      view.patch(new Map([[rowKey(row), { [column.key]: to } as Partial<R>]]));
    put(value);
    const onSaved = () => notify({ text: texts.saved, isSpoken: true });
    column.edit?.save?.(row, value).then(onSaved, (error: unknown) => {
      put(before);
      notify(error instanceof Error && error.message !== "" ? error.message : texts.notSaved);
    });
  };

  /**
   * Saves a typed text. `value` is the parsed text, or undefined if the text is invalid. Returns false for an invalid
   * text.
   */
  const commit = (typed: string, value: unknown): boolean => {
    const target = edited();
    if (!target) return true;
    const { column, row } = target;
    const before = fieldOf(row, column.key);
    if (editText(column, before) === typed) {
      setEditing(undefined);
      return true;
    }
    if (table) {
      table.typeText(row, column, typed, texts);
      setEditing(undefined);
      return true;
    }
    const wrong = value === undefined ? texts.notAValue : column.edit?.validate?.(value, row);
    if (wrong !== undefined) {
      notify(wrong);
      return false;
    }
    setEditing(undefined);
    if (value !== null || (before ?? null) !== null) save(column, row, value);
    return true;
  };

  /** Saves the value of a custom editor. If the value is invalid, notifies the user and keeps the editor open. */
  const commitValue = (value: unknown): void => {
    const target = edited();
    if (!target) return;
    const { column, row } = target;
    const wrong = table ? undefined : column.edit?.validate?.(value, row);
    if (wrong !== undefined) {
      notify(wrong);
      return;
    }
    setEditing(undefined);
    if (table) table.typeValue(row, column, value);
    else save(column, row, value);
  };

  return { editing, begin, commit, commitValue, cancel: () => setEditing(undefined) };
}
