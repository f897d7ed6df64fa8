import type { RowWindow } from "./scroller.ts";
import type { GridPage, GridQuery } from "./types.ts";

/** Common interface of the row views. Row numbers count all matching rows, from 0. */
export interface RowView<R> {
  /** Number of matching rows; undefined until the first answer. */
  readonly total: number | undefined;
  readonly totals: Readonly<Record<string, number>> | undefined;
  /** True while visible rows are loading. */
  readonly loading: boolean;
  /** Error of the last failed request. A success or `retry` clears it. */
  readonly error: unknown;
  get(index: number): R | undefined;
  /**
   * Loads the visible rows if they are missing, then prefetches the next ones of the page. Aborts requests that are no
   * longer needed. Returns whether visible rows were requested.
   */
  ensure(shown: RowWindow, page?: RowWindow): boolean;
  /** Loads rows without showing them, for copying and exporting. */
  page(offset: number, limit: number, signal: AbortSignal): Promise<GridPage<R>>;
  setQuery(query: GridQuery, blockSize: number): void;
  /** Loads everything again and shows the old rows meanwhile. */
  reload(): void;
  retry(): void;
  /** Replaces fields of loaded rows, by row key. */
  patch(changes: ReadonlyMap<string, Partial<R>>): void;
  subscribe(listener: () => void): () => void;
  /** Aborts all requests; for unmounting. */
  stop(): void;
  /** Incremented by every change, for `useSyncExternalStore`. */
  version(): number;
}

/** Listeners and version counter of a row view. */
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
