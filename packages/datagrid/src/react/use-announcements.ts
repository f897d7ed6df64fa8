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
 * Tells screen readers how the rows changed: new sort and filters. Sighted users see them in the header and in the
 * chips. Pager and toolbar announce the number of rows and of selected rows themselves.
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
