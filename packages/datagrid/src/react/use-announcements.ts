import { useEffect, useRef } from "react";
import type { GridTexts } from "../core/texts.ts";
import type { GridColumn, GridFilter, GridSort } from "../core/types.ts";
import type { Notify } from "./toaster.tsx";

interface Options<R> {
  columns: readonly GridColumn<R>[];
  sort: readonly GridSort[];
  filters: readonly GridFilter[];
  texts: GridTexts;
  notify: Notify;
}

/** Calls `speak` when the value changes. Does not call `speak` for the first value. */
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
 * Announces changes of sort and filters to screen readers. Sighted users see these changes in the header and in the
 * chips. The pager announces the number of rows, and the toolbar the number of selected rows.
 */
export function useAnnouncements<R>({ columns, sort, filters, texts, notify }: Options<R>): void {
  const say = (text: string): void => notify({ text, isSpoken: true });
  useChange(JSON.stringify(sort), () => {
    const parts = sort.map(({ field, direction }) => {
      const title = columns.find((c) => c.key === field)?.title ?? field;
      return `${title} ${direction === "asc" ? texts.ascending : texts.descending}`;
    });
    say(parts.length === 0 ? texts.unsorted : texts.sortedBy(parts.join(", ")));
  });
  useChange(JSON.stringify(filters), () =>
    say(filters.length === 0 ? texts.unfiltered : texts.filterCount(filters.length)),
  );
}
