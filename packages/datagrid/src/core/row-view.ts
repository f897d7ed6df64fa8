import type { RowWindow } from "./scroller.ts";
import type { GridPage, GridQuery } from "./types.ts";

/** Rows of a source as the grid reads them. Row numbers count all matching rows, from 0. */
export interface RowView<R> {
  /** Number of matching rows; undefined until the source has answered. */
  readonly total: number | undefined;
  readonly totals: Readonly<Record<string, number>> | undefined;
  /** True while rows that are visible are still loading. */
  readonly loading: boolean;
  /** Error of the last failed request. The next successful request or `retry` clears it. */
  readonly error: unknown;
  get(index: number): R | undefined;
  /**
   * Loads the visible rows if they are missing, and then prefetches rows of the page. Aborts requests that are no
   * longer needed. Returns true if it requested visible rows.
   */
  ensure(shown: RowWindow, page?: RowWindow): boolean;
  /** Loads rows without showing them, for copies and exports. */
  page(offset: number, limit: number, signal: AbortSignal): Promise<GridPage<R>>;
  setQuery(query: GridQuery, blockSize: number): void;
  /** Loads all rows again. Shows the old rows until the new ones arrive. */
  reload(): void;
  retry(): void;
  /** Changes fields of loaded rows without a request. The keys of the map are row keys. */
  patch(changes: ReadonlyMap<string, Partial<R>>): void;
  subscribe(listener: () => void): () => void;
  /** Aborts all requests. Call it when the grid unmounts. */
  stop(): void;
  /** Number that every change increments, for `useSyncExternalStore`. */
  version(): number;
}

/** The listeners and the version number of a row view. */
export class Changes {
  #listeners = new Set<() => void>();
  #version = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly version = (): number => this.#version;

  emit(): void {
    this.#version++;
    for (const listener of this.#listeners) listener();
  }
}
