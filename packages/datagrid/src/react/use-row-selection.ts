import { useMemo, useRef } from "react";
import type { RowView } from "../core/row-view.ts";
import { type Selection, selectionState, setSelected } from "../core/selection.ts";
import type { GridProps } from "./props.ts";
import { useControlled } from "./use-controlled.ts";

/**
 * Returns the state and functions for selecting rows by checkboxes: a single row, a range of rows with Shift, or all
 * rows of the page.
 */
export function useRowSelection<R>(props: GridProps<R>, view: RowView<R>, base: number, count: number) {
  const { rowKey, onSelectionChange } = props;
  const nothing = useMemo<Selection<R>>(() => new Map(), []);
  const [selection, setSelection] = useControlled(props.selection, onSelectionChange, nothing);
  const last = useRef<number | undefined>(undefined);

  // Returns the loaded rows of the page. "Select all" can select only these, because the keys of other rows are
  // unknown.
  const loaded = (): R[] => {
    const rows: R[] = [];
    for (let at = 0; at < count; at++) {
      const row = view.get(base + at);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  };

  const toggle = (index: number, extend: boolean): void => {
    const row = view.get(base + index);
    if (row === undefined) return;
    const selected = !selection.has(rowKey(row));
    const from = extend && last.current !== undefined ? last.current : index;
    const rows: R[] = [];
    for (let at = Math.min(from, index); at <= Math.max(from, index); at++) {
      const one = view.get(base + at);
      if (one !== undefined) rows.push(one);
    }
    last.current = index;
    setSelection(setSelected(selection, rows, rowKey, selected));
  };

  /**
   * Returns the state of the checkbox in the header: whether none, some or all loaded rows of the page are selected.
   */
  const pageState = () =>
    props.selectable && selection.size > 0 ? selectionState(selection, loaded().map(rowKey)) : "none";

  const togglePage = (): void =>
    setSelection(setSelected(selection, loaded(), rowKey, pageState() !== "all"));

  return { selection, toggle, togglePage, pageState, clear: () => setSelection(nothing) };
}
