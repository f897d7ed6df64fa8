import type { RowWindow } from "./scroller.ts";
import type { GridPage, GridQuery } from "./types.ts";

/** Rows behind one face, whether they lie in an array or come in blocks. Row numbers count all matching rows. */
export interface RowView<R> {
  /** Matching rows; undefined until the source has answered once. */
  readonly total: number | undefined;
  readonly totals: Readonly<Record<string, number>> | undefined;
  /** Something on show is on its way. */
  readonly loading: boolean;
  /** What the last failed request threw; cleared by a success or by `retry`. */
  readonly error: unknown;
  get(index: number): R | undefined;
  /**
   * Asks for the rows on show if they are not here, then for what comes next on their page; what is no longer wanted
   * is given up. Answers whether rows on show were asked for.
   */
  ensure(shown: RowWindow, page?: RowWindow): boolean;
  /** Fetches rows aside from the view, for copying and exporting. */
  page(offset: number, limit: number, signal: AbortSignal): Promise<GridPage<R>>;
  setQuery(query: GridQuery, blockSize: number): void;
  /** Asks again for everything, showing the old rows meanwhile. */
  reload(): void;
  retry(): void;
  /** Replaces fields of the rows with these keys, where they are loaded. */
  patch(changes: ReadonlyMap<string, Partial<R>>): void;
  subscribe(listener: () => void): () => void;
  /** Gives up every request in flight; for unmounting. */
  stop(): void;
  /** Grows with every change; for `useSyncExternalStore`. */
  version(): number;
}

/** Listener bookkeeping shared by the views. */
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
