import { useMemo, useRef } from "react";
import type { RowView } from "../core/row-view.ts";
import { type Selection, selectionState, setSelected } from "../core/selection.ts";
import type { GridProps } from "./props.ts";
import { useControlled } from "./use-controlled.ts";

/**
 * Returns the state and functions for selecting rows by checkboxes: a single row, a range of rows with Shift, or all
 * rows of the page.
 * @param notify shows a message to the user
 */
export function useRowSelection<R>(
  props: GridProps<R>,
  view: RowView<R>,
  base: number,
  count: number,
  notify: (text: string) => void,
) {
  const { rowKey, onSelectionChange } = props;
  const nothing = useMemo<Selection<R>>(() => new Map(), []);
  const [selection, setSelection] = useControlled(props.selection, onSelectionChange, nothing);
  const last = useRef<number | undefined>(undefined);

  const latest = useRef(selection);
  latest.current = selection;

  /**
   * Returns the rows in a part of the page that are loaded. Rows may be missing: a page with all rows of a long list is
   * loaded in blocks while the user scrolls.
   */
  const loaded = (from = 0, to = count - 1): R[] => {
    const rows: R[] = [];
    for (let at = from; at <= to; at++) {
      const row = view.get(base + at);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  };

  const toggle = (index: number, extend: boolean): void => {
    const row = view.get(base + index);
    if (row === undefined) return;
    const from = extend && last.current !== undefined ? last.current : index;
    last.current = index;
    const rows = loaded(Math.min(from, index), Math.max(from, index));
    setSelection(setSelected(selection, rows, rowKey, !selection.has(rowKey(row))));
  };

  /**
   * Returns whether the loaded `rows` are all rows of the page. In a view with groups or details, `count` also counts
   * lines that are no rows. Such a view is not compared with `count`, and counts as loaded.
   */
  const isWhole = (rows: readonly R[]): boolean => view.line !== undefined || rows.length === count;

  /** Returns the state of the checkbox in the header: whether none, some or all rows of the page are selected. */
  const pageState = () => {
    if (!props.selectable || selection.size === 0) return "none";
    const rows = loaded();
    const state = selectionState(selection, rows.map(rowKey));
    return state === "all" && !isWhole(rows) && selection.size < count ? "some" : state;
  };

  const togglePage = (): void => {
    const selected = pageState() !== "all";
    const rows = loaded();
    const toggleRows = (all: readonly R[]): void =>
      setSelection(setSelected(latest.current, all, rowKey, selected));
    if (isWhole(rows)) toggleRows(rows);
    else
      import("../core/fetch-rows.ts")
        .then(({ fetchRows }) => fetchRows(view, base, count))
        .then(toggleRows, () => notify(props.texts.failed));
  };

  return { selection, toggle, togglePage, pageState, clear: () => setSelection(nothing) };
}
