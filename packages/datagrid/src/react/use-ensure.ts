import { useEffect, useRef } from "react";
import type { RowView } from "../core/row-view.ts";
import type { RowWindow } from "../core/scroller.ts";

/** Least time between two requests, ms. While the user drags the scroll bar, this limits the number of requests. */
const MIN_INTERVAL_MS = 80;

/**
 * Loads the visible rows whenever they change. `shown` and `page` have indices among all rows that match the filters.
 */
export function useEnsure<R>(view: RowView<R>, version: number, shown: RowWindow, page: RowWindow): void {
  const lastRequest = useRef(0);
  const { first, last } = shown;
  const { first: from, last: to } = page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may lack visible rows
  useEffect(() => {
    const load = (): void => {
      // Starts the wait of MIN_INTERVAL_MS only after a call that sent a request. So a jump after a pause loads at
      // once.
      if (view.ensure({ first, last }, { first: from, last: to })) lastRequest.current = performance.now();
    };
    const wait = lastRequest.current + MIN_INTERVAL_MS - performance.now();
    if (wait <= 0) {
      load();
      return;
    }
    const timer = setTimeout(load, wait);
    return () => clearTimeout(timer);
  }, [view, version, first, last, from, to]);
}
