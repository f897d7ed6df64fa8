import { Changes, type RowView } from "./row-view.ts";
import type { GridPage, GridQuery, GridRequest, GridSource } from "./types.ts";

/** Blocks kept in memory; with blocks of 200 rows this is 12,000 rows, however long the list is. */
const MAX_BLOCKS = 60;

interface Block<R> {
  rows: readonly R[];
  /** Shown until its successor arrives. */
  stale: boolean;
}

/** Rows of a source that answers in pieces; only what is looked at is asked for. */
export class BlockView<R> implements RowView<R> {
  readonly subscribe: RowView<R>["subscribe"];
  readonly version: RowView<R>["version"];
  total: number | undefined;
  totals: Readonly<Record<string, number>> | undefined;
  error: unknown;
  #changes = new Changes();
  #source: GridSource<R>;
  #rowKey: (row: R) => string;
  #query: GridQuery = { filters: [], sort: [] };
  #size = 200;
  /** In order of use, least recent first. */
  #blocks = new Map<number, Block<R>>();
  #pending = new Map<number, AbortController>();
  /** Blocks last looked at; undefined until somebody looks. */
  #wanted: readonly [first: number, last: number] | undefined;
  /** Blocks of an earlier query are on show; the first answer to the new one sweeps them all away. */
  #sweep = false;

  constructor(source: GridSource<R>, rowKey: (row: R) => string) {
    this.#source = source;
    this.#rowKey = rowKey;
    this.subscribe = this.#changes.subscribe;
    this.version = this.#changes.version;
  }

  get loading(): boolean {
    return this.#pending.size > 0;
  }

  get(index: number): R | undefined {
    const at = Math.floor(index / this.#size);
    return this.#blocks.get(at)?.rows[index - at * this.#size];
  }

  ensure(first: number, last: number): void {
    const end = Math.min(last, this.total ?? last);
    const from = Math.floor(first / this.#size);
    const to = Math.max(from, Math.ceil(end / this.#size) - 1);
    this.#wanted = [from, to];
    for (const [at, controller] of this.#pending) {
      if (at < from - 1 || at > to + 1) {
        controller.abort();
        this.#pending.delete(at);
      }
    }
    if (this.error !== undefined) return;
    for (let at = from; at <= to; at++) {
      const block = this.#blocks.get(at);
      if (block && !block.stale) this.#touch(at, block);
      else if (!this.#pending.has(at)) void this.#load(at);
    }
  }

  page(offset: number, limit: number, signal: AbortSignal): Promise<GridPage<R>> {
    return this.#source.load(this.#request(offset, limit), signal);
  }

  setQuery(query: GridQuery, blockSize: number): void {
    if (blockSize !== this.#size) {
      this.#blocks.clear();
      this.#size = blockSize;
    }
    this.#query = query;
    this.#sweep = true;
    // The old place means nothing in the new list; the grid asks for what it shows.
    this.#wanted = undefined;
    this.#again();
  }

  setSource(source: GridSource<R>): void {
    if (source === this.#source) return;
    this.#source = source;
    this.#again();
  }

  reload(): void {
    this.#again();
  }

  retry(): void {
    this.error = undefined;
    this.#askWanted();
  }

  patch(changes: ReadonlyMap<string, Partial<R>>): void {
    for (const [at, block] of this.#blocks) {
      if (!block.rows.some((row) => changes.has(this.#rowKey(row)))) continue;
      const rows = block.rows.map((row) => {
        const change = changes.get(this.#rowKey(row));
        return change ? { ...row, ...change } : row;
      });
      this.#blocks.set(at, { ...block, rows });
    }
    this.#changes.emit();
  }

  /** Gives up every request in flight; for unmounting. */
  stop(): void {
    for (const controller of this.#pending.values()) controller.abort();
    this.#pending.clear();
  }

  #again(): void {
    this.stop();
    for (const block of this.#blocks.values()) block.stale = true;
    this.error = undefined;
    this.#askWanted();
  }

  #askWanted(): void {
    if (this.#wanted) this.ensure(this.#wanted[0] * this.#size, (this.#wanted[1] + 1) * this.#size);
    this.#changes.emit();
  }

  async #load(at: number): Promise<void> {
    const controller = new AbortController();
    this.#pending.set(at, controller);
    this.#changes.emit();
    try {
      const page = await this.#source.load(this.#request(at * this.#size, this.#size), controller.signal);
      if (this.#pending.get(at) === controller) this.#arrived(at, page);
    } catch (error) {
      if (this.#pending.get(at) !== controller) return;
      this.#pending.delete(at);
      this.error = error ?? new Error("unknown");
      this.#changes.emit();
    }
  }

  #arrived(at: number, page: GridPage<R>): void {
    this.#pending.delete(at);
    if (this.#sweep) this.#blocks.clear();
    this.#sweep = false;
    const shrunk = this.total !== undefined && page.total < this.total;
    this.total = page.total;
    // The same totals are the same object: what shows them need not render with every block.
    if (JSON.stringify(page.totals) !== JSON.stringify(this.totals)) this.totals = page.totals;
    this.error = undefined;
    this.#touch(at, { rows: page.rows, stale: false });
    if (shrunk) {
      for (const key of [...this.#blocks.keys()])
        if (key * this.#size >= page.total) this.#blocks.delete(key);
    }
    this.#changes.emit();
  }

  #touch(at: number, block: Block<R>): void {
    this.#blocks.delete(at);
    this.#blocks.set(at, block);
    for (const key of this.#blocks.keys()) {
      if (this.#blocks.size <= MAX_BLOCKS) break;
      this.#blocks.delete(key);
    }
  }

  #request(offset: number, limit: number): GridRequest {
    const { filters, sort, search } = this.#query;
    return { offset, limit, filters, sort, ...(search ? { search } : {}) };
  }
}
