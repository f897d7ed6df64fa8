import { useState } from "react";
import type { PlacedColumn } from "../core/columns.ts";
import { editedValue, editText, isEditable } from "../core/edit.ts";
import type { CellAt } from "../core/range.ts";
import type { RowView } from "../core/row-view.ts";
import type { GridTexts } from "../core/texts.ts";
import { fieldOf } from "../core/types.ts";
import type { Notify } from "./toaster.tsx";

interface Options<R> {
  view: RowView<R>;
  /** Index of the page's first row among all matching rows. */
  base: number;
  columns: readonly PlacedColumn<R>[];
  rowKey: (row: R) => string;
  texts: GridTexts;
  notify: Notify;
}

export interface Editing {
  cell: CellAt;
  /** Text that the editor contains when it opens. */
  start: string;
  /** True: the text is selected when the editor opens, so that typing replaces it. */
  selectAll: boolean;
}

/**
 * Returns the state and functions for editing cells in place. The new value is shown at once; if saving fails, the old
 * value is restored.
 */
export function useEdit<R>({ view, base, columns, rowKey, texts, notify }: Options<R>) {
  const [editing, setEditing] = useState<Editing>();

  /**
   * Opens the editor if the cell can be edited. `typed` replaces the cell's text. Returns true if the editor opened.
   */
  const begin = (cell: CellAt, typed?: string): boolean => {
    const column = columns[cell.col]?.column;
    const row = view.get(base + cell.row);
    if (!column || row === undefined || !isEditable(column, row)) return false;
    const start = typed ?? editText(column, fieldOf(row, column.key));
    setEditing({ cell, start, selectAll: typed === undefined });
    return true;
  };

  /** Saves the typed text. Returns false if the text is invalid. */
  const commit = (typed: string): boolean => {
    if (!editing) return true;
    const column = columns[editing.cell.col]?.column;
    const row = view.get(base + editing.cell.row);
    if (!column?.edit || row === undefined) {
      setEditing(undefined);
      return true;
    }
    const before = fieldOf(row, column.key);
    const value = editedValue(column, typed);
    const wrong = value === undefined ? texts.notAValue : column.edit.validate?.(value, row);
    if (wrong !== undefined) {
      notify(wrong);
      return false;
    }
    setEditing(undefined);
    if (editText(column, before) === typed || (value === null && (before ?? null) === null)) return true;
    const put = (to: unknown): void =>
      view.patch(new Map([[rowKey(row), { [column.key]: to } as Partial<R>]]));
    put(value);
    const onSaved = () => notify({ text: texts.saved, isSpoken: true });
    column.edit.save(row, value).then(onSaved, (error: unknown) => {
      put(before);
      notify(error instanceof Error && error.message !== "" ? error.message : texts.notSaved);
    });
    return true;
  };

  return { editing, begin, commit, cancel: () => setEditing(undefined) };
}
