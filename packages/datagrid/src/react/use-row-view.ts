import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { ArrayView } from "../core/array-view.ts";
import { BlockView } from "../core/block-view.ts";
import type { RowView } from "../core/row-view.ts";
import type { StructuredView } from "../core/structure.ts";
import type { ArraySource, GridColumn, GridQuery, GridSource } from "../core/types.ts";

/**
 * Returns the row view (row-view.ts) of a data source. Updates the view when the data source, the query or another
 * argument changes.
 */
export function useRowView<R>(
  source: GridSource<R> | ArraySource<R>,
  columns: readonly GridColumn<R>[],
  rowKey: (row: R) => string,
  query: GridQuery,
  blockSize: number,
  refreshKey: unknown,
): RowView<R> {
  const array = "rows" in source ? source.rows : undefined;
  const remote = "rows" in source ? undefined : source;
  const keyRef = useRef(rowKey);
  keyRef.current = rowKey;
  const structure = "rows" in source ? source.structure : undefined;
  const isArray = array !== undefined;
  // Creates a new view only if the kind of the source (array or remote) or its structure changes. Otherwise the
  // existing view gets the new source or array.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const view = useMemo(() => {
    const key = (row: R): string => keyRef.current(row);
    if (remote) return new BlockView<R>(remote, key);
    if (structure) return new structure.View(array ?? [], columns, key, structure) as StructuredView<R>;
    return new ArrayView<R>(array ?? [], columns, key);
  }, [isArray, structure]);
  useLayoutEffect(() => {
    if ("setRows" in view && array) view.setRows(array, columns);
  }, [view, array, columns]);
  useLayoutEffect(() => {
    if (view instanceof BlockView && remote) view.setSource(remote);
  }, [view, remote]);
  useLayoutEffect(() => view.setQuery(query, blockSize), [view, query, blockSize]);
  const seen = useRef(refreshKey);
  useEffect(() => {
    if (Object.is(seen.current, refreshKey)) return;
    seen.current = refreshKey;
    view.reload();
  }, [view, refreshKey]);
  useEffect(() => () => view.stop(), [view]);
  return view;
}

/** Renders the calling component on every change of the row view. */
export function useVersion<R>(view: RowView<R>): number {
  return useSyncExternalStore(view.subscribe, view.version, view.version);
}

/**
 * Renders the calling component when the number of rows, the totals or the error change. Does not render when blocks of
 * rows arrive.
 */
export function useWhole<R>(view: RowView<R>): void {
  const last = useRef({ view, total: view.total, totals: view.totals, error: view.error, n: 0 });
  const changes = (): number => {
    const { total, totals, error, n } = last.current;
    const same =
      last.current.view === view && total === view.total && totals === view.totals && error === view.error;
    if (!same) last.current = { view, total: view.total, totals: view.totals, error: view.error, n: n + 1 };
    return last.current.n;
  };
  useSyncExternalStore(view.subscribe, changes, changes);
}
