import { Changes, type RowView } from "./row-view.ts";
import type { RowWindow } from "./scroller.ts";
import type { GridPage, GridQuery, GridRequest, GridSource } from "./types.ts";

/** Blocks kept in memory; with blocks of 200 rows this is 12,000 rows, however long the list is. */
const MAX_BLOCKS = 60;
/** Rows fetched around those on show, and where the list is moving to, once those on show are there. */
const AROUND = 30;
const AHEAD = 200;

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
  /** What was last looked at, and the page around it; undefined until somebody looks. */
  #wanted: { readonly shown: RowWindow; readonly page: RowWindow } | undefined;
  /** Where the rows on show last went: 1 down, -1 up, 0 anywhere, as by the thumb of a scroll bar. */
  #heading = 0;
  /** Blocks of an earlier query are on show; the first answer to the new one sweeps them all away. */
  #sweep = false;

  constructor(source: GridSource<R>, rowKey: (row: R) => string) {
    this.#source = source;
    this.#rowKey = rowKey;
    this.subscribe = this.#changes.subscribe;
    this.version = this.#changes.version;
  }

  /** What is fetched ahead keeps nobody waiting. */
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
    // What is on show has the way to the source to itself.
    if (now.every((at) => this.#isFresh(at))) this.#ask(soon);
    return hasAsked;
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

  /** Asks for blocks that are neither here nor on their way; answers whether there were any. */
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
