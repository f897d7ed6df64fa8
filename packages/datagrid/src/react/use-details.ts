import { useLayoutEffect, useMemo } from "react";
import { DetailView } from "../core/detail-view.ts";
import type { RowView } from "../core/row-view.ts";

/**
 * If the grid has details, returns a view whose rows can be opened. Throws if the rows have a structure (groups or
 * tree).
 */
export function useDetails<R>(view: RowView<R>, hasDetails: boolean): RowView<R> {
  return useMemo(() => {
    if (!hasDetails) return view;
    if (view.line) throw new Error("inlineDetail cannot be used together with structure: both open rows");
    return new DetailView(view);
  }, [view, hasDetails]);
}

/** Sets the number of lines that the details of a row need for their height. */
export function useDetailLines<R>(view: RowView<R>, height: number | undefined, rowHeight: number): void {
  const lines = height === undefined ? undefined : Math.max(1, Math.ceil(height / rowHeight));
  useLayoutEffect(() => {
    if (lines !== undefined && view instanceof DetailView) view.setLines(lines);
  }, [view, lines]);
}
