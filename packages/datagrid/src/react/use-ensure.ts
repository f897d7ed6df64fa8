import { useEffect, useRef } from "react";
import type { RowView } from "../core/row-view.ts";
import type { RowWindow } from "../core/scroller.ts";

/** While the thumb of the scroll bar is dragged, blocks are asked for this often at most, ms. */
const EVERY_MS = 80;

/** Keeps asking the view for the rows on show; both windows count all matching rows. */
export function useEnsure<R>(view: RowView<R>, version: number, shown: RowWindow, page: RowWindow): void {
  const asked = useRef(0);
  const { first, last } = shown;
  const { first: from, last: to } = page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may have dropped rows on show
  useEffect(() => {
    const ask = (): void => {
      // Only what went out counts: a jump after a rest is answered at once, however many blocks arrived meanwhile.
      if (view.ensure({ first, last }, { first: from, last: to })) asked.current = performance.now();
    };
    const wait = asked.current + EVERY_MS - performance.now();
    if (wait <= 0) {
      ask();
      return;
    }
    const timer = setTimeout(ask, wait);
    return () => clearTimeout(timer);
  }, [view, version, first, last, from, to]);
}
