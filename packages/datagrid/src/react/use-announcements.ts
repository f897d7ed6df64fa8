import { useEffect, useRef } from "react";
import { filterText } from "../core/filter-text.ts";
import type { GridTexts } from "../core/texts.ts";
import type { GridColumn, GridFilter, GridSort } from "../core/types.ts";
import type { Notify } from "./toaster.tsx";

interface Options<R> {
  columns: readonly GridColumn<R>[];
  sort: readonly GridSort[];
  filters: readonly GridFilter[];
  selectedCount: number;
  texts: GridTexts;
  notify: Notify;
}

/** Calls `speak` when the value changes, but not for its first value. */
function useChange(value: string, speak: () => void): void {
  const last = useRef(value);
  const latest = useRef(speak);
  latest.current = speak;
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    latest.current();
  }, [value]);
}

/**
 * Tells screen readers how the rows changed: new sort, filters and selection. Sighted users see it in the header, in the
 * chips and in the toolbar. The pager announces the number of rows.
 */
export function useAnnouncements<R>(options: Options<R>): void {
  const { columns, sort, filters, selectedCount, texts, notify } = options;
  const say = (text: string): void => notify({ text, isSpoken: true });
  const columnOf = (key: string): GridColumn<R> | undefined => columns.find((c) => c.key === key);
  useChange(JSON.stringify(sort), () => {
    const parts = sort.map(
      ({ field, direction }) =>
        `${columnOf(field)?.title ?? field} (${direction === "asc" ? texts.sortAscending : texts.sortDescending})`,
    );
    say(parts.length === 0 ? texts.unsorted : texts.sortedBy(parts.join(", ")));
  });
  useChange(JSON.stringify(filters), () => {
    const parts = filters.map((filter) => {
      const column = columnOf(filter.field);
      return column ? filterText(column, filter, texts) : filter.field;
    });
    say(parts.length === 0 ? texts.unfiltered : texts.filteredBy(parts.join(", ")));
  });
  useChange(String(selectedCount), () => say(texts.selected(selectedCount)));
}
