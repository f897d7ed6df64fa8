import { Changes, type RowView } from "./row-view.ts";
import type { RowWindow } from "./scroller.ts";
import type { GridPage, GridQuery, GridRequest, GridSource } from "./types.ts";

/**
 * Largest number of blocks (loaded parts of the list) in memory. If there are more, the least recently used one is
 * dropped. 60 blocks of 200 rows are 12,000 rows.
 */
const MAX_BLOCKS = 60;
/** Number of rows above and below the visible rows that are loaded in advance. */
const AROUND = 30;
/** Number of rows in the direction of scrolling that are loaded in advance. */
const AHEAD = 200;

interface Block<R> {
  rows: readonly R[];
  /** True if the block is outdated. Its rows are shown until the block has been loaded again. */
  stale: boolean;
}

/**
 * Row view (see row-view.ts) of a remote data source (`GridSource`), usually a server. Loads the blocks with visible
 * rows, then the neighbouring blocks in advance. Keeps the most recently used blocks.
 */
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
  /** Loaded blocks by number. The least recently used block comes first. */
  #blocks = new Map<number, Block<R>>();
  #pending = new Map<number, AbortController>();
  /**
   * The rows that the grid now needs, as it stated in its last call of `ensure`: the visible rows (`shown`) and all
   * rows of the current page (`page`). Undefined before the first call, and after a new query until the next call.
   */
  #wanted: { readonly shown: RowWindow; readonly page: RowWindow } | undefined;
  /** Direction of scrolling: 1 down, -1 up, 0 after a jump, for example by the scroll bar. */
  #heading = 0;
  /**
   * True while blocks of the previous query are still shown. The first answer to the new query removes them, so that
   * the grid is never empty in between.
   */
  #sweep = false;

  constructor(source: GridSource<R>, rowKey: (row: R) => string) {
    this.#source = source;
    this.#rowKey = rowKey;
    this.subscribe = this.#changes.subscribe;
    this.version = this.#changes.version;
  }

  /** True while visible rows are loading. Loading in advance does not count. */
  get loading(): boolean {
    const shown = this.#wanted && this.#blocksOf(this.#wanted.shown);
    return shown?.some((at) => this.#pending.has(at)) ?? false;
  }

  get(index: number): R | undefined {
    const at = Math.floor(index / this.#size);
    return this.#blocks.get(at)?.rows[index - at * this.#size];
  }

  ensure(shown: RowWindow, page: RowWindow = shown): boolean {
    const step = shown.first - (this.#wanted?.shown.first ?? shown.first);
    if (step !== 0) this.#heading = Math.abs(step) > this.#size ? 0 : Math.sign(step);
    this.#wanted = { shown, page };
    const now = this.#blocksOf(shown);
    const soon = this.#blocksOf({
      first: Math.max(page.first, shown.first - (this.#heading < 0 ? AHEAD : AROUND)),
      last: Math.min(page.last, shown.last + (this.#heading > 0 ? AHEAD : AROUND)),
    });
    for (const [at, controller] of this.#pending) {
      if (soon.includes(at)) continue;
      controller.abort();
      this.#pending.delete(at);
    }
    if (this.error !== undefined) return false;
    const hasAsked = this.#ask(now);
    // Loads rows in advance only after all visible rows have arrived. Otherwise the visible rows would arrive later.
    if (now.every((at) => this.#isFresh(at))) this.#ask(soon);
    return hasAsked;
  }

  page(offset: number, limit: number, signal: AbortSignal): Promise<GridPage<R>> {
    return this.#source.load({ ...this.#request(offset, limit), isExport: true }, signal);
  }

  setQuery(query: GridQuery, blockSize: number): void {
    if (blockSize !== this.#size) {
      this.#blocks.clear();
      this.#size = blockSize;
    }
    this.#query = query;
    this.#sweep = true;
    // Forgets the visible rows, because their positions have no meaning in the new list. The grid then asks
    // for the rows at its new position (`ensure`).
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

  /** Aborts all requests. Call it when the grid unmounts. */
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
    if (this.#wanted) this.ensure(this.#wanted.shown, this.#wanted.page);
    this.#changes.emit();
  }

  #blocksOf({ first, last }: RowWindow): number[] {
    const from = Math.floor(first / this.#size);
    const to = Math.max(from, Math.ceil(Math.min(last, this.total ?? last) / this.#size) - 1);
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  }

  #isFresh(at: number): boolean {
    return this.#blocks.get(at)?.stale === false;
  }

  /**
   * Requests the listed blocks, except those that are loaded or being loaded. Returns true if it requested any block.
   */
  #ask(blocks: readonly number[]): boolean {
    let hasAsked = false;
    for (const at of blocks) {
      const block = this.#blocks.get(at);
      if (block && !block.stale) this.#touch(at, block);
      else if (!this.#pending.has(at)) {
        hasAsked = true;
        void this.#load(at);
      }
    }
    return hasAsked;
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
    // Keeps the old totals object if its values are equal. Otherwise the footer would render with every loaded block.
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
