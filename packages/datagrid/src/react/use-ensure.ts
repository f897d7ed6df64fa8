import { useEffect, useRef } from "react";
import type { RowView } from "../core/row-view.ts";

/** While the thumb of the scroll bar is dragged, blocks are asked for this often at most, ms. */
const EVERY_MS = 80;

/** Keeps asking the view for the rows on show and a little around them. */
export function useEnsure<R>(view: RowView<R>, version: number, first: number, last: number): void {
  const asked = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may have dropped rows on show
  useEffect(() => {
    const ask = (): void => {
      asked.current = performance.now();
      view.ensure(first, last);
    };
    const wait = asked.current + EVERY_MS - performance.now();
    if (wait <= 0) {
      ask();
      return;
    }
    const timer = setTimeout(ask, wait);
    return () => clearTimeout(timer);
  }, [view, version, first, last]);
}
