import { Changes, type DetailLine, type RowLine, type RowView } from "./row-view.ts";
import type { RowWindow } from "./scroller.ts";
import type { GridPage, GridQuery } from "./types.ts";

/**
 * Row view (row-view.ts) in which rows can be opened. The details of an open row occupy a whole number of lines below
 * the row. So all lines have the same height. Works with rows that are loaded lazily. A new filter or a new sort closes
 * all rows.
 */
export class DetailView<R> implements RowView<R> {
  readonly subscribe: RowView<R>["subscribe"];
  readonly #view: RowView<R>;
  /** Number of lines that the details of a row take. */
  #lines: number;
  readonly #changes = new Changes();
  /** Indices of the open rows, in ascending order. */
  #open: number[] = [];
  #query = "";

  constructor(view: RowView<R>, lines = 1) {
    this.#view = view;
    this.#lines = lines;
    this.subscribe = (listener) => {
      const ends = [view.subscribe(listener), this.#changes.subscribe(listener)];
      return () => {
        for (const end of ends) end();
      };
    };
  }

  // Version number, by which React sees that the view has changed. It is the sum of the version numbers of the rows and
  // of the open details. Both only grow, so each change of either changes the sum.
  readonly version = (): number => this.#view.version() + this.#changes.version();

  get total(): number | undefined {
    const { total } = this.#view;
    return total === undefined ? undefined : total + this.#openBelow(total) * this.#lines;
  }

  get rowTotal(): number | undefined {
    return this.#view.rowTotal ?? this.#view.total;
  }

  get totals(): Readonly<Record<string, number>> | undefined {
    return this.#view.totals;
  }

  get loading(): boolean {
    return this.#view.loading;
  }

  get error(): unknown {
    return this.#view.error;
  }

  get(index: number): R | undefined {
    const { row, offset } = this.#at(index);
    return offset === undefined ? this.#view.get(row) : undefined;
  }

  line(index: number): DetailLine | RowLine {
    const { row, offset } = this.#at(index);
    if (offset !== undefined) {
      const owner = this.#view.get(row);
      return { kind: "detail", level: 0, offset, lines: this.#lines, owner };
    }
    return { kind: "row", level: 0, hasChildren: true, isOpen: this.#open.includes(row) };
  }

  toggle(index: number): boolean {
    const { row, offset } = this.#at(index);
    if (offset !== undefined) return false;
    this.#open = this.#open.includes(row)
      ? this.#open.filter((at) => at !== row)
      : [...this.#open, row].sort((a, b) => a - b);
    this.#changes.emit();
    return true;
  }

  /** Changes the number of lines that the details of a row take. */
  setLines(lines: number): void {
    if (lines === this.#lines) return;
    this.#lines = lines;
    this.#changes.emit();
  }

  ensure(shown: RowWindow, page: RowWindow = shown): boolean {
    return this.#view.ensure(this.#rowsOf(shown), this.#rowsOf(page));
  }

  page(offset: number, limit: number, signal: AbortSignal): Promise<GridPage<R>> {
    return this.#view.page(offset, limit, signal);
  }

  setQuery(query: GridQuery, blockSize: number): void {
    const text = JSON.stringify(query);
    // Closes all rows, because `#open` has row positions, and rows have other positions in the new list.
    if (text !== this.#query) this.#open = [];
    this.#query = text;
    this.#view.setQuery(query, blockSize);
  }

  reload(): void {
    this.#view.reload();
  }

  retry(): void {
    this.#view.retry();
  }

  patch(changes: ReadonlyMap<string, Partial<R>>): void {
    this.#view.patch(changes);
  }

  stop(): void {
    this.#view.stop();
  }

  /** Returns the number of open rows before a row. */
  #openBelow(row: number): number {
    let count = 0;
    while (count < this.#open.length && (this.#open[count] ?? 0) < row) count++;
    return count;
  }

  /**
   * Returns the row to which a line belongs. For a line of details, `offset` is its position among the detail lines,
   * from 0.
   */
  #at(index: number): { readonly row: number; readonly offset: number | undefined } {
    let before = 0;
    for (const open of this.#open) {
      const line = open + before * this.#lines;
      if (index <= line) break;
      if (index <= line + this.#lines) return { row: open, offset: index - line - 1 };
      before++;
    }
    return { row: index - before * this.#lines, offset: undefined };
  }

  #rowsOf({ first, last }: RowWindow): RowWindow {
    return {
      first: this.#at(first).row,
      last: last === first ? this.#at(first).row : this.#at(last - 1).row + 1,
    };
  }
}
