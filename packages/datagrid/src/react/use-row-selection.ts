import { useMemo, useRef } from "react";
import type { RowView } from "../core/row-view.ts";
import { type Selection, selectionState, setSelected } from "../core/selection.ts";
import type { GridProps } from "./props.ts";
import { useControlled } from "./use-controlled.ts";

/**
 * Returns the state and functions for selecting rows by checkboxes: a single row, a range of rows with Shift, or all
 * rows of the page.
 * @param query filters, sort and search of the list. A range with Shift begins at the row that was clicked last, if
 *   these are still the same.
 * @param notify shows a message to the user
 */
export function useRowSelection<R>(
  props: GridProps<R>,
  view: RowView<R>,
  base: number,
  count: number,
  query: object,
  notify: (text: string) => void,
) {
  const { rowKey, onSelectionChange } = props;
  const nothing = useMemo<Selection<R>>(() => new Map(), []);
  const [selection, setSelection] = useControlled(props.selection, onSelectionChange, nothing);
  /**
   * Row that was clicked last, by its index in the list, because a range may reach over several pages, and the `query`
   * of that list.
   */
  const last = useRef<readonly [number, object?]>([0]);

  const latest = useRef(selection);
  latest.current = selection;

  /**
   * Returns the loaded rows from an index in the list on, by default those of the page. Rows may be missing: a page
   * with all rows of a long list is loaded in blocks while the user scrolls.
   */
  const loaded = (from = base, wanted = count): R[] =>
    Array.from({ length: wanted }, (_, i) => view.get(from + i)).filter((row) => row !== undefined);

  const toggle = (index: number, extend: boolean): void => {
    const at = base + index;
    const row = view.get(at);
    if (row === undefined) return;
    const [start, queryThen] = last.current;
    const from = extend && queryThen === query ? start : at;
    last.current = [at, query];
    selectRows(Math.min(from, at), Math.abs(from - at) + 1, !selection.has(rowKey(row)));
  };

  /**
   * Returns whether the loaded `rows` are all of `wanted` rows. In a view with groups or details, `wanted` also counts
   * lines that are no rows. Such a view is not compared with it, and counts as loaded.
   */
  const isWhole = (rows: readonly R[], wanted = count): boolean =>
    view.line !== undefined || rows.length === wanted;

  /** Selects rows, or removes them from the selection. Loads them first if some of them are not loaded. */
  const selectRows = (from: number, wanted: number, selected: boolean): void => {
    const rows = loaded(from, wanted);
    const apply = (all: readonly R[]): void =>
      setSelection(setSelected(latest.current, all, rowKey, selected));
    if (isWhole(rows, wanted)) apply(rows);
    else
      import("../core/fetch-rows.ts")
        .then(({ fetchRows }) => fetchRows(view, from, wanted))
        .then(apply, () => notify(props.texts.failed));
  };

  /** Returns the state of the checkbox in the header: whether none, some or all rows of the page are selected. */
  const pageState = () => {
    if (!props.selectable || selection.size === 0) return "none";
    const rows = loaded();
    const state = selectionState(selection, rows.map(rowKey));
    return state === "all" && !isWhole(rows) && selection.size < count ? "some" : state;
  };

  const togglePage = (): void => selectRows(base, count, pageState() !== "all");

  return { selection, toggle, togglePage, pageState, clear: () => setSelection(nothing) };
}
