import { ArrayView } from "./array-view.ts";
import { Changes, type RowLine, type RowView } from "./row-view.ts";
import type { GridColumn, GridPage, GridQuery, GroupLine, Structure, StructureNode } from "./types.ts";

/**
 * Row view (row-view.ts) of an array whose rows are arranged in groups or as a tree. It needs all rows in memory.
 * Sources that load rows lazily cannot use it, because the groups of missing rows are unknown.
 */
export class StructuredView<R> implements RowView<R> {
  readonly loading = false;
  readonly error = undefined;
  readonly subscribe: RowView<R>["subscribe"];
  readonly version: RowView<R>["version"];
  readonly #changes = new Changes();
  readonly #inner: ArrayView<R>;
  readonly #structure: Structure<R>;
  readonly #rowKey: (row: R) => string;
  #rows: readonly R[];
  #columns: readonly GridColumn<R>[];
  #query: GridQuery = { filters: [], sort: [] };
  #nodes: readonly StructureNode[] | Uint32Array = [];
  /**
   * Keys of the groups and rows with children that are not in their initial state: those that the user has opened or,
   * if all are open at first, has closed.
   */
  readonly #toggled = new Set<string>();
  /**
   * The visible lines, one number each. For a row, the number is the index of the row (0 or more). For a group header,
   * the number is -1 minus the header's index in `#heads`.
   */
  #lines: Int32Array = new Int32Array(0);
  #levels: Uint8Array = new Uint8Array(0);
  #heads: StructureNode[] = [];
  /** Nodes of the rows that have children in a tree, by row index. */
  #parents = new Map<number, StructureNode>();

  constructor(
    rows: readonly R[],
    columns: readonly GridColumn<R>[],
    rowKey: (row: R) => string,
    structure: Structure<R>,
  ) {
    this.#inner = new ArrayView(rows, columns, rowKey);
    this.#rows = rows;
    this.#columns = columns;
    this.#rowKey = rowKey;
    this.#structure = structure;
    this.subscribe = this.#changes.subscribe;
    this.version = this.#changes.version;
    this.#arrange();
  }

  get total(): number {
    return this.#lines.length;
  }

  get rowTotal(): number {
    return this.#inner.total;
  }

  get totals(): Readonly<Record<string, number>> | undefined {
    return this.#inner.totals;
  }

  get(index: number): R | undefined {
    const at = this.#lines[index];
    return at === undefined || at < 0 ? undefined : this.#inner.get(at);
  }

  line(index: number): GroupLine | RowLine | undefined {
    const at = this.#lines[index];
    if (at === undefined) return undefined;
    const level = this.#levels[index] ?? 0;
    const node = at < 0 ? this.#heads[-1 - at] : this.#parents.get(at);
    const isOpen = node !== undefined && this.#isOpen(node.key);
    if (node?.group) return { ...node.group, level, isOpen };
    return { kind: "row", level, hasChildren: node !== undefined, isOpen } satisfies RowLine;
  }

  /** Opens or closes the group or the row of a line. Returns false if the group or row has no children. */
  toggle(index: number): boolean {
    const at = this.#lines[index];
    const node = at === undefined ? undefined : at < 0 ? this.#heads[-1 - at] : this.#parents.get(at);
    if (!node) return false;
    if (!this.#toggled.delete(node.key)) this.#toggled.add(node.key);
    this.#flatten();
    this.#changes.emit();
    return true;
  }

  ensure(): boolean {
    return false;
  }

  /** Returns rows without the lines of groups, in the order of the lines. Rows of closed groups are included. */
  async page(offset: number, limit: number): Promise<GridPage<R>> {
    const order: number[] = [];
    const walk = (nodes: readonly StructureNode[] | Uint32Array): void => {
      for (const node of nodes) {
        if (typeof node === "number") order.push(node);
        else {
          if (node.row !== undefined) order.push(node.row);
          walk(node.children);
        }
      }
    };
    walk(this.#nodes);
    const rows = order.slice(offset, offset + limit).flatMap((at) => this.#inner.get(at) ?? []);
    return { rows, total: order.length };
  }

  setQuery(query: GridQuery): void {
    // Does nothing if the query has not changed. A new view already has the rows of the empty query, and the grid calls
    // this method at once, usually with the empty query.
    if (JSON.stringify(query) === JSON.stringify(this.#query)) return;
    this.#query = query;
    this.#inner.setQuery(query);
    this.#arrange();
    this.#changes.emit();
  }

  setRows(rows: readonly R[], columns: readonly GridColumn<R>[]): void {
    if (rows === this.#rows && columns === this.#columns) return;
    this.#rows = rows;
    this.#columns = columns;
    this.#inner.setRows(rows, columns);
    this.#arrange();
    this.#changes.emit();
  }

  reload(): void {
    this.#inner.reload();
    this.#arrange();
    this.#changes.emit();
  }

  retry(): void {}

  stop(): void {}

  patch(changes: ReadonlyMap<string, Partial<R>>): void {
    this.#inner.patch(changes);
    this.#changes.emit();
  }

  #isOpen(key: string): boolean {
    return this.#structure.isOpen !== this.#toggled.has(key);
  }

  #arrange(): void {
    this.#nodes = this.#structure.arrange({
      count: this.#inner.total,
      row: (index) => this.#inner.get(index) as R,
      columns: this.#columns,
      rowKey: this.#rowKey,
      query: this.#query,
    });
    this.#flatten();
  }

  /** Computes the visible lines: leaves out what is inside closed groups, and the children of closed rows. */
  #flatten(): void {
    const lines: number[] = [];
    const levels: number[] = [];
    this.#heads = [];
    this.#parents = new Map();
    const add = (line: number, level: number): void => {
      lines.push(line);
      levels.push(level);
    };
    const walk = (nodes: readonly StructureNode[] | Uint32Array, level: number): void => {
      for (const node of nodes) {
        if (typeof node === "number") {
          add(node, level);
          continue;
        }
        if (node.row === undefined) {
          this.#heads.push(node);
          add(-this.#heads.length, level);
        } else {
          if (node.children.length > 0) this.#parents.set(node.row, node);
          add(node.row, level);
        }
        if (this.#isOpen(node.key)) walk(node.children, level + 1);
      }
    };
    walk(this.#nodes, 0);
    this.#lines = Int32Array.from(lines);
    this.#levels = Uint8Array.from(levels);
  }
}
