import type { RowWindow } from "./scroller.ts";
import type { GridPage, GridQuery, GroupLine } from "./types.ts";

/** Line with a row, in a list with groups of rows or a tree. */
export interface RowLine {
  readonly kind: "row";
  readonly level: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
}

/** One of the lines that the details of an open row take. */
export interface DetailLine {
  readonly kind: "detail";
  readonly level: 0;
  /**
   * `offset` is the position of the line among the row's detail lines, from 0. `lines` is the number of these lines.
   */
  readonly offset: number;
  readonly lines: number;
  /** The row whose details the line shows. `unknown`, because this type does not have the row type R. */
  readonly owner: unknown;
}

/** A line of a list whose rows are grouped, form a tree, or can be opened. */
export type Line = GroupLine | RowLine | DetailLine;

/**
 * Interface by which the grid reads the rows of a data source. ArrayView implements it for arrays, BlockView for remote
 * sources. Indices count lines, from 0. Each line is a row that matches the filters, unless the view has groups of rows
 * or details, which have lines too.
 */
export interface RowView<R> {
  /** Number of lines; undefined until the data source has answered. */
  readonly total: number | undefined;
  readonly totals: Readonly<Record<string, number>> | undefined;
  /** True while visible rows are being loaded. */
  readonly loading: boolean;
  /**
   * Error of the last failed request. The error is cleared by the next successful request, and when rows are requested
   * again.
   */
  readonly error: unknown;
  get(index: number): R | undefined;
  /**
   * Describes the line at an index. Only views with groups of rows, a tree or details have this method. `get` returns
   * undefined for a line that is no row, such as the header of a group.
   */
  line?(index: number): Line | undefined;
  /**
   * Opens or closes a line. Returns false if the line cannot be opened. Only views with groups of rows, a tree or
   * details have this method.
   */
  toggle?(index: number): boolean;
  /** Number of rows without the header lines of groups. Undefined if each line is a row. */
  readonly rowTotal?: number | undefined;
  /**
   * Loads the visible rows if they are missing, then other rows of the page in advance. Aborts requests that are no
   * longer needed. Returns true if it requested visible rows.
   */
  ensure(shown: RowWindow, page?: RowWindow): boolean;
  /** Loads rows without showing them, for copies and exports. */
  page(offset: number, limit: number, signal: AbortSignal): Promise<GridPage<R>>;
  setQuery(query: GridQuery, blockSize: number): void;
  /** Loads all rows again. The old rows are shown until the new ones arrive. */
  reload(): void;
  retry(): void;
  /** Changes fields of loaded rows without a request. The keys of the map are row keys. */
  patch(changes: ReadonlyMap<string, Partial<R>>): void;
  subscribe(listener: () => void): () => void;
  /** Aborts all requests. Call it when the grid unmounts. */
  stop(): void;
  /** Version number that every change increments. `useSyncExternalStore` renders again when it changes. */
  version(): number;
}

/** Listeners and version number with which row views report their changes. */
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
