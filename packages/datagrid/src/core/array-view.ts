import { rowTest } from "./filter-test.ts";
import { displayText } from "./format.ts";
import { Changes, type RowView } from "./row-view.ts";
import { sortIndices } from "./sort.ts";
import { fieldOf, type GridColumn, type GridPage, type GridQuery } from "./types.ts";

/** Row view (see row-view.ts) of an array of rows. Filters and sorts the rows in memory. */
export class ArrayView<R> implements RowView<R> {
  readonly loading = false;
  readonly error = undefined;
  readonly subscribe: RowView<R>["subscribe"];
  readonly version: RowView<R>["version"];
  #changes = new Changes();
  #rows: readonly R[];
  #columns: readonly GridColumn<R>[];
  #rowKey: (row: R) => string;
  #patched = new Map<string, R>();
  #query: GridQuery = { filters: [], sort: [] };
  /** Indices of the shown rows in display order. Undefined if all rows are shown in their original order. */
  #indices: Uint32Array | undefined;
  #totals: Record<string, number> | undefined;

  constructor(rows: readonly R[], columns: readonly GridColumn<R>[], rowKey: (row: R) => string) {
    this.#rows = rows;
    this.#columns = columns;
    this.#rowKey = rowKey;
    this.subscribe = this.#changes.subscribe;
    this.version = this.#changes.version;
    this.#compute();
  }

  get total(): number {
    return this.#indices?.length ?? this.#rows.length;
  }

  get totals(): Readonly<Record<string, number>> | undefined {
    return this.#totals;
  }

  get(index: number): R | undefined {
    return this.#at(this.#indices ? (this.#indices[index] ?? -1) : index);
  }

  ensure(): boolean {
    return false;
  }

  async page(offset: number, limit: number): Promise<GridPage<R>> {
    const rows: R[] = [];
    for (let at = offset; at < Math.min(offset + limit, this.total); at++) {
      const row = this.get(at);
      if (row !== undefined) rows.push(row);
    }
    return { rows, total: this.total };
  }

  setQuery(query: GridQuery): void {
    this.#query = query;
    this.#compute();
    this.#changes.emit();
  }

  /** Replaces the rows and the columns, and filters and sorts the rows again. */
  setRows(rows: readonly R[], columns: readonly GridColumn<R>[]): void {
    if (rows === this.#rows && columns === this.#columns) return;
    if (rows !== this.#rows) this.#patched.clear();
    this.#rows = rows;
    this.#columns = columns;
    this.#compute();
    this.#changes.emit();
  }

  reload(): void {
    this.#compute();
    this.#changes.emit();
  }

  retry(): void {}

  stop(): void {}

  patch(changes: ReadonlyMap<string, Partial<R>>): void {
    for (const row of this.#rows) {
      const key = this.#rowKey(row);
      const change = changes.get(key);
      if (change) this.#patched.set(key, { ...(this.#patched.get(key) ?? row), ...change });
    }
    // Does not filter and sort again before the next query. Otherwise an edited row could jump to another position
    // while the user edits it.
    this.#changes.emit();
  }

  #at(index: number): R | undefined {
    const row = this.#rows[index];
    if (row === undefined || this.#patched.size === 0) return row;
    return this.#patched.get(this.#rowKey(row)) ?? row;
  }

  #compute(): void {
    const { filters, sort, search } = this.#query;
    const tests = filters.map((filter) => rowTest(this.#columns, filter));
    const needle = search?.trim().toLowerCase() ?? "";
    if (tests.length === 0 && needle === "" && sort.length === 0) {
      this.#indices = undefined;
    } else {
      const kept: number[] = [];
      for (let at = 0; at < this.#rows.length; at++) {
        const row = this.#at(at);
        if (!tests.every((test) => test(row))) continue;
        if (needle !== "" && !this.#found(row as R, needle)) continue;
        kept.push(at);
      }
      this.#indices = sortIndices(Uint32Array.from(kept), (i) => this.#at(i) as R, this.#columns, sort);
    }
    this.#sum();
  }

  #found(row: R, needle: string): boolean {
    return this.#columns.some((c) => displayText(c, fieldOf(row, c.key), row).toLowerCase().includes(needle));
  }

  #sum(): void {
    const columns = this.#columns.filter((c) => c.sum === true);
    this.#totals = columns.length === 0 ? undefined : {};
    for (const column of columns) {
      let sum = 0;
      for (let at = 0; at < this.total; at++) sum += Number(fieldOf(this.get(at), column.key)) || 0;
      if (this.#totals) this.#totals[column.key] = sum;
    }
  }
}
